import type pg from 'pg';
import { AppError } from '../../../contract/errors.ts';
import type { Clock } from '../../kernel/context.ts';
import { createUuidv7 } from '../../kernel/ids.ts';
import { LEFT_OUT, NEVER_LAST } from '../../kernel/reading-store.ts';
import { CommittedAlarms, type Watched } from '../alarms/committed-alarms.ts';
import { overClient } from '../over-client.ts';
import { postgresError } from '../postgres-errors.ts';
import { type CorrectionRow, correctionsSql, OverlayMemory } from './overlay.ts';
import { beginning, GroupCommit, type GroupEngine, type MessageSlice, number } from './reading-store-group.ts';
import {
  bySeries,
  decide,
  type HourWork,
  type LastColumns,
  lastCounted,
  NO_LAST,
  newestOf,
  type RollupWrites,
  rollupWrites,
  type Series,
  type StoredChannel,
  type StoredValue,
  sealedMoments,
} from './reading-store-plan.ts';
import {
  CredentialStamps,
  KnownSenders,
  laterColumns,
  RECEIVED_COLUMNS,
  receivedRow,
  type Sighting,
  sightings,
} from './reading-store-slices.ts';
import { bucketStart, type FoldedReading, foldReadings, ROLLUP_COLUMNS, type Rollup, WIDTH_1H, WIDTH_5M } from './rollups.ts';
import { ROLLUP_TYPES, SealedReadings } from './sealed-postgres.ts';

/** Groups of different organisations that one process commits side by side. */
const PARALLEL = 4;
const ATTEMPTS = 3;
/** Serialization failure, deadlock. */
const AGAIN = new Set(['40001', '40P01']);
const UNIQUE = '23505';

/**
 * The group commit over a pool. A transaction holds one organisation; it locks the loggers and then the channels it touches, each in the
 * order of their keys, so that processes wait for each other instead of dead-locking, and decides on what it then reads.
 */
export function createPostgresReadingStore({ pool, clock }: { pool: pg.Pool; clock: Clock }): GroupCommit {
  const uuid = createUuidv7(clock);
  const means: Means = {
    uuid,
    alarms: new CommittedAlarms(uuid),
    overlays: new OverlayMemory(),
    stamps: new CredentialStamps(),
    senders: new KnownSenders(),
  };
  const engine: GroupEngine = {
    queueOf: (message) => message.organizationId,
    parallel: PARALLEL,
    exclusively: (task) => task(),
    async store(slices) {
      for (let attempt = 1; ; attempt++) {
        for (const slice of slices) clear(slice);
        try {
          return await transaction(pool, slices, means);
        } catch (error) {
          if (attempt === ATTEMPTS || !AGAIN.has(codeOf(error))) throw error;
        }
      }
    },
    explain,
  };
  return new GroupCommit(engine);
}

/** What a process remembers between its transactions, and what it makes ids with. */
interface Means {
  uuid: () => string;
  alarms: CommittedAlarms;
  overlays: OverlayMemory;
  stamps: CredentialStamps;
  senders: KnownSenders;
}

function clear(slice: MessageSlice): void {
  const { counts, past, lasts, alarms } = slice;
  counts.new = 0;
  counts.duplicate = 0;
  counts.replaced = 0;
  slice.bytes = 0;
  past.length = 0;
  lasts.length = 0;
  alarms.length = 0;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A broken key is a message stored before. */
function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (codeOf(error) === UNIQUE) return new AppError('conflict', { cause: error });
  return postgresError(error);
}

