import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { machinesRepo } from '../machines/machines.repo.ts';

export type FileRow = Row<'files'>;
type Entity = { entity: string; entity_id: string };

export function filesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const files = () => db.selectFrom('files').selectAll();
  const of = ({ entity, entity_id }: Entity) => files().where('entity', '=', entity).where('entity_id', '=', entity_id);
  return {
    /** Those that were not taken away, newest first. */
    list(row: Entity, limit: number): Promise<FileRow[]> {
      return of(row).where('archived_at', 'is', null).orderBy('id', 'desc').limit(limit).execute();
    },
    find(id: string): Promise<FileRow | undefined> {
      return files().where('id', '=', id).executeTakeFirst();
    },
    /** How many files a row has, and how many with those that were taken away. */
    async count({ entity, entity_id }: Entity): Promise<{ present: number; ever: number }> {
      const { present, ever } = await db
        .selectFrom('files')
        .select((eb) => [
          eb.fn.countAll<number>().as('ever'),
          eb.fn.countAll<number>().filterWhere('archived_at', 'is', null).as('present'),
        ])
        .where('entity', '=', entity)
        .where('entity_id', '=', entity_id)
        .executeTakeFirstOrThrow();
      return { present, ever };
    },
    /** What all files take, with those that were taken away, those that tasks made and those of imports; without the smaller sizes of pictures. */
    async bytes(): Promise<number> {
      const files = await db
        .selectFrom('files')
        .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
        .executeTakeFirstOrThrow();
      const made = await db
        .selectFrom('tasks')
        .select((eb) => eb.fn.sum<number | null>('file_size').as('bytes'))
        .executeTakeFirstOrThrow();
      const imported = await db
        .selectFrom('imports')
        .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
        .executeTakeFirstOrThrow();
      return Number(files.bytes ?? 0) + Number(made.bytes ?? 0) + Number(imported.bytes ?? 0);
    },
    /** Makes who adds files to the organisation wait for the end of this transaction. */
    async holdAll(): Promise<void> {
      await db
        .updateTable('organizations')
        .set((eb) => ({ rev: eb.ref('rev') }))
        .execute();
    },
    /** Makes who adds files to the row, or moves it, wait for the end of this transaction. */
    async hold({ entity, entity_id }: Entity): Promise<void> {
      if (entity === 'machines') await machinesRepo(connection).hold(entity_id);
    },
    insert(row: Omit<NewRow<'files'>, 'organization_id'>): Promise<FileRow> {
      return db.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow();
    },
    /** Undefined when the row isn't at `rev` any more. */
    update(
      id: string,
      rev: number,
      changes: Partial<Pick<FileRow, 'name' | 'archived_at'>>,
      stamp: { at: number; by: string | null },
    ): Promise<FileRow | undefined> {
      return db
        .updateTable('files')
        .set({ ...changes, rev: rev + 1, updated_at: stamp.at, updated_by: stamp.by })
        .where('id', '=', id)
        .where('rev', '=', rev)
        .returningAll()
        .executeTakeFirst();
    },
    /** Where the row is that has the files; undefined = there is no such row. Types belong to the organisation as a whole. */
    async placeOf({ entity, entity_id }: Entity): Promise<{ workspace_id: string | null } | undefined> {
      if (entity === 'machines') return db.selectFrom('machines').select('workspace_id').where('id', '=', entity_id).executeTakeFirst();
      if (entity === 'calibrations')
        return db
          .selectFrom('calibrations as k')
          .innerJoin('channels as c', 'c.id', 'k.channel_id')
          .select('c.workspace_id')
          .where('k.id', '=', entity_id)
          .executeTakeFirst();
      if (entity === 'measurements')
        return db.selectFrom('measurements').select('workspace_id').where('id', '=', entity_id).executeTakeFirst();
      if (entity !== 'logger-types') return undefined;
      const type = await db.selectFrom('logger_types').select('id').where('id', '=', entity_id).executeTakeFirst();
      return type && { workspace_id: null };
    },
    /** Was a recording signed since then in whose time the calibration held? Its evidence names those that did. */
    async isSigned(calibrationId: string, since: number): Promise<boolean> {
      const row = await db
        .selectFrom('recording_revisions as v')
        .innerJoin('recording_channels as c', 'c.recording_id', 'v.recording_id')
        .innerJoin('calibrations as k', 'k.channel_id', 'c.channel_id')
        .select('v.revision')
        .where('k.id', '=', calibrationId)
        .where('v.signed_at', '>=', since)
        .where('v.evidence', 'like', `%"${calibrationId}"%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Deletes files that were taken away before a time, at most so many; says how many. */
    async purge(before: number, limit: number): Promise<number> {
      const old = () => db.selectFrom('files').select('id').where('archived_at', '<', before).limit(limit);
      const gone = await db
        .deleteFrom('files')
        .where('id', 'in', old())
        // Asked again: somebody may be bringing one back at this moment.
        .where('archived_at', '<', before)
        .returning('id')
        .execute();
      const ids = gone.map(({ id }) => id);
      if (ids.length > 0) {
        await machinesRepo(connection).leavePhotos(ids);
        await db.updateTable('logger_types').set({ photo_file_id: null }).where('photo_file_id', 'in', ids).execute();
      }
      return ids.length;
    },
    async setLogo(hash: string | null, stamp: { at: number; by: string | null }): Promise<void> {
      await db.updateTable('organizations').set({ logo_hash: hash, updated_at: stamp.at, updated_by: stamp.by }).execute();
    },
    /** Those of the hashes that a file, the logo, a task or an import refers to; null when the organisation isn't in this database. */
    async referenced(hashes: readonly string[]): Promise<Set<string> | null> {
      const own = await db.selectFrom('organizations').select('logo_hash').executeTakeFirst();
      if (!own) return null;
      const rows = await db.selectFrom('files').select('hash').distinct().where('hash', 'in', hashes).execute();
      const made = await db.selectFrom('tasks').select('file_hash').distinct().where('file_hash', 'in', hashes).execute();
      const imported = await db.selectFrom('imports').select('hash').distinct().where('hash', 'in', hashes).execute();
      return new Set([
        ...rows.map(({ hash }) => hash),
        ...imported.map(({ hash }) => hash),
        ...made.flatMap(({ file_hash }) => file_hash ?? []),
        ...(own.logo_hash === null ? [] : [own.logo_hash]),
      ]);
    },
  };
}
