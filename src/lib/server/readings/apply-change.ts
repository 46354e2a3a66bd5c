import type { WithdrawnCause } from '../../contract/alarms.ts';
import type { Db } from '../kernel/database.ts';
import { AHEAD, type AlarmChange, EXCLUDED, LEFT_OUT, NEVER_LAST, SENSOR_ERROR } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { followAlarms } from '../storage/alarms/follow-alarms.ts';
import { type CorrectedReader, correctedReader, type Overlay, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { bucketStart, fold, foldHour, type Rollup, WIDTH_1H, WIDTH_5M } from '../storage/readings/rollups.ts';
import { unseal } from '../storage/readings/sealing.ts';
import { type Counted, type KeyState, outcomeOf, type Record, type Said, say } from './key-state.ts';

/**
 * The one way in which stored readings change after they came: what messages say of keys now goes in, and revisions, rollups, the channels'
 * first and newest readings and alarms follow, in the caller's transaction.
 */

/** What a message says of a key now; null = nothing any more. */
export interface Statement {
  src: number;
  channelNo: number;
  ts: number;
  said: Said | null;
}

/** What other messages than `src` say of which the keys may hold no record. */
export type Unrecorded = (statement: Statement) => Record | undefined;

export interface Place {
  organizationId: string;
  organizationNo: number;
}

/** What a channel's readings changed in, for those that follow from them. */
export interface DirtySpan {
  channelNo: number;
  from: number;
  to: number;
}

export interface Key {
  channelNo: number;
  ts: number;
  before: KeyState;
  now: KeyState;
}

/** Parameters that one statement takes on either engine, with room. */
const PART = 400;
/** Readings that are folded at once. */
const READ_AT_ONCE = 20_000;

const parts = <T>(all: readonly T[], size = PART): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Keys with their records, and what becomes of them; nothing is written by itself. */
export class Keys {
  readonly #keys: Map<number, Map<number, Key>>;

  private constructor(keys: Map<number, Map<number, Key>>) {
    this.#keys = keys;
  }

  static async load(db: Db, organizationNo: number, statements: readonly Pick<Statement, 'channelNo' | 'ts'>[]): Promise<Keys> {
    const keys = new Map<number, Map<number, Key>>();
    for (const { channelNo, ts } of statements) {
      const channel = keys.get(channelNo) ?? new Map<number, Key>();
      keys.set(channelNo, channel);
      if (channel.has(ts)) continue;
      const before: KeyState = { current: null, revisions: [] };
      channel.set(ts, { channelNo, ts, before, now: before });
    }
    const reader = readingReader({ db, organization_no: organizationNo });
    for (const [channelNo, channel] of keys)
      for (const moments of parts([...channel.keys()])) {
        const readings = await reader.at([channelNo], moments);
        for (const { ts, channel_no, ...current } of readings) channel.get(ts)!.before.current = current;
        const revisions = await db
          .selectFrom('reading_revisions')
          .select(['ts', 'num', 'text', 'quality', 'src', 'replaced_at', 'id'])
          .where('org_no', '=', organizationNo)
          .where('channel_no', '=', channelNo)
          .where('ts', 'in', moments)
          .orderBy('src')
          .orderBy('replaced_at')
          .orderBy('id')
          .execute();
        for (const { ts, replaced_at, id, ...said } of revisions)
          channel.get(ts)!.before.revisions.push({ ...said, row: { replaced_at, id } });
      }
    return new Keys(keys);
  }

  /** @returns what it counts as for the message, and whether it changed anything */
  say(statement: Statement, unrecorded: Unrecorded): { counted: Counted; changed: boolean } {
    const key = this.#keys.get(statement.channelNo)!.get(statement.ts)!;
    const before = key.now;
    const { key: now, counted } = say(before, statement.src, statement.said, before.current ? unrecorded(statement) : undefined);
    key.now = now;
    return { counted, changed: now !== before };
  }

  all(): Key[] {
    return [...this.#keys.values()].flatMap((channel) => [...channel.values()]);
  }
}

/** Locks channels in the order of their numbers, as the reading store does: nothing comes in for them until the transaction ends. */
export async function lockChannels(db: Db, { organizationId }: Place, channelNos: Iterable<number>): Promise<void> {
  for (const no of [...channelNos].sort((a, b) => a - b))
    await tenantDb({ db, organization_id: organizationId })
      .updateTable('channels')
      .set((eb) => ({ no: eb.ref('no') }))
      .where('no', '=', no)
      .execute();
}

/** Writes what became of the keys. The channels are locked. @param cause said of alarms that are none any more */
export async function applyChange(
  db: Db,
  place: Place,
  keys: Keys,
  { now, uuid, cause }: { now: number; uuid: () => string; cause: WithdrawnCause },
): Promise<{ spans: DirtySpan[]; alarms: AlarmChange[] }> {
  const spans: DirtySpan[] = [];
  const byChannel = Map.groupBy(
    keys.all().filter(({ before, now: after }) => after !== before),
    ({ channelNo }) => channelNo,
  );
  for (const [channelNo, changed] of byChannel) {
    const series = { org_no: place.organizationNo, channel_no: channelNo };
    const moved = changed.filter(({ before, now: after }) => after.current !== before.current).map(({ ts }) => ts);
    await unseal(db, { organization_no: place.organizationNo, channelNo }, moved);
    await writeReadings(db, series, changed);
    await writeRevisions(db, series, changed, { now, uuid });
    const touched = changed.filter(({ before, now: after }) => outcomeOf(before, after) !== 'unchanged').map(({ ts }) => ts);
    if (touched.length === 0) continue;
    const channel = await channelOf(db, place, channelNo);
    const overlay = await overlayOf(db, place.organizationId, channel);
    const reader = correctedReader(readingReader({ db, organization_no: place.organizationNo }), overlay);
    for (const start of new Set(touched.map((ts) => bucketStart(ts, WIDTH_1H))))
      await foldAgain(db, series, { from: start, to: start + WIDTH_1H }, reader);
    await followChannel(db, place, channel, overlay);
    touched.sort((a, b) => a - b);
    spans.push({ channelNo, from: touched[0]!, to: touched.at(-1)! });
  }
  const alarms = await followAlarms(
    db,
    place,
    spans.map((span) => ({ ...span, appended: null })),
    { now, uuid, cause },
  );
  return { spans, alarms };
}

interface Series {
  org_no: number;
  channel_no: number;
}

async function writeReadings(db: Db, series: Series, changed: readonly Key[]): Promise<void> {
  const gone = changed.filter(({ before, now }) => before.current && !now.current).map(({ ts }) => ts);
  const put = changed.filter(({ before, now }) => now.current && now.current !== before.current);
  for (const moments of parts(gone)) await of(db.deleteFrom('readings'), series).where('ts', 'in', moments).execute();
  for (const part of parts(put))
    await db
      .insertInto('readings')
      .values(part.map(({ ts, now }) => ({ ...series, ts, ...recordOf(now.current!) })))
      .onConflict((conflict) =>
        conflict.columns(['org_no', 'channel_no', 'ts']).doUpdateSet((eb) => ({
          num: eb.ref('excluded.num'),
          text: eb.ref('excluded.text'),
          quality: eb.ref('excluded.quality'),
          src: eb.ref('excluded.src'),
        })),
      )
      .execute();
  const isAhead = (one: Record | null) => one !== null && (one.quality & AHEAD) !== 0;
  const caughtUp = changed.filter(({ before, now }) => isAhead(before.current) && !isAhead(now.current)).map(({ ts }) => ts);
  for (const moments of parts(caughtUp)) await of(db.deleteFrom('readings_ahead'), series).where('ts', 'in', moments).execute();
  for (const part of parts(changed.filter(({ now }) => isAhead(now.current))))
    await db
      .insertInto('readings_ahead')
      .values(part.map(({ ts }) => ({ ...series, ts })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Without the row of the revision that it was. */
const recordOf = ({ num, text, quality, src }: Record) => ({ num, text, quality, src });

async function writeRevisions(
  db: Db,
  series: Series,
  changed: readonly Key[],
  { now, uuid }: { now: number; uuid: () => string },
): Promise<void> {
  const removed: string[] = [];
  const added: { ts: number; record: Record }[] = [];
  for (const { ts, before, now: after } of changed) {
    const kept = new Set(after.revisions.flatMap(({ row }) => row?.id ?? []));
    for (const { row } of before.revisions) if (row && !kept.has(row.id)) removed.push(row.id);
    for (const record of after.revisions) if (!record.row) added.push({ ts, record });
  }
  const moments = changed.map(({ ts }) => ts).sort((a, b) => a - b);
  for (const ids of parts(removed))
    await of(db.deleteFrom('reading_revisions'), series)
      .where('ts', '>=', moments[0]!)
      .where('ts', '<=', moments.at(-1)!)
      .where('id', 'in', ids)
      .execute();
  for (const part of parts(added))
    await db
      .insertInto('reading_revisions')
      .values(part.map(({ ts, record }) => ({ ...series, ts, replaced_at: now, id: uuid(), ...recordOf(record) })))
      .execute();
}

/**
 * Rollups of whole hours anew from the readings in them. No block of rollups reaches into them.
 * @returns how many readings were gone through
 */
export async function foldAgain(
  db: Db,
  series: Series,
  { from, to }: { from: number; to: number },
  reader: CorrectedReader,
): Promise<number> {
  const fives: Rollup[] = [];
  const hours: Rollup[] = [];
  let slots: Rollup[] = [];
  const endHour = () => {
    const hour = slots.length === 0 ? undefined : foldHour(bucketStart(slots[0]!.ts, WIDTH_1H), slots);
    if (hour) hours.push(hour);
    fives.push(...slots);
    slots = [];
  };
  let readings = 0;
  for (let since = from; ; ) {
    const page = await reader.range(series.channel_no, { from: since, to, limit: READ_AT_ONCE });
    readings += page.length;
    for (const [start, own] of Map.groupBy(page, ({ ts }) => bucketStart(ts, WIDTH_5M))) {
      if (slots.length > 0 && bucketStart(slots[0]!.ts, WIDTH_1H) !== bucketStart(start, WIDTH_1H)) endHour();
      const before = slots.at(-1)?.ts === start ? slots.pop() : undefined;
      let rollup = before;
      for (const reading of own) rollup = fold(rollup, start, reading);
      if (rollup) slots.push(rollup);
    }
    if (page.length < READ_AT_ONCE) break;
    since = page.at(-1)!.ts + 1;
  }
  endHour();
  for (const [table, rollups] of [
    ['readings_5m', fives],
    ['readings_1h', hours],
  ] as const) {
    await of(db.deleteFrom(table), series).where('ts', '>=', from).where('ts', '<', to).execute();
    for (const part of parts(rollups))
      await db
        .insertInto(table)
        .values(part.map((rollup) => ({ ...series, ...rollup })))
        .execute();
  }
  return readings;
}

const CHANNEL = ['no', 'first_ts', 'last_ts', 'last_num', 'last_text', 'pruned_to', 'mark_rev'] as const;
type FollowedChannel = Pick<Row<'channels'>, (typeof CHANNEL)[number]>;

const channelOf = (db: Db, { organizationId }: Place, channelNo: number): Promise<FollowedChannel> =>
  tenantDb({ db, organization_id: organizationId })
    .selectFrom('channels')
    .select(CHANNEL)
    .where('no', '=', channelNo)
    .executeTakeFirstOrThrow();

/** The channel's first and newest readings, and the newest that was ahead of its receipt. What retention has deleted stays as it is. */
export async function followChannel(
  db: Db,
  { organizationId, organizationNo }: Place,
  channel: FollowedChannel,
  overlay: Overlay | null,
): Promise<void> {
  const channelNo = channel.no;
  const raw = readingReader({ db, organization_no: organizationNo });
  const reader = correctedReader(raw, overlay);
  const [first] = await raw.range(channelNo, { limit: 1 });
  const last = await reader.newest(channelNo, { without: NEVER_LAST });
  const after = last && { from: last.ts + 1 };
  const silent = await reader.newest(channelNo, { having: LEFT_OUT, ...after });
  const isExcluded = silent !== undefined && (silent.quality & EXCLUDED) !== 0;
  const failing = isExcluded ? await reader.newest(channelNo, { having: SENSOR_ERROR, without: EXCLUDED, ...after }) : silent;
  const ahead = await db
    .selectFrom('readings_ahead')
    .select('ts')
    .where('org_no', '=', organizationNo)
    .where('channel_no', '=', channelNo)
    .orderBy('ts', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isPruned = (ts: number | null) => ts !== null && channel.pruned_to !== null && ts < channel.pruned_to;
  const newest = last
    ? { last_ts: last.ts, last_num: last.num, last_text: last.text }
    : isPruned(channel.last_ts)
      ? {}
      : { last_ts: null, last_num: null, last_text: null };
  await tenantDb({ db, organization_id: organizationId })
    .updateTable('channels')
    .set({
      ...(isPruned(channel.first_ts) ? {} : { first_ts: first?.ts ?? null }),
      ...newest,
      ahead_ts: ahead?.ts ?? null,
      left_out_ts: failing?.ts ?? null,
      excluded_ts: isExcluded ? silent.ts : null,
    })
    .where('no', '=', channelNo)
    .execute();
}

/** A deletion in one series. */
function of<Q extends { where(column: 'org_no' | 'channel_no', operator: '=', value: number): Q }>(query: Q, series: Series): Q {
  return query.where('org_no', '=', series.org_no).where('channel_no', '=', series.channel_no);
}
