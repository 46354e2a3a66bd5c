import { type RawBuilder, sql } from 'kysely';
import type { LinkedEntity, LinkingEntity } from '../../contract/links.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** The row whose links are asked for. */
export interface LinkingRow {
  workspace_id: string;
  machine_id: string | null;
  screen_id: string | null;
  observer_id: string | null;
  /** The organisation does with pseudonyms. */
  pseudonymous: number;
}
export interface LinkRow {
  entity: LinkedEntity;
  id: string;
  name: string;
}

/** What belongs together, by the columns that say so. */
export function linksRepo(connection: TenantConnection, { entity, id }: { entity: LinkingEntity; id: string }) {
  const db = tenantDb(connection);
  const table = (name: Parameters<typeof tenantTable>[1]) => tenantTable(connection, name);
  const none = sql.raw('cast(null as text)');

  /** Ids of the machines that the row is about. */
  const machines = ({ machine_id }: LinkingRow): RawBuilder<unknown> => {
    if (entity === 'machines') return sql`(${id})`;
    if (entity !== 'dataloggers') return sql`(${machine_id})`;
    return sql`(select d.machine_id from ${table('dataloggers as d')} where d.id = ${id}
      union select c.machine_id from ${table('channels as c')} where c.datalogger_id = ${id})`;
  };

  /** Each kind of what the row is linked with; null where that kind has no link to it. */
  const parts: Record<LinkedEntity, (row: LinkingRow, limit: number) => RawBuilder<unknown> | null> = {
    machines: (row, limit) =>
      entity === 'machines'
        ? null
        : sql`select 'machines' as entity, k.id, k.name from ${table('machines as k')}
          where k.workspace_id = ${row.workspace_id} and k.id in ${machines(row)} order by k.name_key, k.id limit ${limit}`,
    dataloggers: (row, limit) =>
      entity === 'dataloggers' || entity === 'screens'
        ? null
        : sql`select 'dataloggers' as entity, g.id, g.name from ${table('dataloggers as g')}
          where g.workspace_id = ${row.workspace_id} and g.archived_at is null and (g.machine_id in ${machines(row)}
            or g.id in (select c.datalogger_id from ${table('channels as c')} where c.machine_id in ${machines(row)}))
          order by g.name_key, g.id limit ${limit}`,
    recordings: (row, limit) =>
      entity !== 'dataloggers'
        ? null
        : sql`select 'recordings' as entity, q.id, q.name from ${table('recordings as q')}
          where q.workspace_id = ${row.workspace_id} and q.archived_at is null and q.id in (
            select rc.recording_id from ${table('recording_channels as rc')}
            join ${table('channels as c')} on c.id = rc.channel_id where c.datalogger_id = ${id})
          order by q.sort_ts desc, q.id limit ${limit}`,
    screens: (row, limit) =>
      entity === 'screens'
        ? null
        : sql`select 'screens' as entity, s.id, s.name from ${table('screens as s')}
          where s.workspace_id = ${row.workspace_id} and ${
            entity === 'measurements' ? sql`s.id = ${row.screen_id}` : sql`s.archived_at is null and s.machine_id in ${machines(row)}`
          } order by s.name_key, s.id limit ${limit}`,
    measurements: (row, limit) =>
      entity === 'measurements'
        ? null
        : sql`select 'measurements' as entity, m.id, m.name from ${table('measurements as m')}
          where m.workspace_id = ${row.workspace_id} and m.archived_at is null and m.tap_count > 0
            and ${entity === 'screens' ? sql`m.screen_id = ${id}` : sql`m.machine_id in ${machines(row)}`}
          order by m.day desc, m.id desc limit ${limit}`,
    people: (row, limit) =>
      entity !== 'measurements'
        ? null
        : sql`select 'people' as entity, u.id, u.name from users as u
          where u.id in (select p.actor_id from ${table('measurement_participants as p')} where p.measurement_id = ${id}
            union select ${row.observer_id}) order by u.name, u.id limit ${limit}`,
  };

  return {
    async row(): Promise<LinkingRow | undefined> {
      const columns = {
        machines: sql`r.id as machine_id, ${none} as screen_id, ${none} as observer_id`,
        dataloggers: sql`r.machine_id, ${none} as screen_id, ${none} as observer_id`,
        screens: sql`r.machine_id, r.id as screen_id, ${none} as observer_id`,
        measurements: sql`r.machine_id, r.screen_id, r.observer_id`,
      }[entity];
      const { rows } = await sql<LinkingRow>`select r.workspace_id, ${columns},
        (select o.pseudonymous_workers from ${table('organizations as o')}) as pseudonymous
        from ${table(`${entity} as r`)} where r.id = ${id}`.execute(db);
      return rows[0];
    },
    /** Links of the kinds that may be read, each kind by itself; one query. */
    async links(row: LinkingRow, kinds: readonly LinkedEntity[], limit: number): Promise<LinkRow[]> {
      const wanted = kinds.flatMap((kind) => {
        const part = parts[kind](row, limit);
        return part ? [sql`select * from (${part}) as ${sql.raw(`the_${kind}`)}`] : [];
      });
      if (wanted.length === 0) return [];
      const { rows } = await sql<LinkRow>`${sql.join(wanted, sql` union all `)}`.execute(db);
      return rows;
    },
  };
}
