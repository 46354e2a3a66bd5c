import { describe, expect, it } from 'vitest';
import type { Locale } from '../../constants.ts';
import {
  ENGINES,
  type Engine,
  freshDatabase,
  makeMembership,
  makeOrganization,
  makeUser,
  makeWorkspace,
  testClock,
  testDeps,
} from '../testing/testing.ts';
import { seedPlant } from './seed-plant.ts';
import { renewStopwatch, seedStopwatch, tapStopwatch } from './seed-stopwatch.ts';

const EMAIL = 'demo@plant.example';
/** 2026-11-21T21:30Z, a Saturday. */
const NOW = Date.UTC(2026, 10, 21, 21, 30) * 1_000;
/** Letters that neither English nor Slovak has. */
const ONLY_CZECH = /[ěřů]/i;
const TABLES = [
  'activities',
  'screens',
  'screen_versions',
  'measurements',
  'tap_events',
  'entries',
  'audit_events',
  'sessions',
  'operations',
  'standard_versions',
] as const;

async function demo(engine: Engine, locale: Locale = 'cs') {
  const clock = testClock(NOW);
  const { db } = await freshDatabase(engine, clock);
  const deps = await testDeps(engine, { db, clock });
  const organization = await makeOrganization(deps, { locale });
  const workspaces = {
    hall: (await makeWorkspace(deps, organization, { name: 'Hala 2' })).id,
    store: (await makeWorkspace(deps, organization, { name: 'Sklady' })).id,
  };
  const user = await makeUser(deps, { email: EMAIL });
  await makeMembership(deps, organization, user, 'owner');
  await makeMembership(deps, organization, user, 'manager', { workspace_id: workspaces.hall });
  const plant = { organizationId: organization.id, userId: user.id, workspaces, now: clock.now(), locale, domain: 'plant.example' };
  await db.write(organization.id, (writer) => seedPlant(writer, deps.ids, plant));
  const all = () =>
    db.read(organization.id, async (reader) =>
      Object.fromEntries(
        await Promise.all(TABLES.map(async (table) => [table, await reader.selectFrom(table).selectAll().execute()] as const)),
      ),
    );
  return { deps, clock, organization, all, user };
}

