import type { Context } from 'hono';
import { FILE_MAX_BYTES, FILES_PER_ROW } from '../../constants.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  getFileContent as contentEndpoint,
  createFile as createEndpoint,
  listFiles as listEndpoint,
  StoredFile,
  updateFile as updateEndpoint,
} from '../../contract/files.ts';
import type { Scope } from '../../contract/scopes.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { AppEnv } from '../kernel/http.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, stamps } from '../kernel/rows.ts';
import type { Verb } from '../kernel/verbs.ts';
import { workspaceToAdd } from '../measurements/taps.service.ts';
import { contentAnswer } from './content.ts';
import { type FileRow, filesRepo } from './files.repo.ts';
import { mediaTypeOf, STORED_PICTURE } from './media-types.ts';
import { drawPicture } from './pictures.ts';
import { bodyOf, digest, keep, receive, type Size, withScratch } from './store.ts';

/** Files of a row with those that were taken away: until they are deleted they have their bytes. */
const FILES_EVER = 5 * FILES_PER_ROW;

const repoOf = (ctx: Ctx, db: Db) => filesRepo({ db, organization_id: ctx.organization.id });
/** The row that a file belongs to. */
type OwningRow = { entity: StoredFile['entity']; entity_id: string };

const toFile = (row: FileRow): StoredFile => ({
  id: row.id,
  entity: row.entity as StoredFile['entity'],
  entity_id: row.entity_id,
  name: row.name,
  media_type: row.media_type,
  size: row.size,
  width: row.width,
  height: row.height,
  taken_at: formatInstant(row.taken_at),
  entry_id: row.entry_id,
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  created_by: row.created_by,
  archived_at: formatInstant(row.archived_at),
});

/** Who may read the files of a row, and who may change them. */
const SCOPES: Record<StoredFile['entity'], { read: Scope; write: Scope }> = {
  machines: { read: 'machines:read', write: 'machines:write' },
  'logger-types': { read: 'dlog:read', write: 'dlog:write' },
  calibrations: { read: 'dlog:read', write: 'dlog:write' },
  measurements: { read: 'tm:read', write: 'tm:write' },
};

/** The right to files is that of the row, by the verbs that change it; the trail calls what was done by the file. */
const VERBS_OF_ROW: Partial<Record<StoredFile['entity'], { create: Verb; update: Verb }>> = {
  measurements: { create: 'measurements.capture', update: 'measurements.update' },
};

/** Workspace of the row that has the files, null = the organisation has it. @throws AppError not_found when there is none, or not for this reader */
async function workspaceIfReadable(ctx: Ctx, db: Db, owningRow: { entity: string; entity_id: string }): Promise<string | null> {
  const place = await repoOf(ctx, db).placeOf(owningRow);
  if (!place || !can(ctx, SCOPES[owningRow.entity as StoredFile['entity']].read, place.workspace_id ?? undefined))
    throw new AppError('not_found');
  return place.workspace_id;
}

/** @throws AppError forbidden */
function checkWrite(ctx: Ctx, { entity }: { entity: string }, workspaceId: string | null): void {
  if (!can(ctx, SCOPES[entity as StoredFile['entity']].write, workspaceId ?? '')) throw new AppError('forbidden');
}

/**
 * Workspace of the row, null = the organisation has it, for whoever adds a file to it. A measurement takes them from whoever captures it.
 * @throws AppError not_found, forbidden, measurement_archived, measurement_finished
 */
async function workspaceToWrite(ctx: Ctx, db: Db, owningRow: OwningRow): Promise<string | null> {
  if (owningRow.entity === 'measurements') return workspaceToAdd(ctx, db, owningRow.entity_id);
  const workspaceId = await workspaceIfReadable(ctx, db, owningRow);
  checkWrite(ctx, owningRow, workspaceId);
  return workspaceId;
}

/** What was stored before under the id that a device gave it. @throws AppError conflict when that is another row's, or somebody else's */
async function storedBefore(
  ctx: Ctx,
  db: Db,
  { id, entity, entity_id }: OwningRow & { id?: string | undefined },
): Promise<StoredFile | null> {
  const row = id === undefined ? undefined : await repoOf(ctx, db).find(id);
  if (!row) return null;
  if (row.entity !== entity || row.entity_id !== entity_id || row.created_by !== actorId(ctx.actor)) throw new AppError('conflict');
  return toFile(row);
}

