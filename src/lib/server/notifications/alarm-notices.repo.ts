import type { Insertable } from 'kysely';
import type { Row, Schema } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Alarms of one look; the next one takes the others. */
const MOST = 200;
/** Rows of one statement: engines limit the parameters that one may have. */
const PART = 100;

export type Notice = Omit<Insertable<Schema['alarm_notices']>, 'organization_id'>;
/** What was held was for a person. */
export type HeldNotice = Pick<Row<'alarm_notices'>, 'id' | 'alarm_id' | 'recipient' | 'step'> & { way: 'mail' | 'push' };
export type DueEscalation = Pick<Row<'alarm_escalations'>, 'alarm_id' | 'step' | 'told_at'>;

/** Somebody who is to be told; several rows for a person with several roles, none of them for one without. */
export interface Recipient {
  id: string;
  email: string;
  locale: string;
  notifications: string;
  access_all_orgs: number;
  role: string | null;
  workspace_id: string | null;
}

/** Who is to be told of which alarms, and when. */
export function alarmNoticesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const untold = () => db.selectFrom('alarms').select('id').where('told', '=', 0).where('active_at', 'is not', null);
  const held = (now: number) => db.selectFrom('alarm_notices').where('state', '=', 'held').where('due_at', '<=', now);
  const escalating = (now: number) => db.selectFrom('alarm_escalations').where('due_at', '<=', now);
  // Written out, so that the index of those few is used.
  const ended = () =>
    db
      .selectFrom('alarm_notices as n')
      .innerJoin('alarms as a', 'a.id', 'n.alarm_id')
      .where('n.end_untold', '=', (eb) => eb.lit(1))
      .where((eb) =>
        eb.or([
          eb('a.withdrawn_at', 'is not', null),
          eb.and([eb('a.over_at', 'is not', null), eb.or([eb('a.latch', '=', 0), eb('a.acknowledged_at', 'is not', null)])]),
        ]),
      );
  return {
    /** Is there anything to be told now? */
    async any(now: number): Promise<boolean> {
      const found =
        (await untold().limit(1).executeTakeFirst()) ??
        (await held(now).select('id').limit(1).executeTakeFirst()) ??
        (await escalating(now).select('alarm_id').limit(1).executeTakeFirst()) ??
        (await ended().select('n.id').limit(1).executeTakeFirst());
      return found !== undefined;
    },
    /** Takes alarms that began and of which nobody has been told, and gives those that stand. */
    async take() {
      const ids = (await untold().orderBy('id').limit(MOST).execute()).map(({ id }) => id);
      if (ids.length === 0) return [];
      const taken = await db.updateTable('alarms').set({ told: 1 }).where('id', 'in', ids).where('told', '=', 0).returning('id').execute();
      return this.alarms(taken.map(({ id }) => id));
    },
    /** Alarms with what is told of them; those that were withdrawn are none unless they are asked for. */
    async alarms(ids: readonly string[], withdrawn = false) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('alarms as a')
        .innerJoin('alarm_rules as r', 'r.id', 'a.rule_id')
        .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'a.rule_id').onRef('v.version', '=', 'a.version'))
        .innerJoin('channels as c', 'c.id', 'a.channel_id')
        .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
        .leftJoin('dataloggers as d', 'd.id', 'c.datalogger_id')
        .select(['a.id', 'a.rule_id', 'a.since', 'a.active_at', 'a.over_at', 'a.peak', 'a.late', 'a.latch', 'a.acknowledged_at'])
        .select(['v.kind', 'r.name as rule_name', 'r.severity', 'r.recipients', 'r.escalation', 'r.archived_at as rule_archived_at'])
        .select([
          'c.name as channel_name',
          'c.unit',
          'c.decimals',
          'c.sensor_type_id',
          'c.workspace_id',
          'c.datalogger_id',
          'd.name as datalogger_name',
          'w.time_zone',
        ])
        .where('a.id', 'in', ids)
        .where((eb) => (withdrawn ? eb.and([]) : eb('a.withdrawn_at', 'is', null)))
        .where('a.active_at', 'is not', null)
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
    /** Takes notices that waited for the end of somebody's quiet hours: they are dropped unless the caller sends them. */
    async takeHeld(now: number): Promise<HeldNotice[]> {
      const due = await held(now).select('id').orderBy('id').limit(MOST).execute();
      if (due.length === 0) return [];
      return db
        .updateTable('alarm_notices')
        .set({ state: 'dropped', settled_at: now, due_at: null })
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .where('state', '=', 'held')
        .returning(['id', 'alarm_id', 'way', 'recipient', 'step'])
        .$narrowType<{ way: 'mail' | 'push' }>()
        .execute();
    },
    async onTheWay(ids: readonly string[], columns: { message_id: string; end_untold: number }): Promise<void> {
      await db
        .updateTable('alarm_notices')
        .set({ state: 'waiting', settled_at: null, ...columns })
        .where('id', 'in', ids)
        .execute();
    },
    /** Notices of alarms that are over, of which a browser was told only that they began. */
    endsUntold(): Promise<Pick<Row<'alarm_notices'>, 'id' | 'alarm_id' | 'recipient'>[]> {
      return ended().select(['n.id', 'n.alarm_id', 'n.recipient']).orderBy('n.id').limit(MOST).execute();
    },
    /** @returns how many of them nobody else took */
    async takeEnds(ids: readonly string[]): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('alarm_notices')
        .set({ end_untold: 0 })
        .where('id', 'in', ids)
        .where('end_untold', '=', 1)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    /** Was a browser of the person told of another alarm of the rule, and not yet that it is over? */
    async isShownAsActive(recipient: string, ruleId: string): Promise<boolean> {
      const row = await db
        .selectFrom('alarm_notices as n')
        .innerJoin('alarms as a', 'a.id', 'n.alarm_id')
        .select('n.id')
        .where('n.end_untold', '=', (eb) => eb.lit(1))
        .where('n.recipient', '=', recipient)
        .where('a.rule_id', '=', ruleId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async escalate(rows: readonly Omit<Insertable<Schema['alarm_escalations']>, 'organization_id'>[]): Promise<void> {
      for (let at = 0; at < rows.length; at += PART)
        await db
          .insertInto('alarm_escalations')
          .values(rows.slice(at, at + PART))
          .execute();
    },
    /** Takes steps whose time has come. */
    async takeEscalations(now: number): Promise<DueEscalation[]> {
      const due = await escalating(now).select('alarm_id').orderBy('due_at').orderBy('alarm_id').limit(MOST).execute();
      if (due.length === 0) return [];
      return db
        .deleteFrom('alarm_escalations')
        .where(
          'alarm_id',
          'in',
          due.map(({ alarm_id }) => alarm_id),
        )
        .where('due_at', '<=', now)
        .returning(['alarm_id', 'step', 'told_at'])
        .execute();
    },
    async types(ids: readonly string[]): Promise<Row<'sensor_types'>[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('sensor_types').selectAll().where('id', 'in', ids).execute();
      return rows;
    },
    webhooks() {
      return db
        .selectFrom('webhooks')
        .select(['id', 'severities'])
        .where('archived_at', 'is', null)
        .where('active', '=', 1)
        .orderBy('id')
        .execute();
    },
    recipients(ids: readonly string[]): Promise<Recipient[]> {
      if (ids.length === 0) return Promise.resolve([]);
      return db
        .selectFrom('users as u')
        .innerJoin('people as p', 'p.id', 'u.id')
        .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.archived_at', 'is', null))
        .select(['u.id', 'u.email', 'u.locale', 'u.notifications', 'u.access_all_orgs', 'm.role', 'm.workspace_id'])
        .where('u.id', 'in', ids)
        .where('u.archived_at', 'is', null)
        .where('p.archived_at', 'is', null)
        .orderBy('u.id')
        .execute();
    },
  };
}
export type BegunAlarm = Awaited<ReturnType<ReturnType<typeof alarmNoticesRepo>['take']>>[number];
