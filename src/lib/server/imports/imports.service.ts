import type { Context } from 'hono';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type createImport as createEndpoint,
  type DataImport,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_MOST_CHANNELS,
  type ImportCheck,
  type ImportedRecording,
  type ImportPreview,
  type ImportSettings,
  type previewImport as previewEndpoint,
  type runImport as runEndpoint,
} from '../../contract/imports.ts';
import { MOST_RECORDED } from '../../contract/recordings.ts';
import type { Task, TaskKindName } from '../../contract/tasks.ts';
import { guessSettings } from '../../domain/tables/guess.ts';
import { encodingOf, separatorOf } from '../../domain/text/csv.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { checkQuota, cleanName } from '../files/files.service.ts';
import { bodyOf, digest, keep, receive, withScratch } from '../files/store.ts';
import { type Ctx, can, type Deps, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { AppEnv } from '../kernel/http.ts';
import { invalid } from '../kernel/list.ts';
import { actorId } from '../kernel/rows.ts';
import { queueTask } from '../tasks/tasks.service.ts';
import { bytesAt, firstRows, isText, previewOf } from './import-file.ts';
import { channelsOf, checkSettings, specOf } from './import-spec.ts';
import { type ImportRow, importsRepo } from './imports.repo.ts';
import { makeChannels } from './make-channels.ts';

/** A file that nobody had stored is forgotten after so long, microseconds. */
const KEPT_US = 7 * 86_400e6;
const SLICE = 500;

export interface ImportParams {
  import_id: string;
  about: NonNullable<Task['about']>;
  settings: ImportSettings;
  /** Rows that the check counted. */
  rows: number | null;
  /** To be made of what was stored. */
  recording?: ImportedRecording | undefined;
}

const repoOf = (ctx: Ctx, db: Db) => importsRepo({ db, organization_id: ctx.organization.id });

const toImport = (row: ImportRow): DataImport => ({
  id: row.id,
  datalogger_id: row.datalogger_id,
  workspace_id: row.workspace_id,
  name: row.name,
  size: row.size,
  created_at: formatInstant(row.created_at),
  created_by: row.created_by,
  settings: row.settings === null ? null : (JSON.parse(row.settings) as ImportSettings),
  check: row.checked === null ? null : (JSON.parse(row.checked) as ImportCheck),
});

/** @throws AppError not_found, forbidden */
async function writable(ctx: Ctx, db: Db, id: string): Promise<ImportRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  if (!can(ctx, 'dlog:write', row.workspace_id)) throw new AppError('forbidden');
  return row;
}

/** The logger of an upload, with what its columns may be meant for. @throws AppError not_found, forbidden */
async function target(ctx: Ctx, db: Db, id: string) {
  const logger = await repoOf(ctx, db).logger(id);
  if (!logger || !can(ctx, 'dlog:read', logger.workspace_id)) throw new AppError('not_found');
  if (!can(ctx, 'dlog:write', logger.workspace_id)) throw new AppError('forbidden');
  return { ...logger, channels: await channelsOf(ctx, db, id) };
}

/**
 * Keeps the body of the request as a file of readings, and says how it would be read.
 * @throws AppError not_found, forbidden, body_too_large, file_type_refused (it isn't text), files_over_quota
 */
export async function createImport(
  ctx: Ctx,
  query: QueryOf<typeof createEndpoint>,
  c: Context<AppEnv>,
): Promise<ResponseOf<typeof createEndpoint>> {
  const space = ctx.organization.id;
  // Asked before the body is read, and once more with it in the hand.
  const logger = await ctx.db.read(space, async (db) => {
    const found = await target(ctx, db, query.datalogger_id);
    await checkQuota(ctx, db, 1);
    return found;
  });
  return withScratch(ctx, space, async (path) => {
    await receive(bodyOf(c, IMPORT_FILE_MAX_BYTES), path, IMPORT_FILE_MAX_BYTES);
    const { hash, size } = await digest(path);
    await ctx.db.read(space, (db) => checkQuota(ctx, db, size));
    await keep(ctx, space, hash, '', path);
    const { bytes, whole } = await bytesAt(ctx, hash, 0);
    if (!isText(bytes, whole)) throw new AppError('file_type_refused');
    const shown = guessed(bytes, whole, logger, ctx.clock.now());
    const row = await mutate(ctx, 'imports.create', async (tx) => {
      const { id: datalogger_id, workspace_id } = await target(ctx, tx.db, query.datalogger_id);
      tx.allow(workspace_id);
      await checkQuota(ctx, tx.db, size);
      const id = ctx.ids.uuid();
      await repoOf(ctx, tx.db).insert({
        id,
        datalogger_id,
        name: cleanName(query.name),
        hash,
        size,
        created_at: ctx.clock.now(),
        created_by: actorId(ctx.actor),
      });
      const made = (await repoOf(ctx, tx.db).find(id))!;
      tx.audit(id, { workspaceId: workspace_id, after: told(made) });
      tx.publish({ name: 'changed', data: { entity: 'imports', id, workspace_id, datalogger_id } });
      return toImport(made);
    });
    return { ...row, ...shown };
  });
}

/** What the trail says of an import. */
const told = ({ name, size, datalogger_id, workspace_id }: ImportRow) => ({ name, size, datalogger_id, workspace_id });

