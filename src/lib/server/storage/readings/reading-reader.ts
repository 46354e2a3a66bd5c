import { type ExpressionBuilder, sql } from 'kysely';
import { AppError } from '../../../contract/errors.ts';
import type { Database, Db } from '../../kernel/database.ts';
import { LEFT_OUT } from '../../kernel/reading-store.ts';
import type { Schema } from '../../kernel/schema.ts';
import { Unpacked } from '../../kernel/unpacked.ts';
import {
  CHUNK_COLUMNS,
  type Chunk,
  chunksWithin,
  DamagedReadings,
  openChunk,
  placeOf,
  readingAt,
  type StoredReading,
  type Window,
} from './chunks.ts';
import type { ReadingColumns } from './codec.ts';
import { AS_OBJECT, asLooked, asValue, CHUNK, type Form, Looked, type Out, type TakeNumber, type Value } from './reading-forms.ts';

/**
 * The one way to stored readings for everybody but the group commit: rows and chunks as one series. Windows are from ≤ ts < to, microseconds
 * UTC; without an edge they have none there.
 *
 * Readings are sealed into chunks and taken out again while others read. So rows and the ids of chunks come from one statement, and the bytes
 * of an id never change; where they are gone when they are asked for, the statement is asked again from there on.
 */

/** From ≤ ts < to. */
interface Stretch {
  from: number;
  to: number;
}

interface Page extends Window {
  order: 'asc' | 'desc';
  limit: number;
}
interface ValuePage extends Window {
  limit: number;
}

/** Readings of one page. */
const PAGE = 20_000;
/** Chunks of one statement: about a raw chart's readings. */
const CHUNKS_AT_ONCE = 8;
/** Whoever wants fewer readings than that will find them in the next chunk. */
const MANY = 1_000;
/** How often bytes may be gone until somebody who reads gives up. */
const MOST_GONE = 20;
/** Series whose readings of some moments one statement looks for. */
const SERIES_AT_ONCE = 50;
const TABLE = 'reading_chunks';
/** Of an opened chunk without texts: three doubles and a byte. */
const READING_BYTES = 25;
/** What a reader keeps by himself: all chunks of one statement and the one that its page ended in. */
const OWN_BYTES = 2 * 1_048_576;
const COLUMNS = ['ts', 'num', 'text', 'quality', 'src'] as const;
const VALUE_COLUMNS = ['ts', 'value', 'quality'] as const;

interface Opened {
  first_ts: number;
  last_ts: number;
  /** Null = damaged. */
  columns: ReadingColumns | null;
}

/**
 * @param unpacked where chunks that were opened are kept and looked for first; without it some are kept for the reader's next page
 * @param onDamage told of each chunk that can't be opened, which is then passed over; without it whoever reads it fails
 */
