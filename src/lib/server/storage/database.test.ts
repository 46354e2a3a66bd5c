import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onServer } from '../../../../scripts/test-postgres.ts';
import { AppError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import { type Ctx, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import {
  ENGINES,
  freshDatabase,
  makeChannel,
  makeDatalogger,
  makeMessage,
  makeOrganization,
  makeUser,
  makeWorkspace,
  type TestDeps,
  testClock,
  testDatabase,
  testDeps,
  testLocation,
} from '../testing/testing.ts';
import { openDatabase } from './open.ts';
import { openPostgres } from './postgres.ts';
import { prepareRepeated } from './prepared-statements.ts';
import { verifyRollups } from './readings/verify-rollups.ts';

async function plant(deps: TestDeps) {
  const organization = await makeOrganization(deps);
  const workspace = await makeWorkspace(deps, organization);
  const datalogger = await makeDatalogger(deps, workspace);
  const channel = await makeChannel(deps, datalogger);
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'system' },
    organization,
    rights: { organization: new Set<Scope>(['dlog:write']), workspaces: new Map() },
    allOrgs: false,
    requestId: 'request',
  };
  return { organization, workspace, datalogger, channel, ctx };
}

describe.each(ENGINES)('the database on %s', (engine) => {
  it('rolls back only the work of a mutation that fails; readings stored beside it survive', async () => {
    const deps = await testDeps(engine);
    const { organization, datalogger, channel, ctx } = await plant(deps);
    const at = deps.clock.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => [
        deps.db.readings.commit(makeMessage(deps, organization, datalogger, [{ channelNo: channel.no, ts: at + i, num: i, text: null }])),
        mutate(ctx, 'dataloggers.update', async (tx) => {
          tx.allow(null);
          await tx.db
            .updateTable('dataloggers')
            .set({ name: `name ${i}` })
            .where('id', '=', datalogger.id)
            .execute();
          tx.audit(datalogger.id, { after: i });
          if (i % 2 === 1) throw new AppError('conflict');
        }),
      ]).flat(),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(15);
    const after = await deps.db.read(organization.id, async (db) => ({
      readings: await db.selectFrom('readings').select('num').where('org_no', '=', organization.no).orderBy('ts').execute(),
      logger: await db.selectFrom('dataloggers').select('name').where('id', '=', datalogger.id).executeTakeFirstOrThrow(),
      audited: await db.selectFrom('audit_events').select('after').where('organization_id', '=', organization.id).execute(),
    }));
    expect(after.readings.map((reading) => reading.num)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(after.logger.name).toMatch(/^name \d*[02468]$/);
    expect(after.audited.map((event) => Number(event.after) % 2)).toEqual(new Array(15).fill(0));
  });

  it('can not write in a read', async () => {
    const deps = await testDeps(engine);
    const { organization } = await plant(deps);
    const rename = deps.db.read(organization.id, (db) =>
      db.updateTable('organizations').set({ name: 'x' }).where('id', '=', organization.id).execute(),
    );
    await expect(rename).rejects.toThrow(/read-?only/);
  });

  it('lets one read go on while another takes its time', async () => {
    const db = await testDatabase(engine);
    const quick = Promise.withResolvers<void>();
    const slow = db.read(null, () => quick.promise);
    await db.read(null, (reader) => sql`select 1`.execute(reader));
    quick.resolve();
    await slow;
  });

  it('refuses rows of another organisation or of none', async () => {
    const deps = await testDeps(engine);
    const { workspace } = await plant(deps);
    const other = await makeOrganization(deps);
    await expect(makeDatalogger(deps, { organization_id: other.id, id: workspace.id })).rejects.toThrow(/foreign key/i);
    await expect(makeWorkspace(deps, { id: workspace.id })).rejects.toThrow(/foreign key/i);
  });

  it('gives whole numbers as numbers, whether stored, counted or summed', async () => {
    const db = await testDatabase(engine);
    const row = await db.read(null, (reader) =>
      sql<Record<string, unknown>>`select cast(1772438400000001 as bigint) as big, count(*) as n, sum(v) as total, avg(v) as mean
        from (select cast(3 as bigint) as v union all select cast(6 as bigint)) as t`.execute(reader),
    );
    expect(row.rows[0]).toEqual({ big: 1_772_438_400_000_001, n: 2, total: 9, mean: 4.5 });
  });

  it('is brought up to date by several processes that start together', async () => {
    const location = await testLocation(engine, { empty: true });
    const processes = Array.from({ length: engine === 'postgres' ? 4 : 1 }, () => openDatabase(location, { clock: testClock() }));
    await Promise.all(processes.map((db) => db.migrate()));
    await processes[0]!.migrate();
    await makeUser({ db: processes[0]!, clock: testClock() });
    await Promise.all(processes.map((db) => db.close()));
  });

  it('is ready when it answers and says that it stops afterwards', async () => {
    const { db } = await freshDatabase(engine);
    await db.ping();
    await db.close();
    await db.close();
    await expect(db.ping()).rejects.toMatchObject({ code: 'stopping' });
    await expect(db.read(null, async () => 1)).rejects.toMatchObject({ code: 'stopping' });
  });

  it('finishes running writes before it closes', async () => {
    const { db } = await freshDatabase(engine);
    const user = makeUser({ db, clock: testClock() }, { name: 'Poslední' });
    const closed = db.close();
    expect((await user).name).toBe('Poslední');
    await closed;
  });
});

