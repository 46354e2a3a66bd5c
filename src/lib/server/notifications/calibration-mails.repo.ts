import { sql } from 'kysely';
import { type DueStep, dayAfter, TOLD_DAYS } from '../../domain/readings/calibration.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Channels of one statement: engines limit the parameters that one may have. */
const PART = 500;

/** A channel in use with its calibration that is due before long, or was. */
export interface DueChannel {
  id: string;
  name: string;
  workspace_id: string;
  datalogger_id: string | null;
  datalogger_name: string | null;
  time_zone: string;
  calibration_id: string;
  due_on: string;
}

/** Which calibrations people are to be told of, and whom. */
export function calibrationMailsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Those that may have to be told of, the first due first. @param today YYYY-MM-DD of UTC; clocks of the world are a day apart at most */
    async due(now: number, today: string): Promise<DueChannel[]> {
      const { rows } = await sql<DueChannel>`select c.id, c.name, c.workspace_id, c.datalogger_id, d.name as datalogger_name, w.time_zone,
          k.id as calibration_id, k.due_on
        from ${tenantTable(connection, 'calibrations as k')}
        join ${tenantTable(connection, 'channels as c')} on c.id = k.channel_id
        join ${tenantTable(connection, 'workspaces as w')} on w.id = c.workspace_id
        left join ${tenantTable(connection, 'dataloggers as d')} on d.id = c.datalogger_id
        where k.revoked_at is null and k.due_on is not null and k.due_on <= ${dayAfter(today, TOLD_DAYS.soon + 1)}
          and c.archived_at is null and c.merged_into is null and w.archived_at is null and d.archived_at is null
          and k.from_ts = (select max(n.from_ts) from ${tenantTable(connection, 'calibrations as n')}
            where n.channel_id = k.channel_id and n.revoked_at is null and n.from_ts <= ${now})
          and not exists (select 1 from ${tenantTable(connection, 'calibration_notices as t')}
            where t.calibration_id = k.id and t.step = 'over')
        order by k.due_on, k.id`.execute(db);
      return rows;
    },
    /** Steps that were told, as `calibration step`. */
    async told(calibrations: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (let at = 0; at < calibrations.length; at += PART)
        for (const { calibration_id, step } of await db
          .selectFrom('calibration_notices')
          .select(['calibration_id', 'step'])
          .where('calibration_id', 'in', calibrations.slice(at, at + PART))
          .execute())
          found.add(`${calibration_id} ${step}`);
      return found;
    },
    /** Takes the steps; gives the calibrations that no other process took. */
    async take(steps: readonly { calibration_id: string; step: DueStep }[], told_at: number): Promise<Set<string>> {
      const taken = new Set<string>();
      for (let at = 0; at < steps.length; at += PART) {
        const rows = await db
          .insertInto('calibration_notices')
          .values(steps.slice(at, at + PART).map((one) => ({ ...one, told_at, recipients: 0 })))
          .onConflict((conflict) => conflict.columns(['organization_id', 'calibration_id', 'step']).doNothing())
          .returning('calibration_id')
          .execute();
        for (const { calibration_id } of rows) taken.add(calibration_id);
      }
      return taken;
    },
    async count(calibration_id: string, step: DueStep, recipients: number): Promise<void> {
      await db
        .updateTable('calibration_notices')
        .set({ recipients })
        .where('calibration_id', '=', calibration_id)
        .where('step', '=', step)
        .execute();
    },
    /** Whom rules in force tell of alarms, by logger, and by channel where it has none. */
    async recipients(channels: readonly DueChannel[]): Promise<Map<string, Set<string>>> {
      const found = new Map<string, Set<string>>();
      const rows = await db
        .selectFrom('alarm_watches as w')
        .innerJoin('channels as c', 'c.id', 'w.channel_id')
        .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
        .select(['c.id', 'c.datalogger_id', 'r.recipients'])
        .where('r.archived_at', 'is', null)
        .where('r.recipients', '!=', '[]')
        .execute();
      const wanted = new Set(channels.map(placeOf));
      for (const { recipients, ...channel } of rows) {
        const place = placeOf(channel);
        if (!wanted.has(place)) continue;
        const people = found.get(place) ?? new Set<string>();
        for (const person of JSON.parse(recipients) as string[]) people.add(person);
        found.set(place, people);
      }
      return found;
    },
    /** Who is in charge of the organisation. */
    async administrators(): Promise<string[]> {
      const rows = await db
        .selectFrom('memberships')
        .select('user_id')
        .distinct()
        .where('archived_at', 'is', null)
        .where('workspace_id', 'is', null)
        .where('role', 'in', ['owner', 'admin'])
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
  };
}

/** Where its alarms come from: its logger, or itself. */
export const placeOf = ({ id, datalogger_id }: Pick<DueChannel, 'id' | 'datalogger_id'>): string => datalogger_id ?? id;
