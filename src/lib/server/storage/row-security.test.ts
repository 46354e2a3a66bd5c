import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { onServer } from '../../../../scripts/test-postgres.ts';
import { ConfigError } from '../kernel/config.ts';
import type { Db } from '../kernel/database.ts';
import {
  makeChannel,
  makeDatalogger,
  makeMembership,
  makeMessage,
  makeOrganization,
  makeUser,
  makeWorkspace,
  testClock,
  testDatabase,
  testDeps,
  testLocation,
} from '../testing/testing.ts';
import { openPostgres } from './postgres.ts';
import { GLOBAL_TABLES } from './row-security.ts';

/** Goes around the repos: bare SQL, as somebody writes it who forgot the organisation. */

async function twoTenants() {
  const deps = await testDeps('postgres');
  const tenant = async () => {
    const organization = await makeOrganization(deps);
    const workspace = await makeWorkspace(deps, organization);
    const user = await makeUser(deps);
    await makeMembership(deps, organization, user, 'owner');
    const datalogger = await makeDatalogger(deps, workspace);
    const channel = await makeChannel(deps, datalogger);
    const reading = { channelNo: channel.no, ts: deps.clock.now(), num: 21.5, text: null };
    await deps.db.readings.commit(makeMessage(deps, organization, datalogger, [reading]));
    return { organization, workspace, user, datalogger, channel };
  };
  return { deps, tenant: await tenant(), other: await tenant() };
}

interface TenantTable {
  name: string;
  column: 'organization_id' | 'org_no' | 'id';
}

/** Every table of the schema that isn't global, partitions left out. */
async function tenantTables(db: Db): Promise<TenantTable[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(db);
  return rows
    .filter(({ name }) => !GLOBAL_TABLES.includes(name))
    .map(({ name, columns }) => ({
      name,
      column: name === 'organizations' ? 'id' : columns.includes('organization_id') ? 'organization_id' : 'org_no',
    }));
}

const rowsOf = async (db: Db, query: ReturnType<typeof sql>) => (await query.execute(db)).rows as Record<string, unknown>[];

describe('row-level security on PostgreSQL', () => {
  it('stands forced before every table that is not global, partitions too', async () => {
    const db = await testDatabase('postgres');
    const open = await db.read(null, (reader) =>
      rowsOf(
        reader,
        sql`select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
          and not (c.relrowsecurity and c.relforcerowsecurity)`,
      ),
    );
    const names = open.map(({ name }) => name as string).filter((name) => !GLOBAL_TABLES.includes(name));
    expect(names).toEqual([]);
  });

  it('shows bare SQL the rows of the organisation that was set, of no other, and none where nothing was set', async () => {
    const { deps, tenant } = await twoTenants();
    const tables = await deps.db.read(null, tenantTables);
    expect(tables.length).toBeGreaterThan(15);
    for (const { name, column } of tables) {
      const all = sql`select distinct ${sql.ref(column)} as tenant from ${sql.table(name)}`;
      expect([name, await deps.db.read(null, (db) => rowsOf(db, all))]).toEqual([name, []]);
      const seen = await deps.db.read(tenant.organization.id, (db) => rowsOf(db, all));
      const key = column === 'org_no' ? tenant.organization.no : tenant.organization.id;
      expect([name, seen.filter(({ tenant }) => tenant !== key)]).toEqual([name, []]);
    }
    const written = ['organizations', 'workspaces', 'memberships', 'people', 'dataloggers', 'channels', 'received_data', 'readings'];
    for (const name of [...written, 'readings_5m', 'readings_1h'])
      expect([
        name,
        (await deps.db.read(tenant.organization.id, (db) => rowsOf(db, sql`select 1 from ${sql.table(name)}`))).length,
      ]).toEqual([name, 1]);
  });

  it('lets nobody change, delete or make rows of another organisation', async () => {
    const { deps, tenant, other } = await twoTenants();
    const asTenant = <T>(work: (db: Db) => Promise<T>) => deps.db.write(tenant.organization.id, work);
    const changed = await asTenant((db) =>
      rowsOf(db, sql`update dataloggers set name = 'taken' where id = ${other.datalogger.id} returning id`),
    );
    expect(changed).toEqual([]);
    const deleted = await asTenant((db) => rowsOf(db, sql`delete from readings where org_no = ${other.organization.no} returning ts`));
    expect(deleted).toEqual([]);
    expect(
      await asTenant((db) => rowsOf(db, sql`update organizations set name = 'taken' where id = ${other.organization.id} returning id`)),
    ).toEqual([]);
    const insert = (organizationId: string) => (db: Db) =>
      db
        .insertInto('workspaces')
        .values({
          organization_id: organizationId,
          id: 'x',
          name: 'X',
          time_zone: 'UTC',
          code: null,
          created_at: 0,
          updated_at: 0,
          ...NOBODY,
        })
        .execute();
    await expect(asTenant(insert(other.organization.id))).rejects.toThrow(/row-level security/);
    await expect(deps.db.write(null, insert(tenant.organization.id))).rejects.toThrow(/row-level security/);
    const moved = asTenant((db) =>
      db.updateTable('dataloggers').set({ organization_id: other.organization.id }).where('id', '=', tenant.datalogger.id).execute(),
    );
    await expect(moved).rejects.toThrow(/row-level security|foreign key/);
    const rows = await deps.db.read(other.organization.id, (db) => rowsOf(db, sql`select name from dataloggers`));
    expect(rows).toEqual([{ name: other.datalogger.name }]);
  });

  it('keeps the partitions closed to whoever goes past their parent', async () => {
    const { deps, tenant } = await twoTenants();
    const past = deps.db.read(tenant.organization.id, (db) => rowsOf(db, sql`select 1 from readings_2026`));
    await expect(past).rejects.toThrow(/permission denied/);
  });

  it('only adds to the audit trail', async () => {
    const { deps, tenant } = await twoTenants();
    for (const statement of [sql`update audit_events set verb = 'x'`, sql`delete from audit_events`])
      await expect(deps.db.write(tenant.organization.id, (db) => rowsOf(db, statement))).rejects.toThrow(/permission denied/);
  });

  it('shows a person without an organisation where he belongs, and nothing else of it', async () => {
    const { deps, tenant } = await twoTenants();
    const asPerson = (statement: ReturnType<typeof sql>) => deps.db.read({ user: tenant.user.id }, (db) => rowsOf(db, statement));
    expect(await asPerson(sql`select id from organizations`)).toEqual([{ id: tenant.organization.id }]);
    expect(await asPerson(sql`select id from workspaces`)).toEqual([{ id: tenant.workspace.id }]);
    expect(await asPerson(sql`select organization_id from memberships`)).toEqual([{ organization_id: tenant.organization.id }]);
    expect(await asPerson(sql`select id from dataloggers`)).toEqual([]);
    const write = deps.db.write({ user: tenant.user.id }, (db) => rowsOf(db, sql`update organizations set name = 'x' returning id`));
    expect(await write).toEqual([]);
  });

  it('has a directory of organisations for the few who choose from all of them', async () => {
    const { deps, tenant, other } = await twoTenants();
    const ids = (await deps.db.read({ directory: true }, (db) => rowsOf(db, sql`select id from organizations`))).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([tenant.organization.id, other.organization.id]));
    expect(await deps.db.read({ directory: true }, (db) => rowsOf(db, sql`select id from dataloggers`))).toEqual([]);
  });

  it('leaves nothing of one transaction to the next on the same connection', async () => {
    const { deps, tenant } = await twoTenants();
    for (let i = 0; i < 12; i++) {
      expect(await deps.db.read(tenant.organization.id, (db) => rowsOf(db, sql`select id from dataloggers`))).toHaveLength(1);
      expect(await deps.db.read(null, (db) => rowsOf(db, sql`select id from dataloggers`))).toEqual([]);
    }
  });
});