function guessed(
  bytes: Uint8Array,
  whole: boolean,
  { channels, channel_limit, time_zone: zone }: Awaited<ReturnType<typeof target>>,
  now: number,
): { proposed: ImportSettings; preview: ImportPreview } {
  const inUse = channels.filter(({ archived_at }) => archived_at === null);
  const encoding = encodingOf(bytes, whole);
  const separator = separatorOf(new TextDecoder(encoding).decode(bytes));
  const first = firstRows(bytes, whole, { encoding, separator });
  const settings = guessSettings({ rows: first.rows, encoding, separator, zone, channels: inUse, mostColumns: IMPORT_MOST_CHANNELS });
  let room = channel_limit - inUse.length;
  settings.columns = settings.columns.filter(({ key }) => channels.some((one) => one.key === key) || room-- > 0);
  // A table of one column has none to be stored, but the contract wants one: its rows say what is wrong.
  if (settings.columns.length === 0) settings.columns.push({ at: 1, key: 'c2', kind: 'gauge', unit: null, sensor_type_id: null });
  return { proposed: settings, preview: previewOf(first, settings, specOf(settings, channels), now) };
}

/** @throws AppError not_found, forbidden */
export async function getImport(ctx: Ctx, id: string): Promise<DataImport> {
  return toImport(await ctx.db.read(ctx.organization.id, (db) => writable(ctx, db, id)));
}

/** @throws AppError not_found, forbidden, validation_failed */
export async function previewImport(ctx: Ctx, id: string, { settings }: BodyOf<typeof previewEndpoint>): Promise<ImportPreview> {
  const { row, channels } = await ctx.db.read(ctx.organization.id, async (db) => {
    const found = await writable(ctx, db, id);
    return { row: found, channels: await channelsOf(ctx, db, found.datalogger_id) };
  });
  checkSettings(settings, channels, row.channel_limit);
  const { bytes, whole } = await bytesAt(ctx, row.hash, 0);
  return previewOf(firstRows(bytes, whole, settings), settings, specOf(settings, channels), ctx.clock.now());
}

async function queue(
  ctx: Ctx,
  tx: Mutation,
  kind: TaskKindName,
  row: ImportRow,
  { settings, rows, recording }: Pick<ImportParams, 'settings' | 'rows' | 'recording'>,
) {
  const params: ImportParams = {
    import_id: row.id,
    about: { name: row.name, datalogger_id: row.datalogger_id },
    settings,
    rows,
    recording,
  };
  const task = await queueTask(ctx, tx, { id: ctx.ids.uuid(), kind, workspaceId: row.workspace_id, params: JSON.stringify(params) });
  tx.audit(row.id, { workspaceId: row.workspace_id, after: told(row) });
  tx.publish({ name: 'changed', data: { entity: 'tasks', id: task.id, workspace_id: row.workspace_id } });
  return task;
}

/** Begins to read the whole file by these settings. @throws AppError not_found, forbidden, validation_failed, too_many_tasks */
export async function checkImport(ctx: Ctx, id: string, { settings }: BodyOf<typeof previewEndpoint>): Promise<Task> {
  return mutate(ctx, 'imports.check', async (tx) => {
    const row = await writable(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    checkSettings(settings, await channelsOf(ctx, tx.db, row.datalogger_id), row.channel_limit);
    await repoOf(ctx, tx.db).update(id, { settings: JSON.stringify(settings), checked: null });
    return queue(ctx, tx, 'imports.check', row, { settings, rows: null });
  });
}

/** Is there something of which somebody has still to decide what becomes of it? */
const isUndecided = ({ time }: ImportSettings, { twice, skipped }: ImportCheck) =>
  (twice.rows > 0 && time.twice === null) || (skipped.rows > 0 && time.skipped === null);

/** @throws AppError validation_failed: a key that the file doesn't have, more channels than a recording takes */
function checkRecorded({ keys }: ImportedRecording, { columns }: ImportSettings): void {
  const wanted = new Set(keys ?? columns.map(({ key }) => key));
  if (keys?.some((key) => !columns.some((column) => column.key === key))) throw invalid('recording.keys');
  if (wanted.size > MOST_RECORDED)
    throw new AppError('validation_failed', { errors: [{ path: 'recording.keys', code: 'too_big', params: { maximum: MOST_RECORDED } }] });
}

/**
 * Makes the channels that are missing and begins to store what the last check read.
 * @throws AppError not_found, forbidden, validation_failed (also a recording of more channels than one takes), too_many_tasks, conflict (no check,
 * one that failed, or times that are undecided)
 */
export async function runImport(ctx: Ctx, id: string, { recording }: BodyOf<typeof runEndpoint>): Promise<Task> {
  return mutate(ctx, 'imports.run', async (tx) => {
    const row = await writable(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    const { settings, check } = toImport(row);
    if (!settings || !check || check.failure || isUndecided(settings, check)) throw new AppError('conflict');
    checkSettings(settings, await channelsOf(ctx, tx.db, row.datalogger_id), row.channel_limit);
    if (recording) checkRecorded(recording, settings);
    await makeChannels(ctx, tx, row, settings.columns);
    await repoOf(ctx, tx.db).update(id, { run_at: ctx.clock.now() });
    return queue(ctx, tx, 'imports.run', row, { settings, rows: check.rows, recording: recording ?? undefined });
  });
}

/** Deletes files that somebody brought and never had stored; the sweep of files then finds that nothing refers to their bytes. */
export async function forgetImports(deps: Deps): Promise<void> {
  const organizations = await deps.db.read({ directory: true }, (db) => db.selectFrom('organizations').select('id').execute());
  for (const { id } of organizations) {
    let deleted = SLICE;
    while (deleted >= SLICE && !deps.stopping?.())
      deleted = await deps.db.write(id, (db) => importsRepo({ db, organization_id: id }).forget(deps.clock.now() - KEPT_US, SLICE));
  }
}
