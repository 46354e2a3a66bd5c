import { sql as kyselySql, type RawBuilder } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ENGINES,
  makeDatalogger,
  makeMachine,
  makeMessage,
  makeOrganization,
  makeUser,
  makeWorkspace,
  type TestDeps,
  testDeps,
} from '../testing/testing.ts';
import type { Db } from './database.ts';
import { sql } from './sql.ts';
import { type TenantConnection, type TenantDb, tenantDb, tenantTable } from './tenant-db.ts';

/**
 * Never called: that it compiles is the test, since every line marked as an error has to be one.
 */
export function unwritable(connection: TenantConnection, confined: TenantDb, db: Db): void {
  // @ts-expect-error a repo asks nothing of its connection but through tenantDb()
  connection.db.selectFrom('machines');
  // @ts-expect-error sessions belong to no organisation: they have another door
  confined.selectFrom('sessions');
  // @ts-expect-error the organisation of a row is filled in, never given
  confined.insertInto('favorites').values({ organization_id: '', user_id: '', entity: '', entity_id: '', created_at: 0 });
  // @ts-expect-error no row changes its organisation
  confined.updateTable('machines').set({ organization_id: '' });
  // @ts-expect-error the number of an organisation is filled in as well
  confined.updateTable('received_data').set({ org_no: 1 });
  // @ts-expect-error a connection that sees every organisation is not a confined one
  const other: TenantDb = db;
  void other;
}

