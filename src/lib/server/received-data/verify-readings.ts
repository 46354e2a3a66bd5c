import type { Database, Db } from '../kernel/database.ts';
import { SENSOR_ERROR } from '../kernel/reading-store.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import type { Said } from '../readings/key-state.ts';
import type { DamagedBodies } from '../storage/messages/body-groups.ts';
import type { DamagedReadings } from '../storage/readings/chunks.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import type { After } from './received-data.repo.ts';
import { type DecodersOf, decodersOf, type FindDecoder, presentSayings, type SayingChannel } from './sayings.ts';
import { type StoredMessage, storedMessagesRepo } from './stored-messages.repo.ts';

/** Something stored that doesn't follow from the messages. */
interface Difference {
  organizationNo: number;
  /** Null = bodies of messages that can't be read any more; `stored` names them. */
  channelNo: number | null;
  ts: number | null;
  stored: unknown;
  /** What the newest message says that speaks of it; null = none does. */
  told: unknown;
}

interface Verification {
  messages: number;
  /** Readings that were compared with what their message says. */
  readings: number;
  /** Readings that were left out: their message was deleted, belongs to another logger, or came before messages had numbers. */
  leftOut: number;
  differences: Difference[];
}

const PAGE = 200;
const PART = 400;

/** Chunks that can't be opened are named where readings are counted, bodies where messages are read. */
const passOver = () => undefined;
/** Differences that are told of one series. */
const TOLD = 20;

/**
 * Compares stored readings with what the raw messages say: of every key the newest message that speaks of it. It may run beside a writing
 * server: a logger that differs is looked at again before it is reported.
 */
export async function verifyReadings(db: Database, decoders: DecodersOf = decodersOf): Promise<Verification> {
  const total: Verification = { messages: 0, readings: 0, leftOut: 0, differences: [] };
  const organizations = await db.read({ directory: true }, (reader) =>
    reader.selectFrom('organizations').select(['id', 'no']).orderBy('no').execute(),
  );
  for (const organization of organizations) {
    const find = decoders(db, organization.id);
    const loggers = await db.read(organization.id, (reader) =>
      tenantDb({ db: reader, organization_id: organization.id }).selectFrom('dataloggers').select('id').orderBy('no').execute(),
    );
    for (const logger of loggers) {
      let one = await verifyLogger(db, organization, logger.id, find);
      if (one.differences.length > 0) one = await verifyLogger(db, organization, logger.id, find);
      total.messages += one.messages;
      total.readings += one.readings;
      total.leftOut += one.leftOut;
      total.differences.push(...one.differences);
    }
  }
  return total;
}

interface Organization {
  id: string;
  no: number;
}

export async function verifyLogger(
  db: Database,
  organization: Organization,
  dataloggerId: string,
  find: FindDecoder,
): Promise<Verification> {
  const { id: organization_id, no: organizationNo } = organization;
  const out: Verification = { messages: 0, readings: 0, leftOut: 0, differences: [] };
  const read = <T>(work: (reader: Db) => Promise<T>) => db.read(organization_id, work);
  const channels = await read((reader) => storedMessagesRepo({ db: reader, organization_id }).channels(dataloggerId));
  const byKey = new Map<string, SayingChannel>(channels.map((channel) => [channel.key, channel]));
  /** Readings of each channel by their message; those that it says are counted off. */
  const untold = new Map<number, Map<number, number>>();
  const damaged: DamagedReadings[] = [];
  for (const { no } of channels) untold.set(no, await read((reader) => countBySource(reader, organizationNo, no, damaged)));
  // They are named once, and what messages say of their moments isn't asked.
  for (const { chunk, message } of damaged)
    out.differences.push({ organizationNo, channelNo: chunk.channel_no, ts: chunk.first_ts, stored: chunk, told: message });
  const isReadable = (channelNo: number, ts: number) =>
    !damaged.some(({ chunk }) => chunk.channel_no === channelNo && ts >= chunk.first_ts && ts <= chunk.last_ts);
  const messages = new Set<number>();
  const unread = new Map<number, DamagedBodies>();
  const onDamage = (error: DamagedBodies) => {
    unread.set(error.group.id, error);
    return undefined;
  };
  const filter = { workspaces: 'all' as const, datalogger: { org_no: organizationNo, id: dataloggerId } };
  for (let after: After = null; ; ) {
    const page: { messages: StoredMessage[]; after: After } = await read((reader) =>
      storedMessagesRepo({ db: reader, organization_id }, onDamage).list(filter, after, PAGE),
    );
    for (const message of page.messages) {
      if (message.no < 0) continue;
      messages.add(message.no);
      const { said } = await presentSayings(message, byKey, Number.NEGATIVE_INFINITY, find);
      for (const [channelNo, all] of said) {
        const moments = damaged.length === 0 ? all : new Map([...all].filter(([ts]) => isReadable(channelNo, ts)));
        const { told, differences } = await compare(read, organization, { message, channelNo, moments }, { byKey, find });
        const sources = untold.get(channelNo)!;
        sources.set(message.no, (sources.get(message.no) ?? 0) - told);
        out.readings += told;
        out.differences.push(...differences);
      }
    }
    out.messages += page.messages.length;
    if (page.after === null) break;
    after = page.after;
  }
  for (const { group, message } of unread.values())
    out.differences.push({ organizationNo, channelNo: null, ts: group.first_at ?? null, stored: group, told: message });
  for (const [channelNo, sources] of untold)
    for (const [src, count] of sources) {
      if (count === 0) continue;
      if (messages.has(src)) out.differences.push(...(await strays(read, organization, { channelNo, src }, { byKey, find })));
      else out.leftOut += count;
    }
  return out;
}