describe('SQLite with its one writer', () => {
  it('refuses and rolls back a write that awaits anything but the database', async () => {
    const deps = await testDeps('sqlite');
    const { organization } = await plant(deps);
    const slow = deps.db.write(organization.id, async (db) => {
      await db.updateTable('organizations').set({ name: 'slow' }).where('id', '=', organization.id).execute();
      await wait(1);
      await db.updateTable('organizations').set({ name: 'slower' }).where('id', '=', organization.id).execute();
    });
    await expect(slow).rejects.toThrow(/awaited inside a write/);
    const row = await deps.db.write(organization.id, (db) =>
      db.selectFrom('organizations').select('name').where('id', '=', organization.id).executeTakeFirstOrThrow(),
    );
    expect(row.name).toBe(organization.name);
  });

  it('refuses a query that was not awaited and comes after its write has ended', async () => {
    const deps = await testDeps('sqlite');
    const { organization } = await plant(deps);
    let late: Promise<unknown> = Promise.resolve();
    let kept: Parameters<Parameters<typeof deps.db.write>[1]>[0] | undefined;
    await deps.db.write(organization.id, async (db) => {
      kept = db;
    });
    late = kept!.updateTable('organizations').set({ name: 'late' }).where('id', '=', organization.id).execute();
    await expect(late).rejects.toThrow();
  });

  it('says storage_busy when another process holds the file, and goes on afterwards', async () => {
    const { db, location } = await freshDatabase('sqlite');
    const deps = await testDeps('sqlite', { db });
    const { organization, datalogger, channel } = await plant(deps);
    const holder = new DatabaseSync(`${location.dataDir}/taktlog.db`);
    holder.exec('begin immediate');
    const message = makeMessage(deps, organization, datalogger, [{ channelNo: channel.no, ts: deps.clock.now(), num: 1, text: null }]);
    await expect(db.readings.commit(message)).rejects.toMatchObject({ code: 'storage_busy', retryAfter: 1 });
    await expect(makeUser(deps)).rejects.toMatchObject({ code: 'storage_busy' });
    holder.exec('rollback');
    holder.close();
    expect(await db.readings.commit(message)).toMatchObject({ new: 1 });
  });
});