/** @throws AppError too_many_files */
async function checkRoom(ctx: Ctx, db: Db, owningRow: { entity: string; entity_id: string }): Promise<void> {
  const { present, ever } = await repoOf(ctx, db).count(owningRow);
  if (present >= FILES_PER_ROW || ever >= FILES_EVER) throw new AppError('too_many_files');
}

const MB = 1_000_000;

/** Is there room for so many bytes more in what the files of the organisation may take? @throws AppError files_over_quota */
export async function checkQuota(ctx: Ctx, db: Db, size: number): Promise<void> {
  const bound = ctx.config.filesMb;
  if (bound !== null && (await repoOf(ctx, db).bytes()) + size > bound * MB) throw new AppError('files_over_quota');
}

/** @throws AppError not_found */
export async function listFiles(ctx: Ctx, owningRow: QueryOf<typeof listEndpoint>): Promise<{ items: StoredFile[] }> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    await workspaceIfReadable(ctx, db, owningRow);
    return { items: (await repoOf(ctx, db).list(owningRow, FILES_PER_ROW)).map(toFile) };
  });
}

/** A name without what turns its letters round or can't be seen; ends of lines and the like are refused by the contract. */
export const cleanName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim() || 'file';

/** What was stored of a body. */
type Stored = Pick<FileRow, 'hash' | 'size' | 'media_type' | 'width' | 'height'>;

/** @throws AppError file_type_refused, image_too_large, image_unreadable, files_over_quota (before anything is kept) */
async function store(ctx: Ctx, path: string): Promise<Stored> {
  const space = ctx.organization.id;
  const type = await mediaTypeOf(path);
  const admit = (size: number) => ctx.db.read(space, (db) => checkQuota(ctx, db, size));
  if (!type) throw new AppError('file_type_refused');
  if (type.kind === 'document') {
    const { hash, size } = await digest(path);
    await admit(size);
    await keep(ctx, space, hash, '', path);
    return { hash, size, media_type: type.mediaType, width: null, height: null };
  }
  const output = `${path}.drawn`;
  const { width, height } = await drawPicture({ input: path, output, drawable: type.drawable, purpose: 'photo' }, actorId(ctx.actor) ?? '');
  const { hash, size } = await digest(output);
  await admit(size);
  for (const one of ['.thumb', '.medium', ''] satisfies Size[]) await keep(ctx, space, hash, one, output + one);
  return { hash, size, media_type: STORED_PICTURE, width, height };
}

/**
 * Stores the body of the request as a file of a row.
 * @throws AppError not_found, forbidden, conflict, measurement_archived, measurement_finished, validation_failed (a moment of something that has
 * none), too_many_files, files_over_quota, body_too_large, file_type_refused, image_too_large, image_unreadable
 */
export async function createFile(ctx: Ctx, query: QueryOf<typeof createEndpoint>, c: Context<AppEnv>): Promise<StoredFile> {
  const { id, entity, entity_id } = query;
  const owningRow: OwningRow = { entity, entity_id };
  const { taken_at, entry_id } = momentOf(query);
  // Asked before the body is read, and once more with it in the hand.
  const before = await ctx.db.read(ctx.organization.id, async (db) => {
    await workspaceToWrite(ctx, db, owningRow);
    const found = await storedBefore(ctx, db, { ...owningRow, id });
    if (found) return found;
    await checkRoom(ctx, db, owningRow);
    await checkQuota(ctx, db, 1);
    return null;
  });
  return withScratch(ctx, ctx.organization.id, async (path) => {
    await receive(bodyOf(c, FILE_MAX_BYTES), path, FILE_MAX_BYTES);
    if (before) return before;
    const stored = await store(ctx, path);
    return mutate(ctx, VERBS_OF_ROW[entity]?.create ?? 'files.create', async (tx) => {
      await repoOf(ctx, tx.db).holdAll();
      await repoOf(ctx, tx.db).hold(owningRow);
      const workspaceId = await workspaceToWrite(ctx, tx.db, owningRow);
      tx.allow(workspaceId);
      // The same one came twice at once.
      const twin = await storedBefore(ctx, tx.db, { ...owningRow, id });
      if (twin) {
        tx.unchanged();
        return twin;
      }
      await checkRoom(ctx, tx.db, owningRow);
      await checkQuota(ctx, tx.db, stored.size);
      const row = await repoOf(ctx, tx.db).insert({
        ...stamps(ctx.clock.now(), actorId(ctx.actor)),
        ...owningRow,
        ...stored,
        id: id ?? ctx.ids.uuid(),
        workspace_id: workspaceId,
        name: cleanName(query.name),
        taken_at,
        entry_id,
      });
      const after = toFile(row);
      tx.audit(row.id, { verb: 'files.create', workspaceId, after });
      tx.publish({ name: 'changed', data: { entity: 'files', id: row.id, workspace_id: workspaceId } });
      return after;
    });
  });
}

