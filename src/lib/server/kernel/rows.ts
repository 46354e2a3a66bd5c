import type { RevisedTable } from '../../contract/entities.ts';
import type { Actor } from './context.ts';
import type { Db } from './database.ts';
import type { NewRow } from './schema.ts';
import { type TenantDb, tenantDb } from './tenant-db.ts';
import type { Verb } from './verbs.ts';

/** Who is written into `created_by` and `updated_by`. */
export const actorId = (actor: Actor): string | null => (actor.kind === 'system' ? null : actor.id);

/** The columns for a new row that stamp it. */
export const stamps = (now: number, by: string | null) => ({
  created_at: now,
  created_by: by,
  updated_at: now,
  updated_by: by,
  rev: 1,
  archived_at: null,
});

/** The given columns that differ from the row, undefined ones left out. */
export function changesOf<R extends object, C extends Partial<R>>(row: R, wanted: C): { [K in keyof C]?: Exclude<C[K], undefined> } {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== (row as Record<string, unknown>)[key]),
  ) as { [K in keyof C]?: Exclude<C[K], undefined> };
}

/** Changes a row and raises its revision; false when it isn't at `rev` any more. */
export async function updateAtRev<T extends RevisedTable>(
  db: TenantDb,
  { table, id, rev }: { table: T; id: string; rev: number },
  changes: Partial<Omit<NewRow<T>, 'organization_id'>>,
  stamp: { at: number; by: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    // The tables are alike in what a revision needs; their own columns are checked by the type of `changes`.
    .updateTable(table as 'machines')
    .set({ ...(changes as object), rev: rev + 1, updated_at: stamp.at, updated_by: stamp.by })
    .where('id', '=', id)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What the creation of a row was answered with, from the trail; null when that verb didn't make it. */
export async function firstAnswer<T>(db: Db, organization_id: string, verb: Verb, id: string): Promise<T | null> {
  const row = await tenantDb({ db, organization_id })
    .selectFrom('audit_events')
    .select('after')
    .where('entity_id', '=', id)
    .where('verb', '=', verb)
    .executeTakeFirst();
  return row?.after ? (JSON.parse(row.after) as T) : null;
}

/** Is there a workspace of that id in use? */
export async function workspaceExists(db: Db, organization_id: string, id: string): Promise<boolean> {
  const row = await tenantDb({ db, organization_id })
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