// On SQLite no row-level security stands behind: what isn't found there was kept away by the door itself.
describe.each(ENGINES)('queries of an organisation on %s', (engine) => {
  let deps: TestDeps;
  let ours: string;
  let theirs: { organization: string; workspace: string; machine: string; logger: string };

  async function plant() {
    const organization = await makeOrganization(deps);
    const workspace = await makeWorkspace(deps, organization);
    const machine = await makeMachine(deps, workspace);
    const logger = await makeDatalogger(deps, workspace, { machine_id: machine.id });
    return { organization: organization.id, workspace: workspace.id, machine: machine.id, logger: logger.id };
  }
  /** What one organisation's door says while the reach of the transaction is that organisation's. */
  const inOurs = <T>(work: (db: TenantDb, connection: TenantConnection) => Promise<T>): Promise<T> =>
    deps.db.write(ours, (db) => work(tenantDb({ db, organization_id: ours }), { db, organization_id: ours }));

  beforeEach(async () => {
    deps = await testDeps(engine);
    ours = (await plant()).organization;
    theirs = await plant();
  });

  it('find no row of another one, by its id, by its name in a text, or through an “or”', async () => {
    await inOurs(async (db, connection) => {
      const { machine } = theirs;
      expect(await db.selectFrom('machines').select('id').where('id', '=', machine).execute()).toEqual([]);
      expect(await db.selectFrom('machines as m').select('m.id').where(sql<boolean>`m.id = ${machine} or true`).execute()).toHaveLength(1);
      const { rows } = await sql`select m.id from ${tenantTable(connection, 'machines as m')} where m.id = ${machine} or true`.execute(db);
      expect(rows).toHaveLength(1);
      expect((await db.selectFrom('organizations').select('id').execute()).map(({ id }) => id)).toEqual([ours]);
    });
  });

  it('join and look inside no other one, from a row of theirs or from a global one', async () => {
    await inOurs(async (db) => {
      const everything = sql<boolean>`true or false`;
      const joined = db.selectFrom('machines as m').innerJoin('dataloggers as d', (join) => join.on(everything));
      expect(await joined.select('d.id').execute()).toHaveLength(1);
      const inside = db.selectFrom('machines').select('id').union(db.selectFrom('dataloggers').select('id'));
      expect(await inside.execute()).toHaveLength(2);
      const outside = (id: string) =>
        db
          .selectFrom('machines as m')
          .select('m.id')
          .where((eb) => eb.exists(eb.selectFrom('dataloggers as d').select('d.id').where('d.id', '=', id)));
      expect(await outside(theirs.logger).execute()).toEqual([]);
    });
  });

  it('change and delete nothing of another one', async () => {
    const { numUpdatedRows, numDeletedRows } = await inOurs(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('machines')
        .set({ name: 'Cizí' })
        .where('id', '=', theirs.machine)
        .executeTakeFirstOrThrow();
      const { numDeletedRows } = await db.deleteFrom('machines').where('id', '=', theirs.machine).executeTakeFirstOrThrow();
      return { numUpdatedRows, numDeletedRows };
    });
    expect([numUpdatedRows, numDeletedRows]).toEqual([0n, 0n]);
  });

  it('find, change and delete no messages of another one, which name it by its number', async () => {
    const numbered = async (organization: string, logger: string) => {
      const row = await deps.db.read(organization, (db) =>
        db
          .selectFrom('organizations as o')
          .innerJoin('dataloggers as d', 'd.organization_id', 'o.id')
          .select(['o.id', 'o.no', 'd.id as logger', 'd.no as logger_no', 'd.workspace_id'])
          .where('d.id', '=', logger)
          .executeTakeFirstOrThrow(),
      );
      const message = makeMessage(deps, row, { id: row.logger, no: row.logger_no, workspace_id: row.workspace_id }, []);
      return { ...(await deps.db.readings.commit(message)), no: row.no };
    };
    const own = await deps.db.read(ours, (db) => db.selectFrom('dataloggers').select('id').where('organization_id', '=', ours).execute());
    const [mine, other] = [await numbered(ours, own[0]!.id), await numbered(theirs.organization, theirs.logger)];
    await inOurs(async (db, connection) => {
      const all = sql<boolean>`r.no > 0 or true`;
      const found = await db.selectFrom('received_data as r').select('r.given_id').where(all).execute();
      expect(found).toEqual([{ given_id: mine.id }]);
      expect(await db.selectFrom('received_data').select('no').where('org_no', '=', other.no).execute()).toEqual([]);
      const joined = db
        .selectFrom('received_data as r')
        .innerJoin('dataloggers as d', (join) => join.on(sql<boolean>`true or false`))
        .innerJoin('received_data_senders as s', (join) => join.on(sql<boolean>`true or false`));
      expect(await joined.select(['d.id', 's.workspace_id']).execute()).toHaveLength(1);
      const outer = db.selectFrom('machines as m').leftJoin('received_data as r', (join) => join.on(all));
      expect(await outer.select('r.given_id').execute()).toEqual([{ given_id: mine.id }]);
      const { rows } = await sql`select r.no from ${tenantTable(connection, 'received_data as r')} where r.no > 0 or true`.execute(db);
      expect(rows).toHaveLength(1);
      const changed = await db.updateTable('received_data as r').set({ points: 7 }).where(all).executeTakeFirstOrThrow();
      const deleted = await db.deleteFrom('received_data as r').where(all).executeTakeFirstOrThrow();
      expect([changed.numUpdatedRows, deleted.numDeletedRows]).toEqual([1n, 1n]);
      const moved = db.updateTable('received_data').set({ org_no: other.no } as object);
      await expect(moved.execute()).rejects.toThrow(/changes its organisation/);
    });
    const left = await deps.db.read(theirs.organization, (db) =>
      db.selectFrom('received_data').select(['given_id', 'points']).where('org_no', '=', other.no).execute(),
    );
    expect(left).toEqual([{ given_id: other.id, points: 0 }]);
  });

  it('fill the organisation in, also over one that a row brings along', async () => {
    const { id: user_id } = await makeUser(deps);
    const brought = { organization_id: theirs.organization, user_id, sent_at: 1 };
    const rows = await inOurs(async (db) => {
      await db
        .insertInto('outage_mails')
        .values(brought as Omit<typeof brought, 'organization_id'>)
        .execute();
      return db.selectFrom('outage_mails').select(['organization_id', 'user_id']).execute();
    });
    expect(rows).toEqual([{ organization_id: ours, user_id }]);
  });

  it.each([
    ['of ours', sql],
    ['of kysely', kyselySql],
  ])('that name a table in a text %s, or can’t be confined, are refused', async (_, given) => {
    const text = given as typeof sql;
    const table = (given as typeof kyselySql).table ?? kyselySql.table;
    await inOurs(async (db) => {
      const refused = async (work: () => Promise<unknown>) => expect(work).rejects.toThrow(/tenantTable\(\)|confined|knows no|not listed/);
      const said = (query: RawBuilder<unknown>) => refused(() => query.execute(db));
      await said(text`select * from machines`);
      await said(text`select * from ${table('machines')}`);
      await said(text`select * from ${text.raw('machines')}`);
      await said(text`select * from ${text`machines`}`);
      await said(text`select * from ${text.ref('machines')}`);
      await said(text`select 1 where exists (${text`select * from machines`})`);
      await said(text`update machines set name = ''`);
      await said(text`select m.* from users as u, machines as m`);
      await said(text`select m.* from users, machines m where 1 = 1`);
      await said(text`select m.* from ${text`(select 1 as one)`}, machines as m`);
      await said(text`select 1 where exists (${text`select m.* from ${text`(select 1 as one)`}, machines as m`})`);
      await refused(() => db.selectFrom(text<{ id: string }>`machines`.as('m')).selectAll().execute());
      await refused(() => db.selectFrom('machines as m').rightJoin('dataloggers as d', 'd.machine_id', 'm.id').select('d.id').execute());
    });
  });

  it('of ours are looked at as one text, however it was put together', async () => {
    await inOurs(async (db) => {
      for (const query of [sql`select * ${sql`from`} machines`, sql`select * from ${sql``}machines`, sql`select * fr${sql`om machines`}`])
        await expect(() => query.execute(db)).rejects.toThrow(/tenantTable\(\)/);
    });
  });
});
