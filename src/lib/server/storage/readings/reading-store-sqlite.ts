import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { AppError } from '../../../contract/errors.ts';
import type { Clock } from '../../kernel/context.ts';
import { createUuidv7 } from '../../kernel/ids.ts';
import { LEFT_OUT, NEVER_LAST } from '../../kernel/reading-store.ts';
import type { Schema } from '../../kernel/schema.ts';
import { CommittedAlarms, type Watched } from '../alarms/committed-alarms.ts';
import { objectMaker, sqliteError } from '../kysely-sqlite.ts';
import type { Queue } from '../queue.ts';
import { type CorrectionRow, correctionsSql, OverlayMemory } from './overlay.ts';
import { beginning, GroupCommit, type GroupEngine, type MessageSlice, number } from './reading-store-group.ts';
import {
  bySeries,
  decide,
  type LastColumns,
  lastCounted,
  type NewValue,
  NO_LAST,
  type RollupWrites,
  rollupWrites,
  type Series,
  type StoredChannel,
  type StoredValue,
  sealedMoments,
} from './reading-store-plan.ts';
import { CredentialStamps, KnownSenders, laterColumns, RECEIVED_COLUMNS, receivedRow, sightings } from './reading-store-slices.ts';
import { type FoldedReading, foldReadings, ROLLUP_COLUMNS, type Rollup, WIDTH_1H, WIDTH_5M } from './rollups.ts';
import { prepareSealed, SealedReadings } from './sealed-sqlite.ts';

const SQLITE_CONSTRAINT = 19;
/** How many good numbers one statement inserts, as many as there are at once: most of what a row costs is its call and its values. */
const RUNS = [100, 20];

type Statements = ReturnType<typeof prepare>;

/** The group commit of one writing connection: prepared statements, all in one synchronous turn of the writers' queue. */
export function createSqliteReadingStore({
  raw,
  writing,
  queue,
  clock,
  committed,
}: {
  raw: DatabaseSync;
  /** The same connection. */
  writing: Kysely<Schema>;
  queue: Queue;
  clock: Clock;
  /** Is told of each commit. */
  committed(): void;
}): GroupCommit {
  const uuid = createUuidv7(clock);
  const alarms = new CommittedAlarms(uuid);
  const overlays = new OverlayMemory();
  const stamps = new CredentialStamps();
  const senders = new KnownSenders();
  let statements: Statements | undefined;

  const engine: GroupEngine = {
    queueOf: () => '',
    parallel: 1,
    exclusively: (task) => queue.run(task),
    async store(slices) {
      // Prepared at the first use, when the tables are there.
      statements ??= prepare(raw);
      const due = stamps.due(slices);
      statements.begin.get();
      try {
        number(slices, (statements.numbers.get(beginning(slices)) as { last: number }).last);
        for (const slice of slices) if (slice.from === 0) slice.senderNo = senders.noOf(slice.message) ?? senderNo(statements, slice);
        for (const [organizationId, own] of Map.groupBy(slices, (slice) => slice.message.organizationId)) {
          const watched = storeOrganization(statements, organizationId, own, { uuid, alarms, overlays });
          if (watched.length > 0) await writing.connection().execute((db) => alarms.follow(db, own[0]!.message, watched));
        }
        for (const [id, { organizationId, receivedAt }] of due) statements.stampCredential.run(receivedAt, organizationId, id, receivedAt);
        statements.commit.get();
        committed();
      } catch (error) {
        if (raw.isTransaction) statements.rollback.get();
        throw error;
      }
      stamps.done(due);
      senders.done(slices);
    },
    explain: explain,
  };
  return new GroupCommit(engine);
}

/** A broken constraint is a message stored before. */
function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_CONSTRAINT)
    return new AppError('conflict', { cause: error });
  return sqliteError(error);
}

function senderNo(st: Statements, { message: { organizationNo, workspaceId, credentialId } }: MessageSlice): number {
  const key = [organizationNo, workspaceId, credentialId ?? ''] as const;
  return ((st.sender.get(...key) ?? st.newSender.get(...key)) as { no: number }).no;
}