/** @param damaged takes up the chunks that can't be opened */
async function countBySource(db: Db, organizationNo: number, channelNo: number, damaged: DamagedReadings[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const onDamage = (error: DamagedReadings) => void damaged.push(error);
  for await (const page of readingReader({ db, organization_no: organizationNo, onDamage }).pages(channelNo))
    for (const { src } of page) counts.set(src, (counts.get(src) ?? 0) + 1);
  return counts;
}

/** One message's readings of one channel against what is stored; `told` = how many of those are from it and as it says. */
async function compare(
  read: <T>(work: (reader: Db) => Promise<T>) => Promise<T>,
  { id: organization_id, no: organizationNo }: Organization,
  { message, channelNo, moments }: { message: StoredMessage; channelNo: number; moments: ReadonlyMap<number, Said> },
  { byKey, find }: { byKey: ReadonlyMap<string, SayingChannel>; find: FindDecoder },
): Promise<{ told: number; differences: Difference[] }> {
  const all = [...moments.keys()];
  let told = 0;
  const differences: Difference[] = [];
  for (let at = 0; at < all.length; at += PART) {
    const part = all.slice(at, at + PART);
    const rows = await read((db) => readingReader({ db, organization_no: organizationNo, onDamage: passOver }).at([channelNo], part));
    const stored = new Map(rows.map((row) => [row.ts, row]));
    for (const ts of part) {
      const said = moments.get(ts)!;
      const now = stored.get(ts);
      const same = now !== undefined && isSaid(now, said);
      if (now?.src === message.no) told += 1;
      // A newer message says something else of it.
      if (same || (now !== undefined && now.src > message.no)) continue;
      const newest = await newestOf(read, organization_id, { message, channelNo, ts }, { byKey, find });
      if (newest === 'unknown' || (now && newest && isSaid(now, newest))) continue;
      if (differences.length < TOLD) differences.push({ organizationNo, channelNo, ts, stored: now ?? null, told: newest ?? said });
    }
  }
  return { told, differences };
}

/** What people excluded is nothing that a message says. */
const isSaid = (now: Said, said: Said): boolean =>
  now.num === said.num && now.text === said.text && ((now.quality ^ said.quality) & SENSOR_ERROR) === 0;

/** What the newest of all messages says of one key; unknown where one of them can't be read. */
async function newestOf(
  read: <T>(work: (reader: Db) => Promise<T>) => Promise<T>,
  organization_id: string,
  { message, channelNo, ts }: { message: StoredMessage; channelNo: number; ts: number },
  { byKey, find }: { byKey: ReadonlyMap<string, SayingChannel>; find: FindDecoder },
): Promise<Said | 'unknown' | undefined> {
  const ids = await read((reader) => storedMessagesRepo({ db: reader, organization_id }).speaking(message, ts));
  let newest: { no: number; said: Said } | undefined;
  for (const { id } of ids) {
    const row = await read((reader) => storedMessagesRepo({ db: reader, organization_id }, passOver).find(id));
    if (!row) return 'unknown';
    const said = (await presentSayings(row, byKey, Number.NEGATIVE_INFINITY, find)).said.get(channelNo)?.get(ts);
    if (said && row.no > (newest?.no ?? 0)) newest = { no: row.no, said };
  }
  return newest?.said;
}

/** Readings of a message that it doesn't say; what is from before retention deleted the channel's readings is nobody's to tell. */
async function strays(
  read: <T>(work: (reader: Db) => Promise<T>) => Promise<T>,
  { id: organization_id, no: organizationNo }: Organization,
  { channelNo, src }: { channelNo: number; src: number },
  { byKey, find }: { byKey: ReadonlyMap<string, SayingChannel>; find: FindDecoder },
): Promise<Difference[]> {
  const message = await read((reader) => storedMessagesRepo({ db: reader, organization_id }).numbered(src));
  if (message?.damaged) return [];
  const said = message && (await presentSayings(message, byKey, Number.NEGATIVE_INFINITY, find)).said.get(channelNo);
  const prunedTo = [...byKey.values()].find(({ no }) => no === channelNo)?.pruned_to ?? Number.MIN_SAFE_INTEGER;
  const unsaid: Difference[] = [];
  await read(async (db) => {
    for await (const page of readingReader({ db, organization_no: organizationNo, onDamage: passOver }).pages(channelNo, prunedTo))
      for (const { quality, ...stored } of page)
        if (stored.src === src && !said?.has(stored.ts) && unsaid.length < TOLD)
          unsaid.push({ organizationNo, channelNo, ts: stored.ts, stored, told: null });
  });
  return unsaid;
}
