import { Buffer, isUtf8 } from 'node:buffer';
import type { ReadingValue } from '../../contract/common.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type Bench,
  TRIAL_MESSAGES,
  type TrialMessages,
  type TrialResult,
  type TypeSpec,
  type tryStoredMessages as trialEndpoint,
  type tryLoggerType as tryEndpoint,
} from '../../contract/logger-types.ts';
import { canonicalUnit, fromCanonical, senmlSymbol, unitOf } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Decoded } from '../ingest/decoded.ts';
import { type TypeDecoder, typeDecoder } from '../ingest/mapping/type-decoder.ts';
import { doorIn, storedDecoder } from '../ingest/mapping/versions.ts';
import { type Ctx, can, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { unpacked } from '../kernel/unzip.ts';
import { receivedDataRepo } from '../received-data/received-data.repo.ts';
import type { SensorTypeRow } from '../sensor-types/sensor-types.repo.ts';
import { loggerTypesRepo } from './logger-types.repo.ts';
import { foundType } from './logger-types.service.ts';
import { sensorsOf, sensorTypes } from './sensors.ts';
import { specProblems } from './spec-rules.ts';

const SHOWN_READINGS = 500;
const SHOWN_PROBLEMS = 100;
const SHOWN_BYTES = 262_144;
/** Longer messages are left out of trials. */
export const TRIED_BYTES = 65_536;
const HEX = /^hex:\s*((?:[0-9a-f]{2}\s*)*)$/i;

/** The bytes of a message that somebody pasted. @throws AppError validation_failed for hexadecimal digits that are none */
function pasted(text: string): Uint8Array {
  if (!/^hex:/i.test(text)) return Buffer.from(text, 'utf8');
  const [, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) throw invalid('message');
  return Buffer.from(digits.replace(/\s/g, ''), 'hex');
}

/** What text doesn't hold: bytes of a frame may be UTF-8 by chance. */
const NO_TEXT = /[^\P{Cc}\t\n\r]/u;

/** A body as text, or as `hex:…`. */
function shown(body: Uint8Array): Pick<Bench, 'body' | 'body_cut'> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SHOWN_BYTES));
  const body_cut = body.byteLength > SHOWN_BYTES;
  const text = body_cut || isUtf8(bytes) ? bytes.toString('utf8') : null;
  return { body: text === null || NO_TEXT.test(text) ? `hex:${bytes.toString('hex')}` : text, body_cut };
}

const isOutside = (value: ReadingValue, { range_min, range_max }: SensorTypeRow): boolean =>
  typeof value === 'number' && ((range_min !== null && value < range_min) || (range_max !== null && value > range_max));

/** What floating point adds behind the digits of a converted value. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** A stored value as people see it: in the unit that its sensor type is shown in. */
function displayed(value: ReadingValue, type: SensorTypeRow): { value: ReadingValue; unit: string | null; decimals: number | null } {
  const unit = unitOf(type.quantity, type.display_unit) ?? canonicalUnit(type.quantity);
  const number = typeof value === 'number' && unit ? clean(fromCanonical(value, unit)) : value;
  return { value: number, unit: (unit?.symbol ?? type.display_unit) || null, decimals: type.decimals };
}

/** A spec made ready for a trial. @throws AppError validation_failed for one that can't be */
export async function prepared(ctx: Ctx, spec: TypeSpec): Promise<{ decoder: TypeDecoder; types: ReadonlyMap<string, SensorTypeRow> }> {
  const { sensors, types } = await ctx.db.read(ctx.organization.id, async (db) => ({
    sensors: await sensorsOf(ctx, db, spec),
    types: await sensorTypes(ctx, db),
  }));
  const errors = specProblems(spec, sensors);
  if (errors.length > 0)
    throw new AppError('validation_failed', { errors: errors.map((error) => ({ ...error, path: error.path.replace(/^draft/, 'spec') })) });
  return { decoder: typeDecoder(spec, sensors), types };
}

/**
 * What a spec makes of one message; nothing is kept.
 * @throws AppError not_found (no such message), body_unreadable, validation_failed (neither a stored nor a pasted message, or a spec that can't be)
 */