/** @returns what alarms may follow from */
function storeOrganization(
  st: Statements,
  organizationId: string,
  slices: MessageSlice[],
  { uuid, alarms, overlays }: { uuid: () => string; alarms: CommittedAlarms; overlays: OverlayMemory },
): Watched[] {
  const { organizationNo } = slices[0]!.message;
  const all = bySeries(slices);
  const watched: Watched[] = [];
  const sealed = new SealedReadings(st.sealed, organizationNo);
  let sealedTo = Number.NEGATIVE_INFINITY;
  const stored = {
    reading: (channelNo: number, ts: number) =>
      st.reading.first(organizationNo, channelNo, ts) ?? (ts <= sealedTo ? sealed.find(channelNo, ts) : undefined),
    rollups(channelNo: number, hour: number) {
      const fives = st.fives.all(organizationNo, channelNo, hour, hour + WIDTH_1H);
      return hour <= sealedTo ? [...fives, ...sealed.fives(channelNo, hour)] : fives;
    },
  };
  for (const series of all) {
    const channel = st.channel.first(organizationId, series.channelNo);
    sealedTo = channel?.sealed_to ?? Number.NEGATIVE_INFINITY;
    const marked = { no: series.channelNo, mark_rev: channel?.mark_rev ?? null };
    const known = overlays.known(organizationId, marked);
    series.overlay =
      known === undefined ? overlays.keep(organizationId, marked, st.corrections.all(organizationId, series.channelNo)) : known;
    decide(series, channel, stored);
    sealed.unseal(series.channelNo, sealedMoments(series, channel!));
    storeSeries(st, organizationId, organizationNo, series, { uuid, sealed, sealedTo });
    if (channel!.alarm_rev !== null) alarms.look(watched, organizationId, series, channel!);
  }
  const { fives, hours } = rollupWrites(all);
  putRollups(st.putFive, st.removeFive, organizationNo, fives);
  putRollups(st.putHour, st.removeHour, organizationNo, hours);
  for (const slice of slices)
    if (slice.from === 0) st.received.get(...receivedRow(slice));
    else st.later.run(...laterColumns(slice), organizationNo, slice.no);
  for (const { dataloggerId, first, last, refused, day, bytes } of sightings(slices))
    if (st.seen.get(first, last, refused, day, bytes, organizationId, dataloggerId) === undefined) throw new AppError('device_unknown');
  return watched;
}

function storeSeries(
  st: Statements,
  organizationId: string,
  organizationNo: number,
  series: Series,
  { uuid, sealed, sealedTo }: { uuid: () => string; sealed: SealedReadings; sealedTo: number },
): void {
  const { channelNo, state, inserts } = series;
  for (let i = 0; i < inserts.length; ) {
    const { ts, num, text, quality, src } = inserts[i]!;
    const run = st.runs.find(({ length }) => isRun(inserts, i, length));
    if (!run) st.insert.get(organizationNo, channelNo, ts, num, text, quality, src);
    else if (isOfOne(inserts, i, run.length)) run.ofOne.get(organizationNo, channelNo, src, ...valuesOfOne(inserts, i, run.length));
    else run.mixed.get(organizationNo, channelNo, ...mixedValues(inserts, i, run.length));
    i += run?.length ?? 1;
  }
  for (const { ts, num, text, quality, src } of series.updates) st.update.run(num, text, quality, src, organizationNo, channelNo, ts);
  for (const { ts, replacedAt, num, text, quality, src } of series.revisions)
    st.revision.run(organizationNo, channelNo, ts, replacedAt, uuid(), num, text, quality, src);
  for (const ts of series.ahead) st.ahead.run(organizationNo, channelNo, ts);
  for (const ts of series.caughtUp) st.caughtUp.run(organizationNo, channelNo, ts);
  for (const hour of series.hours)
    for (const slot of hour.recompute) {
      const start = hour.ts + slot * WIDTH_5M;
      const readings = st.folded.all(organizationNo, channelNo, start, start + WIDTH_5M);
      hour.slots[slot] = foldReadings(start, series.overlay?.corrected(readings) ?? readings);
    }
  if (state && series.lastInDoubt) Object.assign(state, newest(st, organizationNo, series, { sealed, sealedTo }) ?? NO_LAST);
  if (state)
    st.updateChannel.get(
      state.first_ts,
      state.ahead_ts,
      state.left_out_ts,
      state.excluded_ts,
      state.last_ts,
      state.last_num,
      state.last_text,
      organizationId,
      channelNo,
    );
}