/** The moment that a file of a measurement shows. @throws AppError validation_failed for another row's */
function momentOf({ entity, taken_at, entry_id }: QueryOf<typeof createEndpoint>): Pick<FileRow, 'taken_at' | 'entry_id'> {
  for (const [field, given] of Object.entries({ taken_at, entry_id }))
    if (given !== undefined && entity !== 'measurements') throw invalid(field);
  return { taken_at: taken_at === undefined ? null : parseInstant(taken_at), entry_id: entry_id ?? null };
}

/**
 * @throws AppError not_found, forbidden, stale_rev, too_many_files (brought back where there is no room), file_signed (the certificate of a calibration
 * that was there when somebody signed a recording of its time)
 */
export async function updateFile(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<StoredFile> {
  const entity = await entityOf(ctx, id);
  return mutate(ctx, VERBS_OF_ROW[entity]?.update ?? 'files.update', async (tx) => {
    const now = ctx.clock.now();
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before) throw new AppError('not_found');
    const workspaceId = await workspaceIfReadable(ctx, tx.db, before);
    tx.allow(workspaceId);
    checkWrite(ctx, before, workspaceId);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toFile(before) });
    const changes = changesOf(before, {
      name: body.name === undefined ? undefined : cleanName(body.name),
      archived_at: body.archived === undefined ? undefined : body.archived ? (before.archived_at ?? now) : null,
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toFile(before);
    }
    if (changes.archived_at && before.entity === 'calibrations' && (await repo.isSigned(before.entity_id, before.created_at)))
      throw new AppError('file_signed');
    if (changes.archived_at === null) {
      await repo.hold(before);
      if ((await repo.count(before)).present >= FILES_PER_ROW) throw new AppError('too_many_files');
    }
    const row = await repo.update(id, body.rev, changes, { at: now, by: actorId(ctx.actor) });
    if (!row) throw new AppError('stale_rev', { current: toFile((await repo.find(id)) ?? before) });
    const after = toFile(row);
    tx.audit(id, { verb: 'files.update', workspaceId, before: toFile(before), after });
    tx.publish({ name: 'changed', data: { entity: 'files', id, workspace_id: workspaceId } });
    return after;
  });
}

/** What has the file: no file ever changes its row. @throws AppError not_found */
async function entityOf(ctx: Ctx, id: string): Promise<StoredFile['entity']> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id));
  if (!row) throw new AppError('not_found');
  return row.entity as StoredFile['entity'];
}

const SIZES: Record<NonNullable<QueryOf<typeof contentEndpoint>['size']>, Size> = { thumb: '.thumb', medium: '.medium', original: '' };

/** The bytes of a file. @throws AppError not_found, validation_failed (a smaller size of something that isn't a picture) */
export async function getFileContent(
  ctx: Ctx,
  id: string,
  { size = 'original', download }: QueryOf<typeof contentEndpoint>,
  c: Context<AppEnv>,
): Promise<Response> {
  const row = await ctx.db.read(ctx.organization.id, async (db) => {
    const found = await repoOf(ctx, db).find(id);
    if (!found || found.archived_at !== null) throw new AppError('not_found');
    await workspaceIfReadable(ctx, db, found);
    return found;
  });
  if (size !== 'original' && row.width === null) throw invalid('size');
  return contentAnswer(ctx, c, {
    space: ctx.organization.id,
    hash: row.hash,
    size: SIZES[size],
    mediaType: row.media_type,
    name: row.name,
    download: download === '1',
  });
}
