import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SearchedEntity } from '../../contract/search.ts';
import { searchWords } from '../../domain/text/folded.ts';
import { finds, inWorkspaces } from '../kernel/list.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

type Workspaces = 'all' | readonly string[];

/** Where the person may read what. */
interface Readable {
  dataloggers: Workspaces;
  recordings: Workspaces;
  machines: Workspaces;
  /** Types of sensors and loggers, which are the organisation's. */
  types: boolean;
  screens: Workspaces;
  /** Where only what is published may be seen. */
  panels: Workspaces;
  measurements: Workspaces;
  operations: Workspaces;
}

export interface HitRow {
  entity: Exclude<SearchedEntity, 'people'>;
  id: string;
  workspace_id: string | null;
  name: string;
  /** JSON of the names in all languages. */
  names: string | null;
  detail: string | null;
  more: string | null;
  day: string | null;
}

/** Measurements grow with the work, unlike everything else that is searched here: only the newest are looked at; their list searches all. */
const NEWEST_MEASUREMENTS = 2_000;

/** One search over what an organisation's people made. */
export function searchRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** The best of each entity, names that begin with what is looked for first; one query. */
    async find(q: string, readable: Readable, limit: number): Promise<HitRow[]> {
      const first = searchWords(q)[0] ?? '';
      const matching = (alias: string, workspaces: Workspaces) =>
        sql<SqlBool>`${sql.join(
          [
            sql`${sql.ref(`${alias}.archived_at`)} is null`,
            inWorkspaces(`${alias}.workspace_id`, workspaces),
            ...finds(`${alias}.search`, q),
          ],
          sql` and `,
        )}`;
      const matchingType = (alias: string) =>
        sql<SqlBool>`${sql.join(
          [sql.raw(readable.types ? '1 = 1' : '1 = 0'), sql`${sql.ref(`${alias}.archived_at`)} is null`, ...finds(`${alias}.search`, q)],
          sql` and `,
        )}`;
      const begins = (alias: string) =>
        sql`case when substr(${sql.ref(`${alias}.search`)}, 1, ${first.length}) = ${first} then 0 else 1 end`;
      /** `order` decides among those that begin alike. */
      const best = (entity: string, columns: RawBuilder<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
        select * from (select ${sql.lit(entity)} as entity, ${columns} ${from} order by ${order} limit ${limit}) as ${sql.ref(entity)}`;
      const shown = (alias: string) => sql.raw(`${alias}.id, ${alias}.workspace_id, ${alias}.name, cast(null as text) as names`);
      const machineOf = (alias: string) =>
        sql`left join ${tenantTable(connection, 'machines as k')} on k.id = ${sql.ref(`${alias}.machine_id`)}`;
      const none = sql.raw('cast(null as text)');

      const { rows } = await sql<HitRow>`
        ${best(
          'dataloggers',
          sql`${shown('d')}, d.code as detail, d.place as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'dataloggers as d')} where ${matching('d', readable.dataloggers)}`,
          sql`${begins('d')}, d.name_key, d.id`,
        )}
        union all
        ${best(
          'machines',
          sql`${shown('m')}, m.code as detail, m.line as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'machines as m')} where ${matching('m', readable.machines)}`,
          sql`${begins('m')}, m.name_key, m.id`,
        )}
        union all
        ${best(
          'recordings',
          sql`${shown('g')}, ${none} as detail, ${none} as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'recordings as g')} where ${matching('g', readable.recordings)}`,
          sql`${begins('g')}, g.sort_ts desc, g.id`,
        )}
        union all
        ${best(
          'sensor-types',
          sql`y.id, ${none} as workspace_id, y.names as name, y.names, ${none} as detail, ${none} as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'sensor_types as y')} where ${matchingType('y')}`,
          sql`${begins('y')}, y.search, y.id`,
        )}
        union all
        ${best(
          'logger-types',
          sql`z.id, ${none} as workspace_id, z.name, ${none} as names, z.maker as detail, z.model as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'logger_types as z')} where ${matchingType('z')}`,
          sql`${begins('z')}, z.name_key, z.id`,
        )}
        union all
        ${best(
          'screens',
          sql`${shown('s')}, k.name as detail, ${none} as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'screens as s')} ${machineOf('s')} where (${matching('s', readable.screens)}
            or (s.version is not null and ${matching('s', readable.panels)}))`,
          sql`${begins('s')}, s.name_key, s.id`,
        )}
        union all
        ${best(
          'measurements',
          sql`${shown('t')}, k.name as detail, ${none} as more, t.day`,
          sql`from (select * from ${tenantTable(connection, 'measurements as n')} where n.tap_count > 0
              order by n.created_at desc, n.id desc limit ${NEWEST_MEASUREMENTS}) as t ${machineOf('t')}
            where ${matching('t', readable.measurements)}`,
          sql`${begins('t')}, t.created_at desc, t.id desc`,
        )}
        union all
        ${best(
          'operations',
          sql`${shown('o')}, o.code as detail, o.product as more, ${none} as day`,
          sql`from ${tenantTable(connection, 'operations as o')} where ${matching('o', readable.operations)}`,
          sql`${begins('o')}, o.name_key, o.id`,
        )}`.execute(db);
      return rows;
    },
  };
}
