import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** The calendar of one workspace, with what decides whether it may be changed. */
export interface CalendarRow {
  workspace_archived_at: number | null;
  shifts: string | null;
  exceptions: string | null;
  rev: number | null;
  updated_at: number | null;
}

export function shiftCalendarsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Undefined when there is no such workspace; nulls when it has no calendar yet. */
    find(workspaceId: string): Promise<CalendarRow | undefined> {
      return db
        .selectFrom('workspaces as w')
        .leftJoin('shift_calendars as s', (join) => join.onRef('s.workspace_id', '=', 'w.id'))
        .select(['w.archived_at as workspace_archived_at', 's.shifts', 's.exceptions', 's.rev', 's.updated_at'])
        .where('w.id', '=', workspaceId)
        .executeTakeFirst();
    },
    /** False when the workspace has got one meanwhile. */
    async insert(row: Omit<NewRow<'shift_calendars'>, 'organization_id'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('shift_calendars')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'workspace_id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    /** False when the row isn't at `rev` any more. */
    async update(
      workspaceId: string,
      rev: number,
      changes: Pick<Row<'shift_calendars'>, 'shifts' | 'exceptions'>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('shift_calendars')
        .set({ ...changes, rev: rev + 1, updated_at: stamp.at, updated_by: stamp.by })
        .where('workspace_id', '=', workspaceId)
        .where('rev', '=', rev)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
