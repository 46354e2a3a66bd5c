import { sql } from 'kysely';
import { SILENCE_MS, type SilenceFacts } from '../../domain/datalogger-state.ts';
import type { Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Rows of one statement: engines limit the parameters that one may have. */
const CHUNK = 500;
const HOUR_US = 3_600e6;

export type Suspect = Pick<Row<'dataloggers'>, 'id' | 'workspace_id' | 'expected_interval_s' | 'paused_at' | 'updated_at'> & {
  last_seen_at: number;
} & SilenceFacts;

/** A role of somebody who may have to be told; several rows for a person with several roles, none of them for one without. */
export interface Role {
  id: string;
  email: string;
  name: string;
  locale: string;
  notifications: string;
  access_all_orgs: number;
  role: string | null;
  workspace_id: string | null;
}

/** A rule that tells its recipients of the silence of a logger. */
export type SilenceWatch = Pick<Row<'alarm_rules'>, 'recipients' | 'severity'> & { datalogger_id: string | null };

export interface SilentLogger {
  id: string;
  workspace_id: string;
  name: string;
  code: string | null;
  place: string | null;
  since: number;
  time_zone: string;
}

function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => rows.slice(index * CHUNK, (index + 1) * CHUNK));
}

/** Which loggers are silent, and who is still to be told. */
export function outagesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  /** Loggers that spoke again, or that nobody waits for any more. */
  const over = () =>
    db
      .selectFrom('logger_outages as o')
      .leftJoin('dataloggers as d', (join) =>
        join

          .onRef('d.id', '=', 'o.id')
          .onRef('d.last_seen_at', '=', 'o.since')
          .on('d.archived_at', 'is', null)
          .on('d.paused_at', 'is', null),
      )
      .select('o.id')
      .where('d.id', 'is', null);
  const inOrganization = <T extends 'logger_outages' | 'outage_notices' | 'outage_mails'>(table: T) =>
    db.deleteFrom(table as 'outage_notices');

  return {
    /** Loggers long silent without a known outage; the caller has the last word on how long is long. */
    suspects(now: number): Promise<Suspect[]> {
      const { intervals, unknown } = SILENCE_MS.late;
      const limit = sql<number>`coalesce(cast(coalesce(d.expected_interval_s, lt.sending_interval_s, lt.sampling_interval_s) as bigint)
        * coalesce(lt.offline_after, ${sql.lit(intervals)}) * 1000000, ${sql.lit(unknown * 1_000)})`;
      return (
        db
          .selectFrom('dataloggers as d')
          .innerJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'd.workspace_id').on('w.archived_at', 'is', null))
          .leftJoin('logger_outages as o', (join) => join.onRef('o.id', '=', 'd.id'))
          .leftJoin('logger_types as lt', (join) => join.onRef('lt.id', '=', 'd.logger_type_id'))
          .select(['d.id', 'd.workspace_id', 'd.expected_interval_s', 'd.paused_at', 'd.updated_at', 'd.last_seen_at', 'lt.offline_after'])
          .select((eb) => eb.fn.coalesce('lt.sending_interval_s', 'lt.sampling_interval_s').as('type_interval_s'))
          .where('d.archived_at', 'is', null)
          .where('d.paused_at', 'is', null)
          .where('o.id', 'is', null)
          .where(sql<number>`cast(${now} as bigint) - d.last_seen_at`, '>', limit)
          // Processes that look at once must write in one order, or they wait for each other.
          .orderBy('d.id')
          .$narrowType<{ last_seen_at: number }>()
          .execute()
      );
    },
    async anyOver(): Promise<boolean> {
      return (await over().limit(1).executeTakeFirst()) !== undefined;
    },
    /** Forgets outages that are over, and what nobody has been told of them yet. */
    async endOver(): Promise<void> {
      const ids = (await over().execute()).map(({ id }) => id);
      for (const part of chunks(ids)) {
        await inOrganization('outage_notices').where('datalogger_id', 'in', part).execute();
        await db.deleteFrom('logger_outages').where('id', 'in', part).execute();
      }
    },
    /** Writes the outages down; gives those that no other process had written. */
    async begin(silent: readonly Suspect[], now: number): Promise<string[]> {
      const begun: string[] = [];
      for (const part of chunks(silent)) {
        const rows = await db
          .insertInto('logger_outages')
          .values(part.map(({ id, last_seen_at }) => ({ id, since: last_seen_at, found_at: now })))
          .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
          .returning('id')
          .execute();
        begun.push(...rows.map(({ id }) => id));
      }
      return begun;
    },
    /** People of the organisation, and whoever else marked something in it, with their roles here. */
    roles(): Promise<Role[]> {
      return db
        .selectFrom('users as u')
        .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.archived_at', 'is', null))
        .leftJoin('people as p', (join) => join.onRef('p.id', '=', 'u.id'))
        .select(['u.id', 'u.email', 'u.name', 'u.locale', 'u.notifications', 'u.access_all_orgs', 'm.role', 'm.workspace_id'])
        .where('u.archived_at', 'is', null)
        .where('p.archived_at', 'is', null)
        .where((eb) =>
          eb('u.id', 'in', (some) =>
            some.selectFrom('memberships').select('user_id').union(some.selectFrom('favorites').select('user_id')),
          ),
        )
        .execute();
    },
    /** Whose favourites the loggers are: marked themselves, by a channel or by the machine they stand on. */
    async markedBy(dataloggers: readonly string[]): Promise<{ user_id: string; datalogger_id: string }[]> {
      const marks: { user_id: string; datalogger_id: string }[] = [];
      for (const part of chunks(dataloggers)) {
        const { rows } = await sql<{ user_id: string; datalogger_id: string }>`
          select distinct f.user_id, d.id as datalogger_id
          from ${tenantTable(connection, 'dataloggers as d')}
          join ${tenantTable(connection, 'favorites as f')} on ((f.entity = 'dataloggers' and f.entity_id = d.id) or (f.entity = 'machines' and f.entity_id = d.machine_id)
              or exists (select 1 from ${tenantTable(connection, 'channels as c')} where c.datalogger_id = d.id
                and c.archived_at is null
                and ((f.entity = 'channels' and f.entity_id = c.id) or (f.entity = 'machines' and f.entity_id = c.machine_id))))
          where d.id in (${sql.join(part)})`.execute(db);
        marks.push(...rows);
      }
      return marks;
    },
    /** Rules of silence in force that watch channels of the loggers and tell within so many seconds. */
    async watchedForSilence(dataloggers: readonly string[], longest: number): Promise<SilenceWatch[]> {
      const found: SilenceWatch[] = [];
      for (const part of chunks(dataloggers))
        found.push(
          ...(await db
            .selectFrom('alarm_watches as w')
            .innerJoin('channels as c', 'c.id', 'w.channel_id')
            .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
            .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
            .select(['c.datalogger_id', 'r.recipients', 'r.severity'])
            .distinct()
            .where('c.datalogger_id', 'in', part)
            .where('r.archived_at', 'is', null)
            .where('v.kind', '=', 'no_data')
            .where('v.on_delay_s', '<=', longest)
            .execute()),
        );
      return found;
    },
    async note(notices: readonly { user_id: string; datalogger_id: string }[]): Promise<void> {
      for (const part of chunks(notices))
        await db
          .insertInto('outage_notices')
          .values(part)
          .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'datalogger_id']).doNothing())
          .execute();
    },
    /** People who are to be told something and had no mail within the last hour. */
    async due(now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('outage_notices as n')
        .leftJoin('outage_mails as m', (join) => join.onRef('m.user_id', '=', 'n.user_id'))
        .select('n.user_id')
        .distinct()
        .where((eb) => eb.or([eb('m.sent_at', 'is', null), eb('m.sent_at', '<=', now - HOUR_US)]))
        .orderBy('n.user_id')
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
    /** Takes the person's mail of this hour for this process; false when it is taken. */
    async claim(user_id: string, now: number): Promise<boolean> {
      const row = await db
        .insertInto('outage_mails')
        .values({ user_id, sent_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'user_id'])
            .doUpdateSet({ sent_at: now })
            .where('outage_mails.sent_at', '<=', now - HOUR_US),
        )
        .returning('user_id')
        .executeTakeFirst();
      return row !== undefined;
    },
    /** What the person is to be told, the longest silence first; it is told by that. */
    async take(user_id: string): Promise<SilentLogger[]> {
      const rows = await db
        .selectFrom('outage_notices as n')
        .innerJoin('logger_outages as o', (join) => join.onRef('o.id', '=', 'n.datalogger_id'))
        .innerJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'o.id'))
        .innerJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'd.workspace_id'))
        .select(['d.id', 'd.workspace_id', 'd.name', 'd.code', 'd.place', 'o.since', 'w.time_zone'])
        .where('n.user_id', '=', user_id)
        .orderBy('o.since')
        .orderBy('d.id')
        .execute();
      await inOrganization('outage_notices').where('user_id', '=', user_id).execute();
      return rows;
    },
  };
}