export function readingReader({
  db,
  organization_no,
  unpacked = new Unpacked(OWN_BYTES),
  onDamage,
}: {
  db: Db;
  organization_no: number;
  unpacked?: Database['unpacked'] | undefined;
  onDamage?: ((error: DamagedReadings) => void) | undefined;
}) {
  const rows = (channelNo: number, { from, to }: Window) =>
    db
      .selectFrom('readings')
      .where('org_no', '=', organization_no)
      .where('channel_no', '=', channelNo)
      .$if(from !== undefined, (query) => query.where('ts', '>=', from!))
      .$if(to !== undefined, (query) => query.where('ts', '<', to!));
  const chunks = (channelNo: number, window: Window) => chunksWithin(db, { organization_no, channelNo }, window);
  const chunksAsReadings = (channelNo: number, window: Window) =>
    chunks(channelNo, window).select([
      'first_ts as ts',
      sql<number | null>`cast(null as double precision)`.as('num'),
      sql<string | null>`cast(null as text)`.as('text'),
      sql<number>`cast(${sql.lit(CHUNK)} as smallint)`.as('quality'),
      sql<number>`cast(id as bigint)`.as('src'),
    ]);

  async function open(ids: readonly number[]): Promise<Map<number, Opened>> {
    const opened = new Map<number, Opened>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = unpacked.get<Opened>(TABLE, id);
      if (known === undefined) missing.push(id);
      else opened.set(id, known);
    }
    if (missing.length === 0) return opened;
    const found = await db
      .selectFrom(TABLE)
      .select(CHUNK_COLUMNS)
      .where('org_no', '=', organization_no)
      .where('id', 'in', missing)
      .execute();
    for (const chunk of found) {
      const one = { first_ts: chunk.first_ts, last_ts: chunk.last_ts, columns: columnsOf(chunk) };
      opened.set(chunk.id, one);
      // Texts have no bound; where there are any, it isn't kept.
      if (one.columns?.text === null) unpacked.keep(TABLE, chunk.id, one, chunk.n * READING_BYTES);
    }
    return opened;
  }

  function columnsOf(chunk: Chunk): ReadingColumns | null {
    try {
      return openChunk(chunk);
    } catch (error) {
      if (!onDamage || !(error instanceof DamagedReadings)) throw error;
      onDamage(error);
      return null;
    }
  }

  /** Where no chunk reaches into the window: a condition that is looked at once, and not a second series beside the rows. */
  const withoutChunks = (channelNo: number, window: Window) => (eb: ExpressionBuilder<Schema, 'readings'>) =>
    eb.not(eb.exists(chunks(channelNo, window).select('id')));

  /**
   * @param alone asks for rows of a window without chunks, none where there is one; for whoever wants many
   * @throws AppError storage_busy when what is read is sealed and unsealed again and again
   */
  async function walk<T>(
    out: Out<T>,
    form: Form<T>,
    { order, limit, ...window }: Page,
    ask: (page: Page) => Promise<T[]>,
    alone?: (page: Page) => Promise<T[]>,
  ): Promise<void> {
    if (alone && limit > MANY) {
      const found = await alone({ ...window, order, limit });
      for (const item of found) out.push(item);
      if (found.length > 0) return;
    }
    for (let gone = 0; gone < MOST_GONE; ) {
      const wanted = limit - out.length;
      const found = await ask({ ...window, order, limit: wanted });
      const isPlain = found.every((item) => form.chunk(item) === null);
      const items = isPlain ? found : inOrder(found, form, { order, limit: wanted });
      let opened = new Map<number, Opened>();
      let isWhole = true;
      for (let at = 0; at < items.length && out.length < limit; at++) {
        const item = items[at]!;
        const id = form.chunk(item);
        if (id === null) {
          out.push(item);
          continue;
        }
        if (!opened.has(id)) {
          const most = limit - out.length > MANY ? CHUNKS_AT_ONCE : 1;
          const next: number[] = [];
          for (let k = at; k < items.length && next.length < most; k++) {
            const other = form.chunk(items[k]!);
            if (other !== null) next.push(other);
          }
          opened = await open(next);
        }
        const chunk = opened.get(id);
        if (chunk === undefined) {
          const last = items[at - 1];
          if (last !== undefined && form.chunk(last) === null) go(window, order, form.ts(last), form.ts(last));
          isWhole = false;
          gone += 1;
          break;
        }
        if (chunk.columns !== null) take(out, chunk.columns, { ...window, order, limit }, form);
        go(window, order, chunk.first_ts, chunk.last_ts);
      }
      if (!isWhole) continue;
      if (out.length >= limit || items.length < wanted) return;
      // Full of what isn't wanted, or of chunks that the window cuts.
      const last = items.at(-1)!;
      if (form.chunk(last) === null) go(window, order, form.ts(last), form.ts(last));
    }
    throw new AppError('storage_busy', { retryAfter: 1 });
  }

  function walkValues<V>(
    out: Out<Value<V>>,
    form: Form<Value<V>>,
    arrays: Database['arrays'],
    channelNo: number,
    column: 'num' | 'text',
    { limit, ...window }: ValuePage,
  ): Promise<void> {
    const wanted = (page: Page) =>
      rows(channelNo, page)
        .select(['ts', `${column} as value`, 'quality'])
        .where((eb) => eb.or([eb(column, 'is not', null), eb(eb('quality', '&', LEFT_OUT), '!=', 0)]));
    const id = sql<never>`cast(id as ${sql.raw(column === 'num' ? 'double precision' : 'text')})`;
    const chunkRows = (page: Page) =>
      chunks(channelNo, page).select(['first_ts as ts', id.as('value'), sql<number>`cast(${sql.lit(CHUNK)} as smallint)`.as('quality')]);
    return walk(
      out,
      form,
      { ...window, order: 'asc', limit },
      (page) =>
        arrays(
          db,
          db
            .selectFrom(first(wanted(page), page).as('r'))
            .select(VALUE_COLUMNS)
            .unionAll(db.selectFrom(first(chunkRows(page), page).as('c')).select(VALUE_COLUMNS)),
        ) as Promise<Value<V>[]>,
      (page) => arrays(db, first(wanted(page).where(withoutChunks(channelNo, page)), page)) as Promise<Value<V>[]>,
    );
  }

  const reader = {
    async range(
      channelNo: number,
      { order = 'asc', limit = Number.POSITIVE_INFINITY, ...window }: Window & { order?: 'asc' | 'desc'; limit?: number } = {},
    ): Promise<StoredReading[]> {
      const out: StoredReading[] = [];
      await walk(
        out,
        AS_OBJECT,
        { ...window, order, limit },
        (page) =>
          db
            .selectFrom(first(rows(channelNo, page).select(COLUMNS), page).as('r'))
            .select(COLUMNS)
            .unionAll(db.selectFrom(first(chunksAsReadings(channelNo, page), page).as('c')).select(COLUMNS))
            .execute(),
        (page) => first(rows(channelNo, page).select(COLUMNS).where(withoutChunks(channelNo, page)), page).execute(),
      );
      return out;
    },
    /** All of them in order of time, page after page. */
    async *pages(channelNo: number, from = Number.MIN_SAFE_INTEGER): AsyncGenerator<StoredReading[]> {
      for (let since = from; ; ) {
        const page = await reader.range(channelNo, { from: since, limit: PAGE });
        if (page.length > 0) yield page;
        if (page.length < PAGE) return;
        since = page.at(-1)!.ts + 1;
      }
    },
    /**
     * How many there are, rows counted no further than `most`. Rows and chunks are asked for one after the other: what is sealed meanwhile may be
     * counted twice or not at all.
     */
    async count(channelNo: number, window: Window, most = Number.POSITIVE_INFINITY): Promise<number> {
      const some = rows(channelNo, window)
        .select('ts')
        .$if(Number.isFinite(most), (query) => query.limit(most));
      const { n } = await db
        .selectFrom(some.as('r'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = window;
      let count = Number(n);
      for (const chunk of await chunks(channelNo, window).select(['first_ts', 'last_ts', 'n']).execute()) {
        const isWhole = chunk.first_ts >= from && chunk.last_ts < to;
        const edges = { from: Math.max(from, chunk.first_ts), to: Math.min(to, chunk.last_ts + 1) };
        count += isWhole ? chunk.n : (await reader.range(channelNo, edges)).length;
      }
      return count;
    },
    /** What the series hold at these moments, in no order. */
    async at(channelNos: readonly number[], moments: readonly number[]): Promise<(StoredReading & { channel_no: number })[]> {
      const sorted = [...moments].sort((a, b) => a - b);
      const found: (StoredReading & { channel_no: number })[] = [];
      for (let part = 0; part < channelNos.length && sorted.length > 0; part += SERIES_AT_ONCE)
        found.push(...(await atOf(channelNos.slice(part, part + SERIES_AT_ONCE), sorted)));
      return found;
    },
    /** The newest reading with none of the bits of `without` and one of those of `having`. */
    async newest(
      channelNo: number,
      { without = 0, having = 0, ...window }: Window & { without?: number; having?: number },
    ): Promise<StoredReading | undefined> {
      const isWanted = ({ quality }: StoredReading) => (quality & without) === 0 && (having === 0 || (quality & having) !== 0);
      const form: Form<StoredReading> = {
        ts: AS_OBJECT.ts,
        chunk: AS_OBJECT.chunk,
        reading(columns, i) {
          const reading = readingAt(columns, i);
          return isWanted(reading) ? reading : undefined;
        },
      };
      const out: StoredReading[] = [];
      await walk(out, form, { ...window, order: 'desc', limit: 1 }, (page) =>
        db
          .selectFrom(
            first(
              rows(channelNo, page)
                .select(COLUMNS)
                .$if(without !== 0, (query) => query.where((eb) => eb(eb('quality', '&', without), '=', 0)))
                .$if(having !== 0, (query) => query.where((eb) => eb(eb('quality', '&', having), '!=', 0))),
              page,
            ).as('r'),
          )
          .select(COLUMNS)
          .unionAll(db.selectFrom(first(chunksAsReadings(channelNo, page), page).as('c')).select(COLUMNS))
          .execute(),
      );
      return out[0];
    },
    /** Those that have a number (or a text), and those that don't count, as arrays: for charts. */
    async values<V>(arrays: Database['arrays'], channelNo: number, column: 'num' | 'text', page: ValuePage): Promise<Value<V>[]> {
      const out: Value<V>[] = [];
      await walkValues(out, asValue(column) as Form<Value<V>>, arrays, channelNo, column, page);
      return out;
    },
    /** Those that have a number, and those that don't count, one after the other: a raw chart makes no array of each. */
    numbers(arrays: Database['arrays'], channelNo: number, page: ValuePage, look: TakeNumber): Promise<void> {
      const out = new Looked(look);
      return walkValues(out, asLooked(out), arrays, channelNo, 'num', page);
    },
    /**
     * The last word of each bucket from `from` on, a whole multiple of `bucket`, and how many words it has; those without any are left out.
     * @param without stretches whose words don't count
     */
    async lastWords(
      channelNo: number,
      from: number,
      to: number,
      bucket: number,
      without: readonly Stretch[] = [],
    ): Promise<{ ts: number; n: number; text: string }[]> {
      const whole = (us: number) => sql`cast(${us} as bigint)`;
      const outside = without.filter((one) => one.from < to && one.to > from);
      const counts = outside.map((one) => sql` and (ts < ${whole(one.from)} or ts >= ${whole(one.to)})`);
      const inside = sql`from readings where org_no = ${organization_no} and channel_no = ${channelNo}
        and ts >= b.start and ts < b.start + ${whole(bucket)} and text is not null and quality & ${sql.lit(LEFT_OUT)} = 0${sql.join(counts, sql``)}`;
      interface Found {
        start: number;
        n: number;
        text: string | null;
        last: number | null;
        chunk: number | null;
      }
      for (let gone = 0; gone < MOST_GONE; gone++) {
        // By buckets and not by readings: they lie in order of time, so that each is counted where it lies and none is sorted.
        const { rows: found } = await sql<Found>`
          with recursive b(start) as (select ${whole(from)} union all
            select start + ${whole(bucket)} from b where start + ${whole(bucket)} < ${whole(to)})
          select b.start, (select count(*) ${inside}) as n, (select text ${inside} order by ts desc limit 1) as text,
            (select ts ${inside} order by ts desc limit 1) as last, cast(null as bigint) as chunk from b
          union all select first_ts, 0, cast(null as text), last_ts, cast(id as bigint) from reading_chunks
            where org_no = ${organization_no} and channel_no = ${channelNo} and first_ts < ${whole(to)} and last_ts >= ${whole(from)}`.execute(
          db,
        );
        const words = new Map<number, { n: number; text: string; last: number }>();
        const ids: number[] = [];
        for (const { start, n, text, last, chunk } of found)
          if (chunk !== null) ids.push(chunk);
          else if (text !== null) words.set(start, { n: Number(n), text, last: last! });
        let isWhole = true;
        for (let at = 0; at < ids.length && isWhole; at += CHUNKS_AT_ONCE) {
          const part = ids.slice(at, at + CHUNKS_AT_ONCE);
          const opened = await open(part);
          isWhole = part.every((id) => opened.has(id));
          for (const { columns } of opened.values()) if (columns !== null) addWords(words, columns, { from, to, bucket, without: outside });
        }
        if (isWhole) return [...words].sort(([a], [b]) => a - b).map(([ts, { n, text }]) => ({ ts, n, text }));
      }
      throw new AppError('storage_busy', { retryAfter: 1 });
    },
  };

  /** @param moments in order of time, at least one */
  async function atOf(channelNos: readonly number[], moments: readonly number[]): Promise<(StoredReading & { channel_no: number })[]> {
    const window = { from: moments[0]!, to: moments.at(-1)! + 1 };
    for (let gone = 0; gone < MOST_GONE; gone++) {
      let query = db
        .selectFrom('readings')
        .select(['channel_no', ...COLUMNS])
        .where('org_no', '=', organization_no)
        .where('channel_no', 'in', channelNos)
        .where('ts', 'in', moments);
      for (const no of channelNos)
        query = query.unionAll(
          chunks(no, window).select([
            'channel_no',
            'first_ts as ts',
            sql<number | null>`cast(last_ts as double precision)`.as('num'),
            sql<string | null>`cast(null as text)`.as('text'),
            sql<number>`cast(${sql.lit(CHUNK)} as smallint)`.as('quality'),
            sql<number>`cast(id as bigint)`.as('src'),
          ]),
        );
      const items = await query.execute();
      const found = items.filter(({ quality }) => quality !== CHUNK);
      if (found.length === items.length) return found;
      const touched = items.filter(({ ts, num, quality }) => quality === CHUNK && moments.some((moment) => moment >= ts && moment <= num!));
      let isWhole = true;
      for (let at = 0; at < touched.length && isWhole; at += CHUNKS_AT_ONCE) {
        const part = touched.slice(at, at + CHUNKS_AT_ONCE);
        const opened = await open(part.map(({ src }) => src));
        for (const { channel_no, src } of part) {
          const chunk = opened.get(src);
          if (chunk === undefined) isWhole = false;
          else if (chunk.columns !== null) for (const reading of among(chunk.columns, moments)) found.push({ channel_no, ...reading });
        }
      }
      if (isWhole) return found;
    }
    throw new AppError('storage_busy', { retryAfter: 1 });
  }

  return reader;
}

/** The first ones: of rows and of chunks, so that neither engine reads all of a series to sort it. */
function first<Q extends { orderBy(column: 'ts', order: 'asc' | 'desc'): Q; limit(count: number): Q }>(
  query: Q,
  { order, limit }: Page,
): Q {
  const ordered = query.orderBy('ts', order);
  return Number.isFinite(limit) ? ordered.limit(limit) : ordered;
}

/** Rows and chunks as one series; both come in order. */
function inOrder<T>(items: T[], form: Form<T>, { order, limit }: Pick<Page, 'order' | 'limit'>): T[] {
  items.sort((a, b) => (order === 'asc' ? form.ts(a) - form.ts(b) : form.ts(b) - form.ts(a)));
  return items.slice(0, limit);
}

/** Moves the window beyond what was read. */
function go(window: Window, order: 'asc' | 'desc', first: number, last: number): void {
  if (order === 'asc') window.from = last + 1;
  else window.to = first;
}

function take<T>(out: Out<T>, columns: ReadingColumns, { from, to, order, limit }: Page, form: Form<T>): void {
  const low = from === undefined ? 0 : placeOf(columns, from);
  const high = to === undefined ? columns.ts.length : placeOf(columns, to);
  if (order === 'asc' && form.run) {
    form.run(out, columns, low, high, limit);
    return;
  }
  for (let k = low; k < high && out.length < limit; k++) {
    const reading = form.reading(columns, order === 'asc' ? k : high - 1 - (k - low));
    if (reading !== undefined) out.push(reading);
  }
}

/** @param moments in order of time */
function* among(columns: ReadingColumns, moments: readonly number[]): Generator<StoredReading> {
  let before: number | undefined;
  for (const moment of moments) {
    if (moment === before) continue;
    before = moment;
    const place = placeOf(columns, moment);
    if (columns.ts[place] === moment) yield readingAt(columns, place);
  }
}

function addWords(
  words: Map<number, { n: number; text: string; last: number }>,
  columns: ReadingColumns,
  { from, to, bucket, without }: { from: number; to: number; bucket: number; without: readonly Stretch[] },
): void {
  const end = placeOf(columns, to);
  for (let i = placeOf(columns, from); i < end; i++) {
    const { ts, text, quality } = readingAt(columns, i);
    if (text === null || (quality & LEFT_OUT) !== 0 || without.some((one) => ts >= one.from && ts < one.to)) continue;
    const start = Math.floor(ts / bucket) * bucket;
    const word = words.get(start);
    if (word === undefined) words.set(start, { n: 1, text, last: ts });
    else {
      word.n += 1;
      if (ts > word.last) Object.assign(word, { text, last: ts });
    }
  }
}