/** The newest reading that can be its channel's newest, as it counts. */
function newest(
  st: Statements,
  organizationNo: number,
  { channelNo, overlay }: Series,
  { sealed, sealedTo }: { sealed: SealedReadings; sealedTo: number },
): LastColumns | undefined {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const row = st.newest.first(organizationNo, channelNo, before);
    const rest = row && row.last_ts > sealedTo ? undefined : sealed.newest(channelNo, before);
    const found = row && rest ? (row.last_ts > rest.last_ts ? row : rest) : (row ?? rest);
    const counts = found && lastCounted(overlay, found);
    if (typeof counts !== 'number') return counts;
    before = counts;
  }
}

/** Are the next so many readings good numbers? */
function isRun(inserts: readonly NewValue[], from: number, length: number): boolean {
  if (from + length > inserts.length) return false;
  for (let i = from; i < from + length; i++) if (inserts[i]!.num === null || inserts[i]!.quality !== 0) return false;
  return true;
}

function isOfOne(inserts: readonly NewValue[], from: number, length: number): boolean {
  for (let i = from; i < from + length; i++) if (inserts[i]!.src !== inserts[from]!.src) return false;
  return true;
}

/** Moments and numbers by turns. */
function valuesOfOne(inserts: readonly NewValue[], from: number, length: number): SQLInputValue[] {
  const values: SQLInputValue[] = [];
  for (let i = from; i < from + length; i++) values.push(inserts[i]!.ts, inserts[i]!.num);
  return values;
}

/** The same with the message's number after each. */
function mixedValues(inserts: readonly NewValue[], from: number, length: number): SQLInputValue[] {
  const values: SQLInputValue[] = [];
  for (let i = from; i < from + length; i++) values.push(inserts[i]!.ts, inserts[i]!.num, inserts[i]!.src);
  return values;
}

function putRollups(put: Statements['putFive'], remove: Statements['removeFive'], organizationNo: number, writes: RollupWrites): void {
  for (const { channelNo, rollup: r } of writes.put)
    put.get(
      organizationNo,
      channelNo,
      r.ts,
      r.n,
      r.sum,
      r.min,
      r.max,
      r.first,
      r.last,
      r.first_ts,
      r.last_ts,
      r.area,
      r.resets,
      r.left_out,
    );
  for (const { channelNo, ts } of writes.remove) remove.run(organizationNo, channelNo, ts);
}

/** A query whose rows are objects of one shape, see `objectMaker`. */
function query<R>(raw: DatabaseSync, text: string) {
  const statement = raw.prepare(text);
  statement.setReturnArrays(true);
  const toObject = objectMaker(statement.columns().map(({ name }) => name)) as (row: unknown[]) => R;
  const rowsOf = (rows: unknown) => rows as unknown[][];
  return {
    all: (...parameters: SQLInputValue[]): R[] => rowsOf(statement.all(...parameters)).map(toObject),
    first(...parameters: SQLInputValue[]): R | undefined {
      const row = statement.get(...parameters) as unknown[] | undefined;
      return row && toObject(row);
    },
  };
}