describe('PostgreSQL', () => {
  it('says storage_busy when nobody listens', async () => {
    const db = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', clock: testClock() });
    const organization = { id: createUuidv7(testClock())(), no: 1 };
    const message = makeMessage({ clock: testClock() }, organization, { id: organization.id, no: 1, workspace_id: organization.id }, []);
    await expect(db.ping()).rejects.toMatchObject({ code: 'storage_busy', retryAfter: 1 });
    await expect(db.write(null, async () => 1)).rejects.toMatchObject({ code: 'storage_busy' });
    await expect(db.readings.commit(message)).rejects.toMatchObject({ code: 'storage_busy' });
    await expect(db.migrate()).rejects.toThrow(/^DATABASE_URL: no PostgreSQL answers/);
    await db.close();
  });

  it('sets the organisation for the transaction only', async () => {
    const db = await testDatabase('postgres');
    const current = () =>
      db.read(null, (reader) => sql<{ id: string | null }>`select current_setting('app.organization_id', true) as id`.execute(reader));
    const inside = await db.read("o'rg", (reader) =>
      sql<{ id: string }>`select current_setting('app.organization_id') as id`.execute(reader),
    );
    expect(inside.rows[0]!.id).toBe("o'rg");
    for (let i = 0; i < 10; i++) expect((await current()).rows[0]!.id || null).toBeNull();
  });

  it('goes on after its connections were cut', async () => {
    const { db } = await freshDatabase('postgres');
    const deps = await testDeps('postgres', { db });
    const { organization, datalogger, channel } = await plant(deps);
    const cut = db.read(null, (reader) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(reader));
    await expect(cut).rejects.toMatchObject({ code: 'storage_busy' });
    const message = makeMessage(deps, organization, datalogger, [{ channelNo: channel.no, ts: deps.clock.now(), num: 1, text: null }]);
    expect(await db.readings.commit(message)).toMatchObject({ new: 1 });
  });

  it('goes on after another process changed a table whose rows it reads by prepared statements', async () => {
    const { db, location } = await freshDatabase('postgres');
    const deps = await testDeps('postgres', { db });
    const { organization } = await plant(deps);
    const find = (reader: Db) => reader.selectFrom('organizations').selectAll().where('id', '=', organization.id).execute();
    const list = (reader: Db) => reader.selectFrom('workspaces').selectAll().where('organization_id', '=', organization.id).execute();
    const rename = (writer: Db) =>
      writer.updateTable('organizations').set({ name: 'Nová' }).where('id', '=', organization.id).returningAll().execute();
    const all = async () => {
      await db.read(organization.id, async (reader) => {
        await find(reader);
        await list(reader);
      });
      return db.write(organization.id, rename);
    };
    for (let i = 0; i < 4; i++) await all();
    await onServer(
      location.databaseOwnerUrl!,
      'alter table organizations add column later integer; alter table workspaces add column later integer',
    );
    // Once for the whole change, as a transaction can't go on; the first call may get a connection that hasn't read so often yet.
    const outcomes: string[] = [];
    for (let i = 0; i < 8; i++) {
      outcomes.push(
        await all().then(
          ([row]) => (row && 'later' in row ? 'answered' : 'incomplete'),
          (error: AppError) => error.code,
        ),
      );
    }
    expect(outcomes.toSorted()).toEqual([...new Array(7).fill('answered'), 'storage_busy']);
  });

  it('prepares statements anew outside a transaction without anybody noticing', async () => {
    const location = await testLocation('postgres');
    const pool = new pg.Pool({ connectionString: location.databaseOwnerUrl!, max: 1 });
    onTestFinished(() => pool.end());
    pool.on('connect', prepareRepeated());
    const client = await pool.connect();
    onTestFinished(() => client.release());
    await client.query('create table shelves (no integer); insert into shelves values (1)');
    const read = () => client.query('select * from shelves where no = $1', [1]).then(({ rows }) => rows[0]);
    const named = () => client.query({ name: 'shelves', text: 'select s.* from shelves as s where no = $1', values: [1] });
    for (let i = 0; i < 3; i++) {
      expect(await read()).toEqual({ no: 1 });
      await named();
    }
    await client.query('alter table shelves add column width integer');
    for (let i = 0; i < 3; i++) {
      expect(await read()).toEqual({ no: 1, width: null });
      expect((await named()).rows).toEqual([{ no: 1, width: null }]);
    }
  });

  it('keeps readings of any year', async () => {
    const deps = await testDeps('postgres');
    const { organization, datalogger, channel } = await plant(deps);
    const years = [1969, 2019, 2020, 2040, 2041].map((year) => Date.UTC(year, 11, 31, 23, 59, 59) * 1000);
    const readings = years.map((ts) => ({ channelNo: channel.no, ts, num: 1, text: null }));
    expect(await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings))).toMatchObject({ new: 5 });
    expect(await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings))).toMatchObject({ duplicate: 5 });
    expect((await verifyRollups(deps.db)).differences).toEqual([]);
  });
});
