import type { IngestError } from '../../contract/received-data.ts';
import { isRefused, type ReceivedStatus } from '../../contract/received-status.ts';
import { toStored } from '../channels/channel-values.ts';
import { type Decoded, isAhead } from '../ingest/decoded.ts';
import type { Decode } from '../ingest/decoders.ts';
import { mergedFirst } from '../ingest/ingest.service.ts';
import { doorIn, storedDecoder, typeDecoderName } from '../ingest/mapping/versions.ts';
import type { Database } from '../kernel/database.ts';
import { AHEAD } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { unpacked } from '../kernel/unzip.ts';
import type { Said } from '../readings/key-state.ts';
import type { StoredMessage } from './stored-messages.repo.ts';

/** What a stored message says of its logger's channels. */

export type SayingChannel = Pick<Row<'channels'>, 'no' | 'kind' | 'pruned_to' | 'merged_into'>;
export interface Sayings {
  /** By channel number and moment; of several values of one key in one message the last counts. */
  said: Map<number, Map<number, Said>>;
  errors: IngestError[];
  warnings: readonly IngestError[];
  failed: boolean;
  points: number;
}

const NOTHING: Sayings = { said: new Map(), errors: [], warnings: [], failed: false, points: 0 };

/** A logger, by how its messages are read today. */
export type ReadingLogger = Pick<Row<'dataloggers'>, 'logger_type_id' | 'logger_type_version'>;

/** The decoder that reads a message of the logger today, by its name: that of its type, or what the door reads by itself. */
export function presentDecoder(
  { logger_type_id, logger_type_version }: ReadingLogger,
  { decoder }: Pick<StoredMessage, 'decoder'>,
): string {
  const door = doorIn(decoder);
  if (logger_type_id === null || logger_type_version === null) return door;
  return typeDecoderName({ typeId: logger_type_id, version: logger_type_version }, door);
}

/** Finds a decoder by its name, outside of reads and writes. @throws Error for a name that is none */
export type FindDecoder = (decoder: string | null) => Decode | Promise<Decode>;
/** Those of an organisation. */
export type DecodersOf = (db: Database, organizationId: string) => FindDecoder;
export const decodersOf: DecodersOf = (db, organizationId) => (decoder) => storedDecoder(db, organizationId, decoder);

/** Errors that say of a key what was refused of it in its message: whole, or in one row. */
const OF_KEY: ReadonlySet<string> = new Set<IngestError['code']>(['unknown_channel', 'channel_limit', 'channel_archived']);

/** What was refused when the message was read, though its body says it: at that time there was no such channel, say. */
function refusedIn(errors: string | null): (key: string, index: number) => boolean {
  const keys = new Set<string>();
  const rows = new Set<string>();
  for (const { code, key, index } of errors === null ? [] : (JSON.parse(errors) as IngestError[])) {
    if (key === undefined) continue;
    if (OF_KEY.has(code)) keys.add(key);
    else if (index !== undefined) rows.add(`${index} ${key}`);
  }
  return (key, index) => keys.has(key) || (rows.size > 0 && rows.has(`${index} ${key}`));
}

/**
 * @param channels by key; what isn't among them is refused with `missing`
 * @param oldest moments before it are kept no longer
 */
export function sayingsOf(
  decoded: Decoded,
  channels: ReadonlyMap<string, SayingChannel>,
  { receivedAt, oldest, missing }: { receivedAt: number; oldest: number; missing: IngestError['code'] },
  isRefusedThere: (key: string, index: number) => boolean = () => false,
): Sayings {
  if (decoded.failure) return { ...NOTHING, errors: [decoded.failure], failed: true };
  const out: Sayings = { said: new Map(), errors: [...decoded.errors], warnings: decoded.warnings ?? [], failed: false, points: 0 };
  const ofSlot = decoded.keys.map((key) => channels.get(key));
  for (const i of mergedFirst(decoded, ofSlot)) {
    const [slot, ts, index] = [decoded.slot[i]!, decoded.ts[i]!, decoded.row[i]!];
    const key = decoded.keys[slot]!;
    if (isRefusedThere(key, index)) continue;
    const channel = ofSlot[slot];
    const stored = channel && toStored(channel.kind, decoded.value[i]!, decoded.failed?.has(i));
    const problem = !channel ? missing : ts < Math.max(oldest, channel.pruned_to ?? oldest) ? 'ts_past' : stored ? null : 'bad_value';
    if (problem !== null) {
      out.errors.push({ code: problem, index, key });
      continue;
    }
    const ofChannel = out.said.get(channel!.no) ?? new Map<number, Said>();
    out.said.set(channel!.no, ofChannel);
    ofChannel.set(ts, { ...stored!, quality: stored!.quality | (isAhead(ts, receivedAt) ? AHEAD : 0) });
    out.points += 1;
  }
  return out;
}

/** What the message says as its row tells it now. */
export async function presentSayings(
  message: StoredMessage,
  channels: ReadonlyMap<string, SayingChannel>,
  oldest: number,
  find: FindDecoder,
): Promise<Sayings> {
  if (message.withdrawn_at !== null || isRefused(message.status)) return NOTHING;
  return sayingsOf(await decodedBy(message, message.decoder, find), channels, how(message, oldest), refusedIn(message.errors));
}

/** What the message says by a decoder, whatever was made of it before. */
export async function sayingsBy(
  message: StoredMessage,
  decoder: string | null,
  channels: ReadonlyMap<string, SayingChannel>,
  { oldest, missing }: { oldest: number; missing: IngestError['code'] },
  find: FindDecoder,
): Promise<Sayings> {
  return sayingsOf(await decodedBy(message, decoder, find), channels, { ...how(message, oldest), missing });
}

const how = ({ received_at }: StoredMessage, oldest: number) => ({ receivedAt: received_at, oldest, missing: 'unknown_channel' as const });

export async function decodedBy(message: StoredMessage, decoder: string | null, find: FindDecoder): Promise<Decoded> {
  const decode = await find(decoder);
  return decode(await unpacked(message.body, message.body_encoding), message.received_at);
}

export const statusOf = ({ failed, errors, points }: Sayings): ReceivedStatus =>
  failed ? 'unparsed' : errors.length === 0 ? 'stored' : points > 0 ? 'partial' : 'rejected';
