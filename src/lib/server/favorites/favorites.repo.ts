import type { RawBuilder, SqlBool } from 'kysely';
import type { Favorite } from '../../contract/favorites.ts';
import { inWorkspaces } from '../kernel/list.ts';
import type { Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { TYPE_SHOWN, type TypeShown } from '../sensor-types/shown-by.ts';

type Entity = Favorite['entity'];
/** Workspaces whose rows of an entity the person may read. */
export type Readable = Record<Entity, 'all' | readonly string[]>;

/** A favourite with one of its channels; without any it comes once, with nulls. */
export interface ReadingRow extends TypeShown {
  entity: Entity;
  entity_id: string;
  created_at: number;
  workspace_id: string;
  name: string;
  code: string | null;
  place: string | null;
  channel_id: string | null;
  channel_name: string | null;
  kind: Row<'channels'>['kind'] | null;
  unit: string | null;
  decimals: number | null;
  state_words: string | null;
  first_ts: number | null;
  last_ts: number | null;
  ahead_ts: number | null;
  left_out_ts: number | null;
  last_num: number | null;
  last_text: string | null;
  datalogger_id: string | null;
  expected_interval_s: number | null;
}

/** Channels that a favourite shows: a logger or a machine may have dozens. */
const SHOWN_CHANNELS = 3;

/** One person's favourites in one organisation. */
export function favoritesRepo({ user_id, ...connection }: TenantConnection & { user_id: string }) {
  const db = tenantDb(connection);
  const ofPerson = () => db.selectFrom('favorites as f').where('f.user_id', '=', user_id);
  const ownRow = (table: Entity, readable: Readable): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists (select 1 from ${tenantTable(connection, `${table} as r`)} where r.id = f.entity_id
      and r.archived_at is null and ${inWorkspaces('r.workspace_id', readable[table])})`;
  /** Of an entity's rows that may be read now: what was archived or taken away is left out. */
  const visible = (readable: Readable) =>
    sql<SqlBool>`((f.entity = 'channels' and ${ownRow('channels', readable)}) or (f.entity = 'dataloggers' and ${ownRow('dataloggers', readable)})
      or (f.entity = 'machines' and ${ownRow('machines', readable)}))`;

  return {
    /** The oldest first. */
    list(readable: Readable): Promise<Pick<Row<'favorites'>, 'entity' | 'entity_id' | 'created_at'>[]> {
      return ofPerson()
        .select(['f.entity', 'f.entity_id', 'f.created_at'])
        .where(visible(readable))
        .orderBy('f.created_at')
        .orderBy('f.entity_id')
        .execute();
    },
    /** Every favourite with its first channels, in the order of {@link list}; one query. */
    async readings(readable: Readable): Promise<ReadingRow[]> {
      const marks = tenantTable(connection, 'favorites as f');
      const channels = tenantTable(connection, 'channels as c');
      const loggers = tenantTable(connection, 'dataloggers as d');
      const types = sql`left join ${tenantTable(connection, 'sensor_types as t')} on t.id = c.sensor_type_id`;
      const typed = sql`left join ${tenantTable(connection, 'logger_types as lt')} on lt.id = d.logger_type_id`;
      const interval = sql`coalesce(d.expected_interval_s, lt.sampling_interval_s, lt.sending_interval_s) as expected_interval_s`;
      const belongsToPerson = sql`f.user_id = ${user_id}`;
      const shown = sql`c.id as channel_id, c.name as channel_name, c.kind, c.unit, c.decimals, ${TYPE_SHOWN}, c.first_ts, c.last_ts, c.last_num, c.last_text, c.ahead_ts, c.left_out_ts,
        c.position, c.no, c.datalogger_id`;
      const live = sql`c.archived_at is null`;
      const { rows } = await sql<ReadingRow>`
        select entity, entity_id, created_at, workspace_id, name, code, place, channel_id, channel_name, kind, unit, decimals, state_words,
          type_quantity, type_unit, type_decimals, first_ts, last_ts, last_num, last_text, ahead_ts, left_out_ts, datalogger_id, expected_interval_s
        from (
          select each_one.*, row_number() over (partition by entity, entity_id
            order by case when last_ts is null then 1 else 0 end, position, no) as rank
          from (
            select f.entity, f.entity_id, f.created_at, c.workspace_id, c.name, c.key as code, d.name as place, ${shown}, ${interval}
            from ${marks}
            join ${channels} on ${live} and c.id = f.entity_id and ${inWorkspaces('c.workspace_id', readable.channels)}
            left join ${loggers} on d.id = c.datalogger_id ${typed} ${types}
            where ${belongsToPerson} and f.entity = 'channels'
            union all
            select f.entity, f.entity_id, f.created_at, d.workspace_id, d.name, d.code, d.place, ${shown}, ${interval}
            from ${marks}
            join ${loggers} on d.id = f.entity_id and d.archived_at is null
              and ${inWorkspaces('d.workspace_id', readable.dataloggers)} ${typed}
            left join ${channels} on ${live} and c.datalogger_id = d.id ${types}
            where ${belongsToPerson} and f.entity = 'dataloggers'
            union all
            select f.entity, f.entity_id, f.created_at, m.workspace_id, m.name, m.code, m.line as place, ${shown}, ${interval}
            from ${marks}
            join ${tenantTable(connection, 'machines as m')} on m.id = f.entity_id and m.archived_at is null
              and ${inWorkspaces('m.workspace_id', readable.machines)}
            left join ${channels} on ${live} and ${inWorkspaces('c.workspace_id', readable.channels)} and (c.machine_id = m.id
              or (c.machine_id is null and c.datalogger_id in (select of_machine.id from ${tenantTable(connection, 'dataloggers as of_machine')}
                where of_machine.machine_id = m.id and of_machine.archived_at is null)))
            left join ${loggers} on d.id = c.datalogger_id ${typed} ${types}
            where ${belongsToPerson} and f.entity = 'machines'
          ) as each_one
        ) as ranked
        where rank <= ${SHOWN_CHANNELS} order by created_at, entity_id, rank`.execute(db);
      return rows;
    },
    /** May the person read the row, and is it in use? */
    async isReadable(entity: Entity, id: string, workspaces: 'all' | readonly string[]): Promise<boolean> {
      const row = await db
        // The three tables are alike in what is asked of them.
        .selectFrom(`${entity} as r` as 'dataloggers as r')
        .select('r.id')
        .where('r.id', '=', id)
        .where('r.archived_at', 'is', null)
        .where(inWorkspaces('r.workspace_id', workspaces))
        .executeTakeFirst();
      return row !== undefined;
    },
    async has(entity: Entity, id: string): Promise<boolean> {
      return (
        (await ofPerson().select('f.entity_id').where('f.entity', '=', entity).where('f.entity_id', '=', id).executeTakeFirst()) !==
        undefined
      );
    },
    async count(): Promise<number> {
      const { count } = await ofPerson()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async add(entity: Entity, id: string, now: number): Promise<void> {
      await db
        .insertInto('favorites')
        .values({ user_id, entity, entity_id: id, created_at: now })
        .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'entity', 'entity_id']).doNothing())
        .execute();
    },
    async remove(entity: Entity, id: string): Promise<void> {
      await db.deleteFrom('favorites').where('user_id', '=', user_id).where('entity', '=', entity).where('entity_id', '=', id).execute();
    },
    /** Forgets marks on rows that the person doesn't see any more. */
    async prune(readable: Readable): Promise<void> {
      const kept = await this.list(readable);
      const keep = new Set(kept.map((row) => `${row.entity} ${row.entity_id}`));
      const all = await ofPerson().select(['f.entity', 'f.entity_id']).execute();
      for (const row of all) if (!keep.has(`${row.entity} ${row.entity_id}`)) await this.remove(row.entity as Entity, row.entity_id);
    },
  };
}