describe.each(ENGINES)('the stopwatch of the demo on %s', (engine) => {
  it('has two published screens, a whole shift, a study and a measurement under way; started again nothing changes', async () => {
    const { deps, clock, all, organization, user } = await demo(engine);
    await seedStopwatch(deps, EMAIL);
    const made = await all();
    expect(made.screens).toMatchObject([{ version: 1 }, { version: 1 }]);
    expect(made.activities!.map((row) => (row as { name: string }).name)).toEqual(
      expect.arrayContaining(['Balení', 'Porucha', 'Opracovat']),
    );
    expect(made.sessions).toEqual([]);
    expect(made.operations).toMatchObject([{ code: 'OP-0405' }]);
    // The first version was approved; one reading was left out since.
    const versions = made.standard_versions as { version: number; approved_at: number | null; superseded_at: number | null }[];
    expect(versions.map(({ version, superseded_at }) => [version, superseded_at])).toEqual([[1, null]]);
    expect(versions[0]!.approved_at).not.toBeNull();
    expect(JSON.stringify(made.tap_events)).toContain('přeskočil upínač');
    const rows = await deps.db.read(organization.id, (reader) =>
      reader.selectFrom('measurements').selectAll().where('organization_id', '=', organization.id).orderBy('started_ms').execute(),
    );
    const shift = rows.find(({ name }) => name.includes('směna'))!;
    // The morning of Friday, 06:00–14:00 in Prague.
    expect(shift).toMatchObject({ state: 'finished', day: '2026-11-20', conflict_count: 0, method: 'snapshot' });
    expect([shift.started_ms, shift.ended_ms]).toEqual([Date.UTC(2026, 10, 20, 5), Date.UTC(2026, 10, 20, 13)]);
    expect(JSON.parse(shift.shift!)).toMatchObject({ name: 'Ranní', from: '2026-11-20T05:00:00Z', to: '2026-11-20T13:00:00Z' });
    expect(shift.tap_count).toBeGreaterThan(200);
    expect(JSON.parse(shift.lanes)).toMatchObject([{ id: 'worker', worker: 'P-07', worker_name: null }]);
    expect(rows.find(({ method }) => method === 'study')).toMatchObject({
      state: 'finished',
      conflict_count: 0,
      name: expect.stringContaining('30'),
    });
    expect(rows.at(-1)).toMatchObject({ state: 'running', started_ms: NOW / 1_000 - 95 * 60_000, observer_id: user.id, conflict_count: 0 });
    await seedStopwatch(deps, EMAIL);
    clock.advance(3 * 86_400 * 1e6);
    await seedStopwatch(deps, EMAIL);
    expect(await all()).toEqual(made);
  });

  it('is whole after starts that were killed between their writes, and adds nothing to a plant it does not know', async () => {
    const { deps, all } = await demo(engine);
    await seedStopwatch(deps, 'nobody@elsewhere.example');
    expect(await all()).toMatchObject({ screens: [], measurements: [] });
    for (const lasting of [2, 3, 4, 6, 6, 7]) {
      let writes = 0;
      const write: typeof deps.db.write = (reach, work) =>
        writes++ < lasting ? deps.db.write(reach, work) : Promise.reject(new Error('killed'));
      await expect(seedStopwatch({ ...deps, db: { ...deps.db, write } }, EMAIL)).rejects.toThrow('killed');
    }
    await seedStopwatch(deps, EMAIL);
    const { screens, screen_versions, activities, measurements, tap_events } = await all();
    expect([screens, screen_versions, activities, measurements].map((rows) => rows!.length)).toEqual([2, 2, 16, 3]);
    expect(screens).toMatchObject([{ version: 1 }, { version: 1 }]);
    expect(activities!.map((row) => (row as { name: string }).name)).toContain('Balení');
    const counted = measurements!.map((row) => (row as { tap_count: number }).tap_count);
    expect(Math.min(...counted)).toBeGreaterThan(5);
    expect(tap_events).toHaveLength(counted.reduce((sum, one) => sum + one, 0));
  });

  it('that is renewed for weeks has one measurement under way, not for longer than a shift, and the newest morning', async () => {
    const { deps, clock, organization, all } = await demo(engine);
    await seedStopwatch(deps, EMAIL);
    const { sessions: _, ...seeded } = await all();
    await renewStopwatch(deps, EMAIL);
    expect(await all()).toMatchObject(seeded);
    for (let day = 0; day < 4; day++) {
      clock.advance(86_400e6);
      for (let again = 0; again < 2; again++) await renewStopwatch(deps, EMAIL);
    }
    const rows = await deps.db.read(organization.id, (reader) =>
      reader.selectFrom('measurements').selectAll().where('organization_id', '=', organization.id).orderBy('started_ms').execute(),
    );
    const running = rows.filter(({ state }) => state === 'running');
    expect(running.map(({ started_ms }) => started_ms)).toEqual([clock.now() / 1_000 - 95 * 60_000]);
    const long = rows.flatMap(({ started_ms, ended_ms }) => (ended_ms === null ? [] : ended_ms - started_ms!));
    expect(Math.max(...long)).toBeLessThanOrEqual(8 * 3_600_000);
    // Friday's, and those of Monday to Wednesday.
    const mornings = rows.filter(({ name }) => name.includes('směna')).map(({ day }) => day);
    expect(mornings).toEqual(['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25']);
    expect(rows.every(({ conflict_count, entry_count }) => conflict_count === 0 && entry_count! > 0)).toBe(true);
    expect((await all()).sessions).toEqual([]);
  });

  it('goes on being tapped while it is looked at, as if somebody had stood there all the time, and for no longer than a shift', async () => {
    const { deps, clock, organization } = await demo(engine);
    // Monday, half past seven in Prague.
    clock.advance(33 * 3_600e6);
    await seedStopwatch(deps, EMAIL);
    const running = async () => {
      const rows = await deps.db.read(organization.id, (reader) =>
        reader.selectFrom('measurements').selectAll().where('organization_id', '=', organization.id).execute(),
      );
      return rows.find(({ state }) => state === 'running')!;
    };
    const before = await running();
    for (let minute = 0; minute < 60; minute++) {
      clock.advance(60e6);
      await tapStopwatch(deps, EMAIL);
    }
    const after = await running();
    expect(after).toMatchObject({ id: before.id, conflict_count: 0 });
    expect(after.tap_count - before.tap_count).toBeGreaterThan(20);
    await tapStopwatch(deps, EMAIL);
    expect((await running()).tap_count).toBe(after.tap_count);
    clock.advance(12 * 3_600e6);
    await tapStopwatch(deps, EMAIL);
    await renewStopwatch(deps, EMAIL);
    const rows = await deps.db.read(organization.id, (reader) =>
      reader.selectFrom('measurements').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow(),
    );
    expect(rows).toMatchObject({ state: 'finished', conflict_count: 0 });
    expect(rows.ended_ms! - rows.started_ms!).toBeGreaterThan(7 * 3_600_000);
    expect(rows.ended_ms! - rows.started_ms!).toBeLessThanOrEqual(8 * 3_600_000);
  });

  it.each(['en', 'sk'] as const)('says all of it in %s', async (locale) => {
    const { deps, all } = await demo(engine, locale);
    await seedStopwatch(deps, EMAIL);
    const { activities, screens, measurements, operations, tap_events } = await all();
    const names = [...activities!, ...screens!, ...measurements!, ...operations!].map((row) => (row as { name: string }).name);
    expect(names).toContain({ en: 'Packing line 2 – a whole morning shift', sk: 'Baliaca linka 2 – celá ranná zmena' }[locale]);
    const said = [...names, ...measurements!.map((row) => (row as { note: string | null }).note ?? ''), JSON.stringify(tap_events)];
    expect(said.filter((text) => ONLY_CZECH.test(text))).toEqual([]);
  });
});
