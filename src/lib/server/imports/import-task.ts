import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';
import { IMPORT_MOST_ROWS, IMPORT_NAMED_PROBLEMS, type ImportCheck, type ImportProblem } from '../../contract/imports.ts';
import type { ReadingCounts } from '../../contract/tasks.ts';
import type { TableSpec } from '../../domain/tables/table-reader.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { decodeRows, readPart, type TablePart, writePart } from '../ingest/decode-table.ts';
import { toReadings } from '../ingest/ingest.service.ts';
import { publishMessage } from '../ingest/live.ts';
import { Usage } from '../ingest/usage.ts';
import { can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { keptFrom } from '../kernel/kept-from.ts';
import type { ReceivedMessage, ReceivedReading } from '../kernel/reading-store.ts';
import { packed } from '../kernel/unzip.ts';
import { readingsRepo } from '../readings/readings.repo.ts';
import { paceOfSlices, type Cursor as TakenBack, takeBack } from '../received-data/reparse-task.ts';
import { type DecodersOf, decodersOf } from '../received-data/sayings.ts';
import { recordingsRepo } from '../recordings/recordings.repo.ts';
import type { Slice, TaskKind, TaskRun } from '../tasks/task-kind.ts';
import { type Place, pieceAt } from './import-file.ts';
import { channelsOf, type LoggerChannel, specOf } from './import-spec.ts';
import { recordImport } from './imported-recording.ts';
import { type ImportRow, importsRepo } from './imports.repo.ts';
import type { ImportParams } from './imports.service.ts';

/** Under which its messages are kept. */
const DOOR = 'import';
/** Parts that a check reads in one slice, and messages that an undo looks at in one. */
const CHECKED_PARTS = 8;
const UNDONE_PARTS = 20;

interface Cursor extends Place {
  /** The moment of the last row, from which the order of times that come twice goes on. */
  previous: number | null;
  /** Messages that were stored. */
  parts: number;
  counts: ReadingCounts;
  /** All of it is stored; what is left is the recording of it. */
  stored?: true;
  found: Omit<ImportCheck, keyof ReadingCounts | 'task_id' | 'from' | 'to' | 'failure'> & { from: number | null; to: number | null };
}

const BEGINNING: Cursor = {
  at: 0,
  line: 1,
  previous: null,
  parts: 0,
  counts: { rows: 0, new: 0, changed: 0, unchanged: 0, refused: 0, missing: 0 },
  found: {
    twice: { rows: 0, line: null, text: null },
    skipped: { rows: 0, line: null, text: null },
    problems: [],
    from: null,
    to: null,
  },
};

/** What all parts of a run are read with. */
interface Work {
  run: TaskRun;
  row: ImportRow;
  params: ImportParams;
  channels: LoggerChannel[];
  spec: TableSpec;
  limits: { keep_readings_days: number | null; ingest_mb_per_day: number | null };
  rowsOfPart: number;
}
type Failure = ImportCheck['failure'];
interface Part {
  part: TablePart;
  next: Place;
  isLast: boolean;
}

/** @param readingsOfPart what one message holds; the store commits no more of one at once */
const work = async (run: TaskRun, readingsOfPart: number): Promise<Work> => {
  const { ctx } = run;
  const params = run.params as ImportParams;
  const { row, channels, limits } = await ctx.db.read(ctx.organization.id, async (db) => {
    const repo = importsRepo({ db, organization_id: ctx.organization.id });
    const found = await repo.find(params.import_id);
    if (!found) throw new AppError('not_found');
    return { row: found, channels: await channelsOf(ctx, db, found.datalogger_id), limits: await repo.limits() };
  });
  if (!can(ctx, 'dlog:write', row.workspace_id)) throw new AppError('forbidden');
  return {
    run,
    row,
    params,
    channels,
    spec: specOf(params.settings, channels),
    limits,
    rowsOfPart: Math.max(1, Math.floor(readingsOfPart / params.settings.columns.length)),
  };
};

/** Where the first row with values begins. */
async function beginning({ run: { ctx }, row, params: { settings } }: Work): Promise<Cursor> {
  if (settings.head_rows === 0) return BEGINNING;
  const { next } = await pieceAt(ctx, row.hash, settings, BEGINNING, settings.head_rows);
  return { ...BEGINNING, ...next };
}

async function partAt(
  { run: { ctx }, row, params: { settings }, spec, rowsOfPart }: Work,
  cursor: Cursor,
): Promise<Part | { failure: NonNullable<Failure> }> {
  const { piece, next, isLast } = await pieceAt(ctx, row.hash, settings, cursor, rowsOfPart);
  if (piece.failure) return { failure: { code: piece.failure, line: cursor.line + (piece.rows[0]?.line ?? 1) - 1 } };
  if (cursor.counts.rows + piece.rows.length > IMPORT_MOST_ROWS) return { failure: { code: 'too_many_rows', line: cursor.line } };
  return { part: { spec, line: cursor.line, previous: cursor.previous, text: piece.text }, next, isLast };
}

interface Read {
  readings: ReceivedReading[];
  problems: ImportProblem[];
  /** The cursor behind the part, with what its rows say; without what became of its readings. */
  cursor: Cursor;
}

/** @param receivedAt with which the part is or would be kept, so that it is read the same again */
function readAll({ channels, limits, spec }: Work, { part, next }: Part, before: Cursor, receivedAt: number): Read {
  const { rows, previous } = readPart(part);
  const decoded = decodeRows(rows, spec, receivedAt);
  const oldest = keptFrom(receivedAt, limits.keep_readings_days);
  const byKey = new Map(
    channels.map(({ id, no, key, kind, archived_at, merged_into }) => [key, { id, no, key, kind, archived_at, merged_into }]),
  );
  // A channel that isn't there yet is made before anything is stored.
  const made = spec.columns.filter(({ key }) => !byKey.has(key));
  for (const [index, { key, kind }] of made.entries())
    byKey.set(key, { id: '', no: -1 - index, key, kind, archived_at: null, merged_into: null });
  const errors = [...decoded.errors];
  const { readings } = toReadings(
    decoded,
    decoded.keys.map((key) => {
      const channel = byKey.get(key);
      return channel === undefined ? 'unknown_channel' : channel.archived_at === null ? channel : 'channel_archived';
    }),
    { errors, receivedAt },
    oldest,
  );
  const lineOf = (index: number | undefined) => rows[index ?? 0]?.line ?? part.line;
  const problems = errors.map((error) => ({ ...error, line: error.line ?? lineOf(error.index) }));
  const { counts, found } = before;
  const touched = (at: 'twice' | 'skipped') => {
    const these = rows.filter((row) => row.at === at);
    const [first] = these;
    if (!first) return found[at];
    const known = found[at].line !== null ? found[at] : { line: first.line, text: lineText(part, first.line) };
    return { line: known.line, text: known.text, rows: found[at].rows + these.length };
  };
  let { from, to } = found;
  for (const { ts } of readings) {
    if (from === null || ts < from) from = ts;
    if (to === null || ts > to) to = ts;
  }
  return {
    readings,
    problems,
    cursor: {
      ...before,
      ...next,
      previous,
      counts: {
        ...counts,
        rows: counts.rows + rows.length,
        refused: counts.refused + problems.length,
        missing: counts.missing + rows.reduce((sum, row) => sum + row.values.filter((value) => value === null).length, 0),
      },
      found: {
        twice: touched('twice'),
        skipped: touched('skipped'),
        problems: [...found.problems, ...problems.slice(0, IMPORT_NAMED_PROBLEMS - found.problems.length)],
        from,
        to,
      },
    },
  };
}

const lineText = ({ text, line }: TablePart, of: number): string => (text.split(/\r\n|\r|\n/)[of - line] ?? '').slice(0, 60).toWellFormed();

/** What would become of readings, against what is stored. */
async function compared(
  { run: { ctx } }: Work,
  readings: readonly ReceivedReading[],
): Promise<Pick<ReadingCounts, 'new' | 'changed' | 'unchanged'>> {
  const known = [...new Set(readings.map(({ channelNo }) => channelNo).filter((no) => no >= 0))];
  const moments = [...new Set(readings.map(({ ts }) => ts))];
  const held =
    known.length === 0
      ? []
      : await ctx.db.read(ctx.organization.id, (db) => readingsRepo({ db, organization_no: ctx.organization.no }).at(known, moments));
  const values = new Map(held.map(({ channel_no, ts, num, text }) => [`${channel_no} ${ts}`, text ?? num]));
  const counts = { new: 0, changed: 0, unchanged: 0 };
  for (const { channelNo, ts, num, text } of readings) {
    const key = `${channelNo} ${ts}`;
    const value = text ?? num;
    const before = values.get(key);
    counts[before === undefined ? 'new' : before === value ? 'unchanged' : 'changed']++;
    values.set(key, value);
  }
  return counts;
}

const added = (cursor: Cursor, more: Pick<ReadingCounts, 'new' | 'changed' | 'unchanged'>): Cursor => {
  const { counts } = cursor;
  const sums = { new: counts.new + more.new, changed: counts.changed + more.changed, unchanged: counts.unchanged + more.unchanged };
  return { ...cursor, counts: { ...counts, ...sums } };
};

/** Rows that the whole file probably has. */
const guessedRows = ({ at, counts }: Cursor, size: number): number | null => (at === 0 ? null : Math.round((counts.rows * size) / at));

/** Reads a whole file and stores nothing: what it finds is written into the import. */
export const checkImportFile = (readingsOfPart: number): TaskKind<Cursor> => ({
  version: 1,
  async step(run, given) {
    const all = await work(run, readingsOfPart);
    let cursor = given ?? (await beginning(all));
    for (let n = 0; n < CHECKED_PARTS; n++) {
      const part = await partAt(all, cursor);
      if ('failure' in part) return checked(all, cursor, part.failure);
      const read = readAll(all, part, cursor, run.ctx.clock.now());
      cursor = added(read.cursor, await compared(all, read.readings));
      if (part.isLast) return checked(all, cursor, cursor.counts.rows === 0 ? { code: 'no_rows', line: cursor.line } : null);
      await nextTurn();
    }
    return { cursor, done: cursor.counts.rows, total: guessedRows(cursor, all.row.size) };
  },
});

function checked({ run, row, params }: Work, cursor: Cursor, failure: Failure): Slice<Cursor> {
  const { counts, found } = cursor;
  const { id, ctx } = run;
  const check: ImportCheck = {
    ...counts,
    ...found,
    task_id: id,
    failure,
    from: formatInstant(found.from),
    to: formatInstant(found.to),
  };
  return {
    cursor,
    done: counts.rows,
    total: counts.rows,
    finished: { result: { counts } },
    write: (db: Db) =>
      importsRepo({ db, organization_id: ctx.organization.id }).putChecked(row.id, JSON.stringify(params.settings), JSON.stringify(check)),
  };
}

/** Names the message of a part by its task and its place, so that one that is stored is known when the slice is done again. */
export function partId({ id, createdAt }: Pick<TaskRun, 'id' | 'createdAt'>, part: number): string {
  const hex = createHash('sha256').update(`${id} ${part}`).digest('hex');
  const time = Math.floor(createdAt / 1_000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

/**
 * Stores a whole file, part by part, each as a message of its own, and makes the recording of it that somebody wanted. Undone, each message is taken
 * back; the recording stays and says so (decision 0051).
 */
export const runImportFile = (
  readingsOfPart: number,
  decoders: DecodersOf = decodersOf,
  pace = paceOfSlices(),
): TaskKind<Cursor, TakenBack> => ({
  version: 1,
  async step(run, given) {
    const all = await work(run, readingsOfPart);
    if (given?.stored) return recorded(all, given);
    const before = given ?? (await beginning(all));
    const part = await partAt(all, before);
    if ('failure' in part) throw new AppError('conflict');
    const receivedAt = run.ctx.clock.now();
    const read = readAll(all, part, before, receivedAt);
    const isEmpty = part.part.text.trim() === '';
    const stored = isEmpty ? NOTHING : await store(all, part.part, read, { id: partId(run, before.parts), receivedAt });
    const cursor = { ...added(read.cursor, stored), parts: before.parts + 1 };
    cursor.counts.refused += stored.past;
    const slice: Slice<Cursor> = {
      cursor,
      done: cursor.counts.rows,
      total: all.params.rows,
      write: (db) => importsRepo({ db, organization_id: run.ctx.organization.id }).filed(all.row.datalogger_id, receivedAt),
    };
    if (!part.isLast) return slice;
    tellLogger(all);
    if (all.params.recording) return { ...slice, cursor: { ...cursor, stored: true }, total: cursor.counts.rows };
    return { ...slice, total: cursor.counts.rows, finished: { result: { counts: cursor.counts, parts: cursor.parts } } };
  },
  async undo(run, given) {
    const { row } = await work(run, readingsOfPart);
    const first = partAfter(run, given?.after?.id);
    const ids = Array.from({ length: UNDONE_PARTS }, (_, n) => partId(run, first + n));
    const slice = await takeBack(run, given, row.datalogger_id, { ids, decoders, pace });
    return slice.finished ? withRecording(run, slice) : slice;
  },
});

/** The last slice of an import of which a recording is wanted. Its id follows from the task: done again, it finds the one that is there. */
async function recorded({ run, channels, params, row }: Work, cursor: Cursor): Promise<Slice<Cursor>> {
  const { counts, found, parts } = cursor;
  const { keys: chosen, ...wanted } = params.recording!;
  const keys = params.settings.columns.map(({ key }) => key).filter((key) => chosen?.includes(key) ?? true);
  const recording = await recordImport(run, {
    import_id: row.id,
    wanted,
    channels: keys.flatMap((key) => channels.find((channel) => channel.key === key) ?? []),
    span: found,
  });
  return { cursor, done: counts.rows, total: counts.rows, finished: { result: { counts, parts, recording } } };
}

/** The last slice of an undo: the recording that the import made says that its readings were taken back. */
async function withRecording({ ctx, id }: TaskRun, slice: Slice<TakenBack>): Promise<Slice<TakenBack>> {
  const repoIn = (db: Db) => recordingsRepo({ db, organization_id: ctx.organization.id }, ctx.clock.now());
  const made = await ctx.db.read(ctx.organization.id, (db) => repoIn(db).importedBy(id));
  if (!made) return slice;
  return {
    ...slice,
    finished: { ...slice.finished, result: { ...slice.finished?.result, recording: { id: made.id, failure: null } } },
    async write(db) {
      await slice.write?.(db);
      await repoIn(db).importUndone(made.id);
    },
    committed() {
      slice.committed?.();
      ctx.bus.publish(ctx.organization.id, {
        name: 'changed',
        data: { entity: 'recordings', id: made.id, workspace_id: made.workspace_id },
      });
    },
  };
}

/** The part behind the one whose message has this id; nobody wrote down how many there are, so they are counted from the first. */
function partAfter(run: TaskRun, id: string | undefined): number {
  if (id === undefined) return 0;
  for (let part = 0; part <= IMPORT_MOST_ROWS; part++) if (partId(run, part) === id) return part + 1;
  throw new Error(`task ${run.id} never stored message ${id}`);
}

const NOTHING = { new: 0, changed: 0, unchanged: 0, past: 0 };

/** Stores a part as a message, unless a process that was killed then did so before. */
async function store(
  { run: { ctx }, row, channels, limits }: Work,
  part: TablePart,
  { readings, problems }: Read,
  { id, receivedAt }: { id: string; receivedAt: number },
): Promise<typeof NOTHING> {
  if (ctx.space?.fullSince) throw new AppError('storage_full');
  const { organization } = ctx;
  const { mb_per_day: mbPerDay, datalogger_id: dataloggerId } = row;
  const wait = await new Usage(ctx).wait({ organization, organizationMbPerDay: limits.ingest_mb_per_day, mbPerDay, dataloggerId });
  if (wait > 0) throw new AppError('over_quota', { retryAfter: wait });
  const repoIn = (db: Db) => importsRepo({ db, organization_id: ctx.organization.id });
  const there = await ctx.db.read(ctx.organization.id, (db) => repoIn(db).stored(id));
  if (there) {
    const past = readings.length - there.points;
    return { new: there.new, changed: there.replaced, unchanged: there.duplicate, past };
  }
  const bytes = Buffer.from(writePart(part));
  const message: ReceivedMessage = {
    id,
    organizationId: ctx.organization.id,
    organizationNo: ctx.organization.no,
    workspaceId: row.workspace_id,
    dataloggerId: row.datalogger_id,
    dataloggerNo: row.datalogger_no,
    credentialId: null,
    door: DOOR,
    decoder: 'table@2',
    contentType: 'text/csv',
    contentEncoding: null,
    receivedAt,
    size: bytes.byteLength,
    ...(await packed(bytes, null)),
    status: problems.length === 0 ? 'stored' : readings.length > 0 ? 'partial' : 'rejected',
    errors: problems,
    readings,
    isHistory: true,
  };
  const result = await ctx.db.readings.commit(message);
  if (ctx.bus.isWatched(message.organizationId))
    publishMessage(ctx.bus, message, result, {
      name: row.datalogger_name,
      channels: new Map(channels.map((channel) => [channel.key, channel])),
    });
  return { new: result.new, changed: result.replaced, unchanged: result.duplicate, past: result.past?.length ?? 0 };
}

/** Open pages of the logger read its channels and its chart anew, lists its state. */
function tellLogger({ run: { ctx }, row, channels }: Work): void {
  const { workspace_id, datalogger_id } = row;
  const [first] = channels;
  ctx.bus.publish(ctx.organization.id, { name: 'changed', data: { entity: 'dataloggers', id: datalogger_id, workspace_id } });
  if (first)
    ctx.bus.publish(ctx.organization.id, { name: 'changed', data: { entity: 'channels', id: first.id, workspace_id, datalogger_id } });
}