export async function tryLoggerType(ctx: Ctx, { spec, received_data_id, message }: BodyOf<typeof tryEndpoint>): Promise<Bench> {
  if ((received_data_id === undefined) === (message === undefined)) throw invalid('message');
  const stored =
    received_data_id === undefined
      ? null
      : await ctx.db.read(ctx.organization.id, (db) =>
          receivedDataRepo({ db, organization_id: ctx.organization.id }).find(received_data_id),
        );
  if (received_data_id !== undefined && (!stored || !can(ctx, 'dlog:read', stored.workspace_id))) throw new AppError('not_found');
  if (stored?.damaged) throw new AppError('body_unreadable');
  const { decoder, types } = await prepared(ctx, spec);
  const body = stored ? await unpacked(stored.body, stored.body_encoding) : pasted(message ?? '');
  const receivedAt = stored?.received_at ?? ctx.clock.now();
  const { decoded, traces } = decoder.traced(doorIn(stored?.decoder ?? null), body, receivedAt);
  const was = stored ? (await storedDecoder(ctx.db, ctx.organization.id, stored.decoder))(body, receivedAt) : null;
  const before = new Map(was ? was.slot.map((_, i) => [momentOf(was, i), shownOf(was, i, types)]) : []);
  const kept = new Set(decoded.slot.map((_, i) => momentOf(decoded, i)));
  return {
    ...shown(body),
    received_at: formatInstant(receivedAt),
    failure: decoded.failure,
    errors: decoded.errors.slice(0, SHOWN_PROBLEMS),
    warnings: (decoded.warnings ?? []).slice(0, SHOWN_PROBLEMS),
    reading_count: decoded.slot.length,
    readings: decoded.slot.slice(0, SHOWN_READINGS).map((slot, i) => {
      const type = types.get(decoded.named?.[slot]?.sensorTypeId ?? '');
      const value = decoded.value[i]!;
      const trace = traces[i]!;
      const old = before.get(momentOf(decoded, i)) ?? null;
      return {
        key: decoded.keys[slot]!,
        channel: trace.channel,
        path: trace.channel === null ? null : trace.path,
        raw: trace.raw,
        ...shownOf(decoded, i, types),
        ts: formatInstant(decoded.ts[i]!),
        out_of_range: type !== undefined && isOutside(value, type),
        outcome: was === null ? null : old === null ? 'new' : old.stored === value ? 'unchanged' : 'changed',
        before: old && { value: old.value, unit: old.unit },
      };
    }),
    gone: (was?.slot ?? [])
      .flatMap((slot, i) => {
        if (!was || kept.has(momentOf(was, i))) return [];
        const { value, unit } = shownOf(was, i, types);
        return [{ key: was.keys[slot]!, ts: formatInstant(was.ts[i]!), value, unit }];
      })
      .slice(0, SHOWN_PROBLEMS),
  };
}

/** What a reading of a message is known by: two readings of the same one are compared. */
const momentOf = ({ ts, keys, slot }: Decoded, i: number): string => `${ts[i]} ${keys[slot[i]!]}`;

/** A reading as people see it, and `stored`, as it would be stored. */
function shownOf({ slot, value: values, named, units }: Decoded, i: number, types: ReadonlyMap<string, SensorTypeRow>) {
  const stored = values[i]!;
  const name = named?.[slot[i]!];
  const type = types.get(name?.sensorTypeId ?? '');
  const unit = name ? name.unit : senmlSymbol(units?.[slot[i]!] ?? '');
  return { stored, ...(type ? displayed(stored, type) : { value: stored, unit: unit || null, decimals: null }) };
}

/** Key and moment of each reading with its value. */
export function byMoment(decoded: Decoded): Map<string, ReadingValue> {
  return new Map(decoded.slot.map((_, i) => [momentOf(decoded, i), decoded.value[i]!]));
}

interface StoredMessage {
  id: string;
  datalogger_id: string;
  received_at: number;
  body: Uint8Array;
  body_encoding: Parameters<typeof unpacked>[1];
  decoder: string | null;
}