async function transaction(pool: pg.Pool, slices: MessageSlice[], means: Means): Promise<void> {
  const { stamps, senders, alarms } = means;
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // One round trip. Numbers of a sequence are never waited for, and never given back.
    const answers = (await client.query(
      `begin; select set_config('app.organization_id', ${client.escapeLiteral(slices[0]!.message.organizationId)}, true);
        select max(nextval('received_data_no')) as last from generate_series(1, ${beginning(slices)})`,
    )) as unknown as pg.QueryResult<{ last: number }>[];
    number(slices, answers[2]!.rows[0]!.last);
    const due = stamps.due(slices);
    const { message } = slices[0]!;
    const statements = new Statements(client, message);
    await statements.findSenders(slices, senders);
    const watched = await storeOrganization(statements, slices, [...due], means);
    if (watched.length > 0) await alarms.follow(overClient(client), message, watched);
    await client.query('commit');
    stamps.done(due);
    senders.done(slices);
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** @returns what alarms may follow from */
async function storeOrganization(
  st: Statements,
  slices: MessageSlice[],
  due: [string, { receivedAt: number }][],
  { uuid, alarms, overlays }: Means,
): Promise<Watched[]> {
  await st.lockLoggers([...new Set(slices.map(({ message }) => message.dataloggerId))]);
  const all = bySeries(slices);
  const channels = await st.lockChannels(all.map((series) => series.channelNo));
  await st.findOverlays(all, channels, overlays);
  const stored = await st.load(all, channels);
  for (const series of all) decide(series, channels.get(series.channelNo), stored);
  for (const series of all) await st.sealed.unseal(series.channelNo, sealedMoments(series, channels.get(series.channelNo)!));
  await st.writeReadings(slices, all, uuid);
  await recompute(st, all);
  await st.findLasts(
    all.filter((series) => series.lastInDoubt),
    channels,
  );
  const { fives, hours } = rollupWrites(all);
  await st.writeRollups('readings_5m', fives);
  await st.writeRollups('readings_1h', hours);
  await st.writeStates(all, sightings(slices), due);
  const watched: Watched[] = [];
  for (const series of all) {
    const channel = channels.get(series.channelNo)!;
    if (channel.alarm_rev !== null) alarms.look(watched, slices[0]!.message.organizationId, series, channel);
  }
  return watched;
}

async function recompute(st: Statements, all: Series[]): Promise<void> {
  const buckets: { series: Series; hour: HourWork; slot: number; ts: number }[] = [];
  for (const series of all)
    for (const hour of series.hours) for (const slot of hour.recompute) buckets.push({ series, hour, slot, ts: hour.ts + slot * WIDTH_5M });
  if (buckets.length === 0) return;
  const rows = await st.folded(buckets.map(({ series, ts }) => ({ channelNo: series.channelNo, ts })));
  const byBucket = Map.groupBy(rows, (row) => row.bucket);
  buckets.forEach(({ series, hour, slot, ts }, i) => {
    const found = byBucket.get(i + 1) ?? [];
    hour.slots[slot] = foldReadings(ts, series.overlay?.corrected(found) ?? found);
  });
}

/** An array parameter as PostgreSQL's own text, which is quicker than the driver's general way. */
function numbers(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

/** Set-based statements of one transaction; named ones are prepared once in each connection. */
class Statements {
  readonly #client: pg.PoolClient;
  readonly #organizationId: string;
  readonly #organizationNo: number;
  readonly sealed: SealedReadings;

  constructor(client: pg.PoolClient, message: { organizationId: string; organizationNo: number }) {
    this.sealed = new SealedReadings(client, message.organizationNo);
    this.#client = client;
    this.#organizationId = message.organizationId;
    this.#organizationNo = message.organizationNo;
  }

  /** Gives the messages that begin the numbers of their senders. */
  async findSenders(slices: readonly MessageSlice[], known: KnownSenders): Promise<void> {
    const unknown: MessageSlice[] = [];
    for (const slice of slices) {
      if (slice.from > 0) continue;
      const no = known.noOf(slice.message);
      if (no === undefined) unknown.push(slice);
      else slice.senderNo = no;
    }
    if (unknown.length === 0) return;
    const values = [
      this.#organizationNo,
      unknown.map(({ message }) => message.workspaceId),
      unknown.map(({ message }) => message.credentialId ?? ''),
    ];
    await this.#client.query({
      name: 'insert-senders',
      text: `insert into received_data_senders (org_no, workspace_id, credential_id)
        select distinct $1::int, u.workspace_id, u.credential_id from unnest($2::text[], $3::text[]) as u(workspace_id, credential_id)
        order by 2, 3 on conflict do nothing`,
      values,
    });
    const { rows } = await this.#client.query<{ no: number; place: number }>({
      name: 'find-senders',
      text: `select s.no, u.place from unnest($2::text[], $3::text[]) with ordinality as u(workspace_id, credential_id, place)
        join received_data_senders s on s.org_no = $1 and s.workspace_id = u.workspace_id and s.credential_id = u.credential_id`,
      values,
    });
    for (const { no, place } of rows) unknown[place - 1]!.senderNo = no;
  }

  /** @throws AppError device_unknown for one that isn't there */
  async lockLoggers(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const { rows } = await this.#client.query({
      name: 'lock-loggers',
      text: 'select 1 from dataloggers where organization_id = $1 and id = any($2::text[]) order by id for no key update',
      values: [this.#organizationId, ids],
    });
    if (rows.length < ids.length) throw new AppError('device_unknown');
  }

  async lockChannels(nos: number[]): Promise<Map<number, StoredChannel>> {
    if (nos.length === 0) return new Map();
    const { rows } = await this.#client.query<StoredChannel & { no: number }>({
      name: 'lock-channels',
      text: `select no, first_ts, ahead_ts, left_out_ts, excluded_ts, last_ts, last_num, last_text, pruned_to, sealed_to, alarm_rev, alarm_open, mark_rev
        from channels where organization_id = $1 and no = any($2::int[]) order by no for no key update`,
      values: [this.#organizationId, numbers(nos)],
    });
    return new Map(rows.map(({ no, ...state }) => [no, state]));
  }

  /** Readings and 5-minute buckets that the group's readings may meet. */
  async load(all: Series[], channels: Map<number, StoredChannel>) {
    const keys = { channelNo: [] as number[], ts: [] as number[] };
    const hours = { channelNo: [] as number[], ts: [] as number[] };
    const sealedHours = new Map<number, number[]>();
    for (const { channelNo, readings } of all) {
      const channel = channels.get(channelNo);
      const known = channel === undefined ? Number.NEGATIVE_INFINITY : newestOf(channel);
      if (!Number.isFinite(known)) continue;
      const knownHour = bucketStart(known, WIDTH_1H);
      const touched = new Set<number>();
      for (const { ts } of readings) {
        if (ts <= known) {
          keys.channelNo.push(channelNo);
          keys.ts.push(ts);
        }
        const hour = bucketStart(ts, WIDTH_1H);
        if (hour <= knownHour) touched.add(hour);
      }
      for (const hour of touched) {
        hours.channelNo.push(channelNo);
        hours.ts.push(hour);
      }
      const sealedTo = channel?.sealed_to ?? Number.NEGATIVE_INFINITY;
      sealedHours.set(
        channelNo,
        [...touched].filter((hour) => hour <= sealedTo),
      );
    }
    const readings = await this.#readings(keys);
    for (const series of all) {
      const sealedTo = channels.get(series.channelNo)?.sealed_to ?? Number.NEGATIVE_INFINITY;
      const moments = series.readings.flatMap(({ ts }) => (ts <= sealedTo ? ts : []));
      for (const { ts, ...value } of await this.sealed.find(series.channelNo, moments)) inner(readings, series.channelNo).set(ts, value);
    }
    const rollups = await this.#hours(hours);
    for (const [channelNo, old] of sealedHours)
      for (const rollup of await this.sealed.fives(channelNo, old)) addToHour(rollups, channelNo, rollup);
    return {
      reading: (channelNo: number, ts: number): StoredValue | undefined => readings.get(channelNo)?.get(ts),
      rollups: (channelNo: number, hour: number): Rollup[] => rollups.get(channelNo)?.get(hour) ?? [],
    };
  }

  async #readings(keys: { channelNo: number[]; ts: number[] }): Promise<Map<number, Map<number, StoredValue>>> {
    const stored = new Map<number, Map<number, StoredValue>>();
    if (keys.ts.length === 0) return stored;
    // The bounds let the planner leave out the partitions of other years.
    const { rows } = await this.#client.query<StoredValue & { channel_no: number; ts: number }>({
      name: 'stored-readings',
      text: `select r.channel_no, r.ts, r.num, r.text, r.quality, r.src
        from (select distinct k.channel_no, k.ts from unnest($2::int[], $3::bigint[]) as k(channel_no, ts)) k
        join readings r on r.org_no = $1 and r.channel_no = k.channel_no and r.ts = k.ts
        where r.ts between $4::bigint and $5::bigint`,
      values: [this.#organizationNo, numbers(keys.channelNo), numbers(keys.ts), ...bounds(keys.ts)],
    });
    for (const { channel_no, ts, ...value } of rows) inner(stored, channel_no).set(ts, value);
    return stored;
  }

  async #hours(hours: { channelNo: number[]; ts: number[] }): Promise<Map<number, Map<number, Rollup[]>>> {
    const stored = new Map<number, Map<number, Rollup[]>>();
    if (hours.ts.length === 0) return stored;
    const { rows } = await this.#client.query<Rollup & { channel_no: number }>({
      name: 'stored-rollups',
      text: `select r.channel_no, r.ts, ${ROLLUP_COLUMNS.join()} from unnest($2::int[], $3::bigint[]) as h(channel_no, ts)
        join readings_5m r on r.org_no = $1 and r.channel_no = h.channel_no and r.ts >= h.ts and r.ts < h.ts + ${WIDTH_1H}`,
      values: [this.#organizationNo, numbers(hours.channelNo), numbers(hours.ts)],
    });
    for (const { channel_no, ...rollup } of rows) addToHour(stored, channel_no, rollup);
    return stored;
  }

  /** Messages, new readings, replaced readings and their revisions. */
  async writeReadings(slices: MessageSlice[], all: Series[], uuid: () => string): Promise<void> {
    await this.#received(slices);
    const inserts = columns(all, (series) => series.inserts);
    if (inserts.ts.length > 0)
      await this.#client.query({
        name: 'insert-readings',
        text: `insert into readings (org_no, channel_no, ts, num, text, quality, src)
          select $1::int, u.channel_no, u.ts, u.num, u.text, coalesce(u.quality, 0), u.src
          from unnest($2::int[], $3::bigint[], $4::float8[], $5::text[], $6::int2[], $7::bigint[])
            as u(channel_no, ts, num, text, quality, src)`,
        values: [this.#organizationNo, ...values(inserts), qualities(inserts), numbers(inserts.src)],
      });
    const updates = columns(all, (series) => series.updates);
    if (updates.ts.length > 0)
      await this.#client.query({
        name: 'update-readings',
        text: `update readings r set num = u.num, text = u.text, quality = coalesce(u.quality, 0), src = u.src
          from unnest($2::int[], $3::bigint[], $4::float8[], $5::text[], $6::int2[], $7::bigint[])
            as u(channel_no, ts, num, text, quality, src)
          where r.org_no = $1 and r.channel_no = u.channel_no and r.ts = u.ts and r.ts between $8::bigint and $9::bigint`,
        values: [this.#organizationNo, ...values(updates), qualities(updates), numbers(updates.src), ...bounds(updates.ts)],
      });
    const revisions = columns(all, (series) => series.revisions);
    if (revisions.ts.length > 0) {
      const replacedAt = all.flatMap((series) => series.revisions.map((revision) => revision.replacedAt));
      await this.#client.query({
        name: 'insert-revisions',
        text: `insert into reading_revisions (org_no, channel_no, ts, num, text, quality, src, replaced_at, id)
          select $1::int, u.channel_no, u.ts, u.num, u.text, coalesce(u.quality, 0), u.src, u.replaced_at, u.id
          from unnest($2::int[], $3::bigint[], $4::float8[], $5::text[], $6::int2[], $7::bigint[], $8::bigint[], $9::text[])
            as u(channel_no, ts, num, text, quality, src, replaced_at, id)`,
        values: [
          this.#organizationNo,
          ...values(revisions),
          qualities(revisions),
          numbers(revisions.src),
          numbers(replacedAt),
          replacedAt.map(() => uuid()),
        ],
      });
    }
    await this.#ahead(all);
  }

  async #ahead(all: Series[]): Promise<void> {
    const keys = (pick: (series: Series) => readonly number[]) => [
      numbers(all.flatMap((series) => pick(series).map(() => series.channelNo))),
      numbers(all.flatMap(pick)),
    ];
    if (all.some((series) => series.ahead.length > 0))
      await this.#client.query({
        name: 'insert-ahead',
        text: `insert into readings_ahead (org_no, channel_no, ts)
          select $1::int, * from unnest($2::int[], $3::bigint[]) on conflict do nothing`,
        values: [this.#organizationNo, ...keys((series) => series.ahead)],
      });
    if (all.some((series) => series.caughtUp.length > 0))
      await this.#client.query({
        name: 'delete-ahead',
        text: `delete from readings_ahead a using unnest($2::int[], $3::bigint[]) as d(channel_no, ts)
          where a.org_no = $1 and a.channel_no = d.channel_no and a.ts = d.ts`,
        values: [this.#organizationNo, ...keys((series) => series.caughtUp)],
      });
  }

  async #received(slices: MessageSlice[]): Promise<void> {
    const rows = slices.filter((slice) => slice.from === 0).map(receivedRow);
    if (rows.length > 0) {
      let mark = 0;
      const marks = rows.map((row) => `(${row.map(() => `$${++mark}`).join(',')})`).join(',');
      await this.#client.query(`insert into received_data (${RECEIVED_COLUMNS}) values ${marks}`, rows.flat());
    }
    for (const slice of slices)
      if (slice.from > 0)
        await this.#client.query({
          name: 'later-columns',
          text: `update received_data set points = $3, "new" = $4, duplicate = $5, replaced = $6, status = $7, error_count = $8, errors = $9
            where org_no = $1 and no = $2`,
          values: [this.#organizationNo, slice.no, ...laterColumns(slice)],
        });
  }

  /** What people say of the channels' readings, where anybody ever did. */
  async findOverlays(all: Series[], channels: Map<number, StoredChannel>, known: OverlayMemory): Promise<void> {
    const unknown: { series: Series; no: number; mark_rev: number }[] = [];
    for (const series of all) {
      const mark_rev = channels.get(series.channelNo)?.mark_rev ?? null;
      const overlay = known.known(this.#organizationId, { no: series.channelNo, mark_rev });
      if (overlay !== undefined) series.overlay = overlay;
      else unknown.push({ series, no: series.channelNo, mark_rev: mark_rev! });
    }
    if (unknown.length === 0) return;
    const { rows } = await this.#client.query<CorrectionRow & { no: number }>({
      name: 'find-overlays',
      text: correctionsSql('c.organization_id = $1 and c.no = any($2::int[])'),
      values: [this.#organizationId, numbers(unknown.map(({ no }) => no))],
    });
    const byChannel = Map.groupBy(rows, ({ no }) => no);
    for (const { series, ...channel } of unknown)
      series.overlay = known.keep(this.#organizationId, channel, byChannel.get(channel.no) ?? []);
  }

  /** The newest values of channels, where it isn't certain what they are. */
  async findLasts(inDoubt: Series[], channels: Map<number, StoredChannel>): Promise<void> {
    for (const series of inDoubt)
      Object.assign(series.state!, (await this.#newest(series, channels.get(series.channelNo)?.sealed_to ?? null)) ?? NO_LAST);
  }

  /** The newest reading that can be its channel's newest, as it counts. */
  async #newest({ channelNo, overlay }: Series, sealedTo: number | null): Promise<LastColumns | undefined> {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const { rows } = await this.#client.query<LastColumns>({
        name: 'newest-reading',
        text: `select ts as last_ts, num as last_num, text as last_text from readings
          where org_no = $1 and channel_no = $2 and ts < $3::bigint and quality & ${NEVER_LAST} = 0 order by ts desc limit 1`,
        values: [this.#organizationNo, channelNo, before],
      });
      const [row] = rows;
      const rest = sealedTo === null || (row && row.last_ts > sealedTo) ? undefined : await this.sealed.newest(channelNo, before);
      const found = row && rest ? (row.last_ts > rest.last_ts ? row : rest) : (row ?? rest);
      const counts = found && lastCounted(overlay, found);
      if (typeof counts !== 'number') return counts;
      before = counts;
    }
  }

  /** Readings of 5-minute buckets that are in rollups, in order of time; `bucket` is the position in the list, from 1. */
  async folded(buckets: { channelNo: number; ts: number }[]): Promise<(FoldedReading & { bucket: number })[]> {
    const { rows } = await this.#client.query<FoldedReading & { bucket: number }>({
      name: 'bucket-readings',
      text: `select b.bucket, r.ts, r.num, r.quality from unnest($2::int[], $3::bigint[]) with ordinality as b(channel_no, ts, bucket)
        join readings r on r.org_no = $1 and r.channel_no = b.channel_no and r.ts >= b.ts and r.ts < b.ts + ${WIDTH_5M}
        where r.num is not null or r.quality & ${LEFT_OUT} <> 0 order by b.bucket, r.ts`,
      values: [this.#organizationNo, numbers(buckets.map((b) => b.channelNo)), numbers(buckets.map((b) => b.ts))],
    });
    return rows;
  }

  async writeRollups(table: 'readings_5m' | 'readings_1h', { put, remove }: RollupWrites): Promise<void> {
    const of = (column: keyof Rollup) => numbers(put.map(({ rollup }) => rollup[column]));
    if (put.length > 0)
      await this.#client.query({
        name: `put-${table}`,
        text: `insert into ${table} (org_no, channel_no, ts, ${ROLLUP_COLUMNS.join()})
          select $1::int, * from unnest($2::int[], $3::bigint[], ${ROLLUP_COLUMNS.map((column, i) => `$${i + 4}::${ROLLUP_TYPES[column]}[]`).join()})
          on conflict (org_no, channel_no, ts) do update set ${ROLLUP_COLUMNS.map((column) => `${column} = excluded.${column}`).join()}`,
        values: [this.#organizationNo, numbers(put.map(({ channelNo }) => channelNo)), of('ts'), ...ROLLUP_COLUMNS.map(of)],
      });
    if (remove.length > 0)
      await this.#client.query({
        name: `remove-${table}`,
        text: `delete from ${table} r using unnest($2::int[], $3::bigint[]) as d(channel_no, ts)
          where r.org_no = $1 and r.channel_no = d.channel_no and r.ts = d.ts`,
        values: [this.#organizationNo, numbers(remove.map((r) => r.channelNo)), numbers(remove.map((r) => r.ts))],
      });
  }

  async writeStates(all: Series[], loggers: Sighting[], due: [string, { receivedAt: number }][]): Promise<void> {
    const moved = all.filter((series) => series.state !== undefined);
    if (moved.length > 0)
      await this.#client.query({
        name: 'update-channels',
        text: `update channels c set first_ts = u.first_ts, ahead_ts = u.ahead_ts, left_out_ts = u.left_out_ts,
            excluded_ts = u.excluded_ts, last_ts = u.last_ts, last_num = u.last_num, last_text = u.last_text
          from unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::float8[], $9::text[])
            as u(no, first_ts, ahead_ts, left_out_ts, excluded_ts, last_ts, last_num, last_text)
          where c.organization_id = $1 and c.no = u.no`,
        values: [
          this.#organizationId,
          numbers(moved.map((series) => series.channelNo)),
          numbers(moved.map(({ state }) => state!.first_ts)),
          numbers(moved.map(({ state }) => state!.ahead_ts)),
          numbers(moved.map(({ state }) => state!.left_out_ts)),
          numbers(moved.map(({ state }) => state!.excluded_ts)),
          numbers(moved.map(({ state }) => state!.last_ts)),
          numbers(moved.map(({ state }) => state!.last_num)),
          moved.map(({ state }) => state!.last_text),
        ],
      });
    if (loggers.length > 0)
      await this.#client.query({
        name: 'update-loggers',
        text: `update dataloggers d set first_seen_at = least(d.first_seen_at, u.first_at),
            last_seen_at = case when d.first_seen_at is null and u.first_at is null then null else greatest(d.last_seen_at, u.last_at) end,
            refused_at = greatest(d.refused_at, u.refused_at),
            used_bytes = case when d.used_day = u.day then d.used_bytes + u.bytes else u.bytes end, used_day = u.day
          from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::bigint[])
            as u(id, first_at, last_at, refused_at, day, bytes)
          where d.organization_id = $1 and d.id = u.id`,
        values: [
          this.#organizationId,
          loggers.map((logger) => logger.dataloggerId),
          numbers(loggers.map((logger) => logger.first)),
          numbers(loggers.map((logger) => logger.last)),
          numbers(loggers.map((logger) => logger.refused)),
          numbers(loggers.map((logger) => logger.day)),
          numbers(loggers.map((logger) => logger.bytes)),
        ],
      });
    if (due.length > 0)
      await this.#client.query({
        name: 'stamp-credentials',
        text: `update credentials c set last_used_at = greatest(c.last_used_at, u.used_at)
          from unnest($2::text[], $3::bigint[]) as u(id, used_at) where c.organization_id = $1 and c.id = u.id`,
        values: [this.#organizationId, due.map(([id]) => id), numbers(due.map(([, { receivedAt }]) => receivedAt))],
      });
  }
}

