import { Buffer } from 'node:buffer';
import cs from '../../../../locales/cs/received-data.json' with { type: 'json' };
import csFile from '../../../../locales/cs/received-data-export.json' with { type: 'json' };
import en from '../../../../locales/en/received-data.json' with { type: 'json' };
import enFile from '../../../../locales/en/received-data-export.json' with { type: 'json' };
import sk from '../../../../locales/sk/received-data.json' with { type: 'json' };
import skFile from '../../../../locales/sk/received-data-export.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import type { ReceivedDataExport } from '../../contract/tasks.ts';
import { CSV_BOM, CSV_DIALECTS, csvLine } from '../../domain/text/csv-writer.ts';
import { parseQueryInstant } from '../../domain/time/instant.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { fileWord } from '../../i18n/file-word.ts';
import type { Key } from '../../i18n/index.ts';
import { offsetIfTwice } from '../../i18n/twice.ts';
import type { Ctx } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { appendTo, keepFile, resumed } from '../tasks/task-file.ts';
import type { Slice, TaskKind, TaskRun } from '../tasks/task-kind.ts';
import { type Filter, type ReceivedDataRow, receivedDataRepo } from './received-data.repo.ts';

const FILES = { cs: csFile, en: enFile, sk: skFile } satisfies Record<Locale, object>;
const LIST = { cs, en, sk } satisfies Record<Locale, object>;
const word = (locale: Locale, key: Extract<Key, `received-data-export:${string}`>) => fileWord(FILES[locale], key);
const COLUMNS = [
  'received_at',
  'datalogger',
  'status',
  'points',
  'new',
  'duplicate',
  'replaced',
  'errors',
  'warnings',
  'size',
  'door',
  'topic',
  'type',
  'withdrawn',
  'id',
] as const;

interface Cursor {
  /** The last message that is written; null = there is none yet. */
  after: { id: string; received_at: number } | null;
  done: number;
  total: number | null;
  /** Bytes that count of the file; behind them may stand what was never committed. */
  bytes: number;
  /** The claim under which the file is written. */
  claim: string;
  /** Workspaces whose messages are in it. */
  workspaces: 'all' | string[];
}

/**
 * Everything that the filters leave of what was received before the export was asked for; newest first, as the list has it.
 * @param messagesOfSlice what is in memory at once
 */
export const exportReceivedData = (messagesOfSlice: number): TaskKind<Cursor> => ({
  version: 1,
  async step(run, given) {
    const params = run.params as ReceivedDataExport;
    const { ctx } = run;
    const readable = readableWorkspaces(ctx, params.workspace_id);
    if (readable !== 'all' && readable.length === 0) throw new AppError('forbidden');
    const known = given && sameWorkspaces(given.workspaces, readable) ? await resumed(run, given) : null;
    const cursor = known ?? (await begin(run, filterOf(run, readable), readable));
    const filter = filterOf(run, readable);
    const page = { descending: true, after: cursor.after, limit: messagesOfSlice };
    const rows = await longRead(ctx, (db) => receivedDataRepo({ db, organization_id: ctx.organization.id }).list(filter, page));
    const { lines, zone } = await writing(ctx, params);
    const head = cursor.bytes === 0 ? CSV_BOM + headOf(params.locale, zone) : '';
    const text = Buffer.from(head + rows.map(lines).join(''));
    await appendTo(run, cursor, text);
    const last = rows.at(-1);
    const next: Cursor = {
      ...cursor,
      after: last ? { id: last.id, received_at: last.received_at } : cursor.after,
      done: cursor.done + rows.length,
      bytes: cursor.bytes + text.byteLength,
    };
    const slice: Slice<Cursor> = { cursor: next, done: next.done, total: next.total === null ? null : Math.max(next.total, next.done) };
    return rows.length === messagesOfSlice ? slice : { ...slice, total: next.done, finished: await finish(run, next, zone) };
  },
});

const sameWorkspaces = (a: Cursor['workspaces'], b: Cursor['workspaces']) => [...a].sort().join() === [...b].sort().join();

function filterOf({ ctx, params, createdAt }: TaskRun, workspaces: Filter['workspaces']): Filter {
  const { datalogger_id, status, door, topic, warned, from, to } = params as ReceivedDataExport;
  return {
    workspaces,
    datalogger: datalogger_id === undefined ? undefined : { org_no: ctx.organization.no, id: datalogger_id },
    status,
    door,
    topic,
    warned,
    from: from === undefined ? undefined : parseQueryInstant(from),
    // What comes while it is written belongs to the next one.
    to: Math.min(to === undefined ? createdAt : parseQueryInstant(to), createdAt),
  };
}

async function begin({ ctx, claim }: TaskRun, filter: Filter, workspaces: Cursor['workspaces']): Promise<Cursor> {
  const count = longRead(ctx, (db) => receivedDataRepo({ db, organization_id: ctx.organization.id }).countAll(filter));
  // Where counting takes too long nobody is told how much there is.
  const total = await count.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'read_too_long') return null;
    throw error;
  });
  return { after: null, done: 0, total, bytes: 0, claim, workspaces };
}

async function finish(run: TaskRun, cursor: Cursor, zone: string): Promise<NonNullable<Slice<Cursor>['finished']>> {
  const { params, createdAt } = run;
  const day = new Date(wallOf(Math.floor(createdAt / 1_000), zone)).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  const name = `${word((params as ReceivedDataExport).locale, 'received-data-export:file')}-${day}.csv`;
  return { result: { workspaces: cursor.workspaces }, file: { name, ...(await keepFile(run, cursor)) } };
}

function headOf(locale: Locale, zone: string): string {
  return csvLine(
    COLUMNS.map(
      (id) => word(locale, `received-data-export:column.${id}`) + (id === 'received_at' || id === 'withdrawn' ? ` (${zone})` : ''),
    ),
    CSV_DIALECTS[locale],
  );
}

/** How a message is written, and in which zone: that of the workspace when it is of one, else the organisation's. */
async function writing(
  ctx: Ctx,
  { locale, workspace_id }: ReceivedDataExport,
): Promise<{ lines(row: ReceivedDataRow): string; zone: string }> {
  const zone = await ctx.db.read(ctx.organization.id, (db) =>
    receivedDataRepo({ db, organization_id: ctx.organization.id }).zone(workspace_id),
  );
  const { status, door } = LIST[locale];
  const moment = (us: number) => {
    const ms = Math.floor(us / 1_000);
    const wall = new Date(wallOf(ms, zone)).toISOString().slice(0, 23).replace('T', ' ').replace('.', CSV_DIALECTS[locale].decimal);
    return [wall, offsetIfTwice(ms, zone).replace('\u2212', '-')].filter(Boolean).join(' ');
  };
  return {
    zone,
    lines(row) {
      const way = (door as Record<string, string>)[row.door] ?? row.door;
      const counts = [row.points, row.new, row.duplicate, row.replaced, row.error_count, row.warning_count, row.size];
      const withdrawn = row.withdrawn_at === null ? null : moment(row.withdrawn_at);
      return csvLine(
        [moment(row.received_at), row.datalogger_name, status[row.status], ...counts, way, row.topic, row.content_type, withdrawn, row.id],
        CSV_DIALECTS[locale],
      );
    },
  };
}