/** A turn for whoever else waits. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Each message as it was read when it came, and as another decoder reads it. */
export async function* readBoth(ctx: Ctx, messages: readonly StoredMessage[], decoder: Pick<TypeDecoder, 'of'>) {
  for (const message of messages) {
    await breathe();
    const body = await unpacked(message.body, message.body_encoding);
    const before = (await storedDecoder(ctx.db, ctx.organization.id, message.decoder))(body, message.received_at);
    const after = decoder.of(doorIn(message.decoder))(body, message.received_at);
    yield { message, before, after };
  }
}

/** Loggers of a type whose messages the actor may read. @throws AppError not_found */
async function triedLoggers(ctx: Ctx, db: Db, id: string) {
  const repo = loggerTypesRepo({ db, organization_id: ctx.organization.id });
  await foundType(ctx, db, id);
  return { repo, loggers: (await repo.loggersOf(id, workspacesWith(ctx, 'dlog:read'))).slice(0, TRIAL_MESSAGES) };
}

/** The newest stored messages of the loggers of a type that the actor may read, as many of each. @throws AppError not_found */
export async function listTrialMessages(ctx: Ctx, id: string): Promise<TrialMessages> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const { repo, loggers } = await triedLoggers(ctx, db, id);
    const most = Math.ceil(TRIAL_MESSAGES / Math.max(1, loggers.length));
    const messages: { id: string; received_at: number; datalogger_id: string }[] = [];
    for (const logger of loggers) messages.push(...(await repo.newestOf(logger, { most, bytes: TRIED_BYTES })));
    messages.sort((a, b) => a.received_at - b.received_at);
    return {
      loggers: loggers.map(({ id, name }) => ({ id, name })),
      messages: messages.slice(-TRIAL_MESSAGES).map((one) => ({ ...one, received_at: formatInstant(one.received_at) })),
    };
  });
}

/** How long one answer of a trial reads on, milliseconds: whoever waits sees how far it is, and can end it. */
const PART_MS = 1_000;

/**
 * What a spec would make of stored messages of the loggers of a type that the actor may read: of the first one, and of as many more as there is
 * time for.
 * @throws AppError not_found, validation_failed
 */
export async function tryStoredMessages(
  ctx: Ctx,
  id: string,
  { spec, ids }: BodyOf<typeof trialEndpoint>,
): Promise<ResponseOf<typeof trialEndpoint>> {
  const { decoder, types } = await prepared(ctx, spec);
  const found = await ctx.db.read(ctx.organization.id, async (db) => {
    const { repo, loggers } = await triedLoggers(ctx, db, id);
    return repo.messagesBy(ids, loggers, TRIED_BYTES);
  });
  const byId = new Map(found.map((message) => [message.id, message]));
  const results: TrialResult[] = [];
  const until = performance.now() + PART_MS;
  for (const one of ids) {
    if (results.length > 0 && performance.now() >= until) break;
    const message = byId.get(one);
    const result = { id: one, is_missing: !message, readings: 0, errors: 0, warnings: 0, out_of_range: 0, ...NOTHING };
    for await (const both of readBoth(ctx, message ? [message] : [], decoder)) Object.assign(result, tried(both, types));
    results.push(result);
  }
  return { results };
}

const NOTHING = { new: 0, changed: 0, gone: 0, unchanged: 0 };

/** A message as it is read now, compared with how it was read. */
function tried(
  { before, after }: { before: Decoded; after: Decoded },
  types: ReadonlyMap<string, SensorTypeRow>,
): Omit<TrialResult, 'id' | 'is_missing'> {
  const changes = { ...NOTHING };
  let out_of_range = 0;
  for (let i = 0; i < after.slot.length; i++) {
    const type = types.get(after.named?.[after.slot[i]!]?.sensorTypeId ?? '');
    if (type && isOutside(after.value[i]!, type)) out_of_range++;
  }
  const was = byMoment(before);
  for (const [moment, value] of byMoment(after)) {
    const old = was.get(moment);
    changes[old === undefined ? 'new' : old === value ? 'unchanged' : 'changed']++;
    was.delete(moment);
  }
  return {
    readings: after.slot.length,
    errors: after.errors.length + (after.failure ? 1 : 0),
    warnings: after.warnings?.length ?? 0,
    out_of_range,
    ...changes,
    gone: was.size,
  };
}