const NOBODY = { created_by: null, updated_by: null, archived_at: null };

describe('the role of the application', () => {
  const refusal = async (url: string | undefined, ownerUrl?: string): Promise<string> => {
    const db = openPostgres({ url: url ?? '', ownerUrl, clock: testClock() });
    onTestFinished(() => db.close());
    const error: unknown = await db.migrate().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems.join('\n');
  };
  const role = async (attributes: string) => {
    const name = `taktlog_test_role_${process.pid}_${Math.floor(performance.now() * 1000)}`;
    const server = inject('postgresUrl');
    await onServer(server, `create role ${name} login password 'p' ${attributes}`);
    return { name, as: (url: string | undefined) => Object.assign(new URL(url ?? ''), { username: name, password: 'p' }).href };
  };

  it('may not be a superuser', async () => {
    const { databaseOwnerUrl } = await testLocation('postgres');
    expect(await refusal(databaseOwnerUrl)).toMatch(/superuser.*\n.*DATABASE_OWNER_URL/s);
  });

  it('may not have BYPASSRLS', async () => {
    const { databaseOwnerUrl } = await testLocation('postgres');
    const { as, name } = await role('bypassrls');
    onTestFinished(() => onServer(inject('postgresUrl'), `drop role ${name}`));
    expect(await refusal(as(databaseOwnerUrl))).toMatch(/BYPASSRLS/);
  });

  it('may neither own a table nor be a member of the role that does', async () => {
    const { databaseOwnerUrl } = await testLocation('postgres', { empty: true });
    const owner = await role('');
    const member = await role(`in role ${owner.name}`);
    await onServer(databaseOwnerUrl ?? '', `grant all on schema public to ${owner.name}; grant usage on schema public to ${member.name}`);
    await onServer(owner.as(databaseOwnerUrl), 'create table mine (id text)');
    onTestFinished(() =>
      onServer(databaseOwnerUrl ?? '', `drop owned by ${owner.name}, ${member.name} cascade; drop role ${member.name}, ${owner.name}`),
    );
    expect(await refusal(owner.as(databaseOwnerUrl))).toMatch(/owns the table "mine"/);
    expect(await refusal(member.as(databaseOwnerUrl))).toMatch(/may become its owner/);
  });

  it('finds an old schema and says who can bring it up to date', async () => {
    const { databaseUrl } = await testLocation('postgres', { empty: true });
    expect(await refusal(databaseUrl)).toMatch(/not up to date.*DATABASE_OWNER_URL/s);
  });

  it('is made and prepared by the owner where it is missing, and starting again changes nothing', async () => {
    const { databaseOwnerUrl } = await testLocation('postgres', { empty: true });
    const name = `taktlog_test_made_${process.pid}`;
    const url = Object.assign(new URL(databaseOwnerUrl ?? ''), { username: name, password: 'made for it' }).href;
    const start = async () => {
      const db = openPostgres({ url, ownerUrl: databaseOwnerUrl, clock: testClock() });
      await db.migrate();
      expect(await db.read({ directory: true }, (reader) => rowsOf(reader, sql`select 1 from organizations`))).toEqual([]);
      await db.close();
    };
    onTestFinished(() => onServer(databaseOwnerUrl ?? '', `drop owned by ${name}; drop role ${name}`));
    await start();
    const oids = `select array_agg(oid order by oid)::text as oids from pg_policy`;
    const client = new pg.Client({ connectionString: databaseOwnerUrl });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    const before = (await client.query(oids)).rows;
    await start();
    expect((await client.query(oids)).rows).toEqual(before);
  });
});