function inner<V>(outer: Map<number, Map<number, V>>, key: number): Map<number, V> {
  let map = outer.get(key);
  if (map === undefined) {
    map = new Map();
    outer.set(key, map);
  }
  return map;
}

function addToHour(stored: Map<number, Map<number, Rollup[]>>, channelNo: number, rollup: Rollup): void {
  const byHour = inner(stored, channelNo);
  const hour = bucketStart(rollup.ts, WIDTH_1H);
  const list = byHour.get(hour);
  if (list) list.push(rollup);
  else byHour.set(hour, [rollup]);
}

function bounds(ts: readonly number[]): [number, number] {
  let min = ts[0]!;
  let max = min;
  for (const one of ts) {
    if (one < min) min = one;
    if (one > max) max = one;
  }
  return [min, max];
}

interface Columns {
  src: number[];
  quality: number[];
  channelNo: number[];
  ts: number[];
  num: (number | null)[];
  text: (string | null)[];
}

function columns(all: Series[], pick: (series: Series) => readonly (StoredValue & { ts: number })[]): Columns {
  const made: Columns = { src: [], quality: [], channelNo: [], ts: [], num: [], text: [] };
  for (const series of all)
    for (const { ts, num, text, quality, src } of pick(series)) {
      made.src.push(src);
      made.quality.push(quality);
      made.channelNo.push(series.channelNo);
      made.ts.push(ts);
      made.num.push(num);
      made.text.push(text);
    }
  return made;
}

/** Array parameters of the columns; texts are left out (and read as null) when there are only numbers. */
function values({ channelNo, ts, num, text }: Columns): (string | (string | null)[] | null)[] {
  return [numbers(channelNo), numbers(ts), numbers(num), text.some((one) => one !== null) ? text : null];
}

/** Null when all are good, as they nearly always are: a shorter array is filled with nulls. */
function qualities({ quality }: Columns): string | null {
  return quality.some((one) => one !== 0) ? numbers(quality) : null;
}