/** The hot ones are called by `get` rather than `run`: it doesn't build a result that nobody reads. */
function prepare(raw: DatabaseSync) {
  const key = 'org_no = ? and channel_no = ? and ts = ?';
  const span = 'org_no = ? and channel_no = ? and ts >= ? and ts < ?';
  const rollup = ROLLUP_COLUMNS.join();
  const put = (table: string) =>
    raw.prepare(`insert into ${table} (org_no, channel_no, ts, ${rollup}) values (?, ?, ?, ${ROLLUP_COLUMNS.map(() => '?').join()})
      on conflict do update set ${ROLLUP_COLUMNS.map((column) => `${column} = excluded.${column}`).join()}`);
  const marks = RECEIVED_COLUMNS.replaceAll(/[^,]+/g, '?');
  return {
    sealed: prepareSealed(raw),
    begin: raw.prepare('begin immediate'),
    commit: raw.prepare('commit'),
    rollback: raw.prepare('rollback'),
    numbers: raw.prepare('update received_data_numbers set last = last + ? returning last'),
    channel: query<StoredChannel>(
      raw,
      'select first_ts, ahead_ts, left_out_ts, excluded_ts, last_ts, last_num, last_text, pruned_to, sealed_to, alarm_rev, alarm_open, mark_rev from channels where organization_id = ? and no = ?',
    ),
    updateChannel: raw.prepare(
      'update channels set first_ts = ?, ahead_ts = ?, left_out_ts = ?, excluded_ts = ?, last_ts = ?, last_num = ?, last_text = ? where organization_id = ? and no = ?',
    ),
    newest: query<LastColumns>(
      raw,
      `select ts as last_ts, num as last_num, text as last_text from readings
      where org_no = ? and channel_no = ? and ts < ? and quality & ${NEVER_LAST} = 0 order by ts desc limit 1`,
    ),
    corrections: query<CorrectionRow>(raw, correctionsSql('c.organization_id = ?1 and c.no = ?2')),
    reading: query<StoredValue>(raw, `select num, text, quality, src from readings where ${key}`),
    folded: query<FoldedReading>(
      raw,
      `select ts, num, quality from readings where ${span} and (num is not null or quality & ${LEFT_OUT} <> 0) order by ts`,
    ),
    insert: raw.prepare('insert into readings (org_no, channel_no, ts, num, text, quality, src) values (?, ?, ?, ?, ?, ?, ?)'),
    // A run that can't be inserted whole ends the transaction, so SQLite needn't keep what the statement changed.
    runs: RUNS.map((length) => ({
      length,
      ofOne: raw.prepare(`insert or rollback into readings (org_no, channel_no, src, ts, num)
        select org_no, channel_no, src, run.* from (select ? as org_no, ? as channel_no, ? as src), (values ${Array(length).fill('(?, ?)').join()}) as run`),
      mixed: raw.prepare(`insert or rollback into readings (org_no, channel_no, ts, num, src)
        select org_no, channel_no, run.* from (select ? as org_no, ? as channel_no), (values ${Array(length).fill('(?, ?, ?)').join()}) as run`),
    })),
    update: raw.prepare(`update readings set num = ?, text = ?, quality = ?, src = ? where ${key}`),
    revision: raw.prepare(
      'insert into reading_revisions (org_no, channel_no, ts, replaced_at, id, num, text, quality, src) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    ahead: raw.prepare('insert into readings_ahead (org_no, channel_no, ts) values (?, ?, ?) on conflict do nothing'),
    caughtUp: raw.prepare(`delete from readings_ahead where ${key}`),
    fives: query<Rollup>(raw, `select ts, ${rollup} from readings_5m where ${span} order by ts`),
    putFive: put('readings_5m'),
    putHour: put('readings_1h'),
    removeFive: raw.prepare(`delete from readings_5m where ${key}`),
    removeHour: raw.prepare(`delete from readings_1h where ${key}`),
    received: raw.prepare(`insert into received_data (${RECEIVED_COLUMNS}) values (${marks})`),
    later: raw.prepare(`update received_data set points = ?, "new" = ?, duplicate = ?, replaced = ?, status = ?, error_count = ?, errors = ?
      where org_no = ? and no = ?`),
    sender: raw.prepare('select no from received_data_senders where org_no = ? and workspace_id = ? and credential_id = ?'),
    newSender: raw.prepare('insert into received_data_senders (org_no, workspace_id, credential_id) values (?, ?, ?) returning no'),
    // The engine's min and max of several values are null when one is: then it stays what it was.
    seen: raw.prepare(`update dataloggers set
        first_seen_at = coalesce(min(first_seen_at, ?1), first_seen_at, ?1),
        last_seen_at = case when first_seen_at is null and ?1 is null then null else coalesce(max(last_seen_at, ?2), last_seen_at, ?2) end,
        refused_at = coalesce(max(refused_at, ?3), refused_at, ?3),
        used_bytes = case when used_day = ?4 then used_bytes + ?5 else ?5 end, used_day = ?4
      where organization_id = ?6 and id = ?7 returning 1`),
    stampCredential: raw.prepare(
      'update credentials set last_used_at = ? where organization_id = ? and id = ? and (last_used_at is null or last_used_at < ?)',
    ),
  };
}
