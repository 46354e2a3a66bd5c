import type { Insertable } from 'kysely';
import type { Row, Schema } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Alarms of one look; the next one takes the others. */
const MOST = 200;
/** Rows of one statement: engines limit the parameters that one may have. */
const PART = 100;

export type Notice = Omit<Insertable<Schema['alarm_notices']>, 'organization_id'>;

/** Somebody who is to be told; several rows for a person with several roles, none of them for one without. */
export interface Recipient {
  id: string;
  email: string;
  locale: string;
  access_all_orgs: number;
  role: string | null;
  workspace_id: string | null;
}

/** Alarms that began and of which nobody has been told yet. */
export function untoldAlarmsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const untold = () => db.selectFrom('alarms').select('id').where('told', '=', 0).where('active_at', 'is not', null);
  return {
    async any(): Promise<boolean> {
      return (await untold().limit(1).executeTakeFirst()) !== undefined;
    },
    /** Takes them for this process, and gives those that stand. */
    async take() {
      const ids = (await untold().orderBy('id').limit(MOST).execute()).map(({ id }) => id);
      if (ids.length === 0) return [];
      const taken = await db.updateTable('alarms').set({ told: 1 }).where('id', 'in', ids).where('told', '=', 0).returning('id').execute();
      if (taken.length === 0) return [];
      const rows = await db
        .selectFrom('alarms as a')
        .innerJoin('alarm_rules as r', 'r.id', 'a.rule_id')
        .innerJoin('channels as c', 'c.id', 'a.channel_id')
        .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
        .leftJoin('dataloggers as d', 'd.id', 'c.datalogger_id')
        .select(['a.id', 'a.rule_id', 'a.since', 'a.active_at', 'a.peak', 'a.late', 'r.name as rule_name', 'r.recipients'])
        .select([
          'c.name as channel_name',
          'c.unit',
          'c.decimals',
          'c.sensor_type_id',
          'c.workspace_id',
          'd.name as datalogger_name',
          'w.time_zone',
        ])
        .where(
          'a.id',
          'in',
          taken.map(({ id }) => id),
        )
        .where('a.withdrawn_at', 'is', null)
        .orderBy('a.since')
        .$narrowType<{ active_at: number }>()
        .execute();
      const types = await this.types(rows.flatMap(({ sensor_type_id }) => sensor_type_id ?? []));
      return rows.map((row) => ({ ...row, type: types.find(({ id }) => id === row.sensor_type_id) ?? null }));
    },
    async note(notices: readonly Notice[]): Promise<void> {
      for (let at = 0; at < notices.length; at += PART)
        await db
          .insertInto('alarm_notices')
          .values(notices.slice(at, at + PART))
          .execute();
    },
    async types(ids: readonly string[]): Promise<Row<'sensor_types'>[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('sensor_types').selectAll().where('id', 'in', ids).execute();
      return rows;
    },
    recipients(ids: readonly string[]): Promise<Recipient[]> {
      if (ids.length === 0) return Promise.resolve([]);
      return db
        .selectFrom('users as u')
        .innerJoin('people as p', 'p.id', 'u.id')
        .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.archived_at', 'is', null))
        .select(['u.id', 'u.email', 'u.locale', 'u.access_all_orgs', 'm.role', 'm.workspace_id'])
        .where('u.id', 'in', ids)
        .where('u.archived_at', 'is', null)
        .where('p.archived_at', 'is', null)
        .orderBy('u.id')
        .execute();
    },
  };
}
export type BegunAlarm = Awaited<ReturnType<ReturnType<typeof untoldAlarmsRepo>['take']>>[number];
