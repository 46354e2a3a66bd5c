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
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { AppEnv } from '../kernel/http.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, stamps } from '../kernel/rows.ts';
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
 * @throws AppError not_found, forbidden, too_many_files, files_over_quota, body_too_large, file_type_refused, image_too_large, image_unreadable
 */
export async function createFile(ctx: Ctx, query: QueryOf<typeof createEndpoint>, c: Context<AppEnv>): Promise<StoredFile> {
  const owningRow: OwningRow = { entity: query.entity, entity_id: query.entity_id };
  // Asked before the body is read, and once more with it in the hand.
  await ctx.db.read(ctx.organization.id, async (db) => {
    checkWrite(ctx, owningRow, await workspaceIfReadable(ctx, db, owningRow));
    await checkRoom(ctx, db, owningRow);
    await checkQuota(ctx, db, 1);
  });
  return withScratch(ctx, ctx.organization.id, async (path) => {
    await receive(bodyOf(c, FILE_MAX_BYTES), path, FILE_MAX_BYTES);
    const stored = await store(ctx, path);
    return mutate(ctx, 'files.create', async (tx) => {
      await repoOf(ctx, tx.db).holdAll();
      await repoOf(ctx, tx.db).hold(owningRow);
      const workspaceId = await workspaceIfReadable(ctx, tx.db, owningRow);
      tx.allow(workspaceId);
      checkWrite(ctx, owningRow, workspaceId);
      await checkRoom(ctx, tx.db, owningRow);
      await checkQuota(ctx, tx.db, stored.size);
      const row = await repoOf(ctx, tx.db).insert({
        ...stamps(ctx.clock.now(), actorId(ctx.actor)),
        ...owningRow,
        ...stored,
        id: ctx.ids.uuid(),
        workspace_id: workspaceId,
        name: cleanName(query.name),
      });
      const after = toFile(row);
      tx.audit(row.id, { workspaceId, after });
      tx.publish({ name: 'changed', data: { entity: 'files', id: row.id, workspace_id: workspaceId } });
      return after;
    });
  });
}

/** @throws AppError not_found, forbidden, stale_rev, too_many_files (brought back where there is no room) */
export async function updateFile(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<StoredFile> {
  return mutate(ctx, 'files.update', async (tx) => {
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
    if (changes.archived_at === null) {
      await repo.hold(before);
      if ((await repo.count(before)).present >= FILES_PER_ROW) throw new AppError('too_many_files');
    }
    const row = await repo.update(id, body.rev, changes, { at: now, by: actorId(ctx.actor) });
    if (!row) throw new AppError('stale_rev', { current: toFile((await repo.find(id)) ?? before) });
    const after = toFile(row);
    tx.audit(id, { workspaceId, before: toFile(before), after });
    tx.publish({ name: 'changed', data: { entity: 'files', id, workspace_id: workspaceId } });
    return after;
  });
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
