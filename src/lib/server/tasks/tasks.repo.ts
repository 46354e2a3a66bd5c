import type { TaskState } from '../../contract/tasks.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type TaskRow = Row<'tasks'>;
/** Whose tasks: one's own, or those of places that one manages. */
export type TasksOf = { maker: string } | { workspaces: 'all' | readonly string[] };

const UNDER_WAY: readonly TaskState[] = ['queued', 'running'];
const LISTED = 100;

export function tasksRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const tasks = () => db.selectFrom('tasks').selectAll();
  return {
    /** Newest first. */
    list(of: TasksOf): Promise<TaskRow[]> {
      let query = tasks().orderBy('id', 'desc').limit(LISTED);
      if ('maker' in of) query = query.where('created_by', '=', of.maker);
      else if (of.workspaces !== 'all') {
        if (of.workspaces.length === 0) return Promise.resolve([]);
        query = query.where('workspace_id', 'in', of.workspaces);
      }
      return query.execute();
    },
    find(id: string): Promise<TaskRow | undefined> {
      return tasks().where('id', '=', id).executeTakeFirst();
    },
    async countUnderWay(): Promise<number> {
      const { count } = await db
        .selectFrom('tasks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', 'in', UNDER_WAY)
        .executeTakeFirstOrThrow();
      return count;
    },
    insert(row: Omit<NewRow<'tasks'>, 'organization_id'>): Promise<TaskRow> {
      return db.insertInto('tasks').values(row).returningAll().executeTakeFirstOrThrow();
    },
    /** Undefined when it isn't in one of the states any more. */
    update(
      id: string,
      from: readonly TaskState[],
      changes: Partial<Omit<TaskRow, 'organization_id' | 'id'>>,
    ): Promise<TaskRow | undefined> {
      return db.updateTable('tasks').set(changes).where('id', '=', id).where('state', 'in', from).returningAll().executeTakeFirst();
    },
    /** Deletes those that ended before a time, at most so many; says how many. */
    async forget(before: number, limit: number): Promise<number> {
      const old = db.selectFrom('tasks').select('id').where('ended_at', '<', before).limit(limit);
      const { numDeletedRows } = await db.deleteFrom('tasks').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
