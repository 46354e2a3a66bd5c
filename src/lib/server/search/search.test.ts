import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../contract/search.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { measurementsRepo } from '../measurements/measurements.repo.ts';
import { insertScreen } from '../measurements/testing.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeDatalogger, makeMachine, makeMembership, makeOrganization, makeUser, makeWorkspace } from '../testing/testing.ts';

type Over = { name: string; archived_at?: number; tap_count?: number; workspace_id?: string; created_at?: number };

async function makeMeasurement({ deps, organization, workspace }: TestPlant, over: Over): Promise<string> {
  const id = deps.ids.uuid();
  const organization_id = organization.id;
  const workspace_id = over.workspace_id ?? workspace.id;
  const screen_id = deps.ids.uuid();
  await deps.db.write(organization_id, async (db) => {
    await insertScreen(db, { organization_id, workspace_id, id: screen_id }, deps.clock.now());
    const measured = {
      screen_id,
      screen_version: 1,
      method: 'snapshot' as const,
      lanes: '[]',
      state: 'finished' as const,
      day: '2026-03-02',
    };
    const stamped = { created_at: deps.clock.now(), created_by: null, updated_at: deps.clock.now(), updated_by: null, archived_at: null };
    await measurementsRepo({ db, organization_id }).insert({ ...stamped, ...measured, tap_count: 1, workspace_id, id, ...over });
  });
  return id;
}

async function hitsFor(plant: TestPlant, q: string, as = plant.headers): Promise<SearchHit[]> {
  const answer = await plant.app.request(`${plant.root}/search?q=${encodeURIComponent(q)}`, { headers: as });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: SearchHit[] }).items;
}
const named = (hits: SearchHit[]) => hits.map(({ entity, name }) => `${entity} ${name}`);

describe.each(ENGINES)('the search over an organisation on %s', (engine) => {
  it('finds loggers, machines, screens, measurements and people without case and accents', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Čidlo pece 2', code: 'CP-2', place: 'Kalírna' } });
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Kalicí pec', code: 'M7', line: 'Čisticí linka' });
    const measurement = await makeMeasurement(plant, { name: 'Seřízení pece' });
    const user = await makeUser(plant.deps, { name: 'Ondřej Pecka', email: 'ondrej@plant.example' });
    await makeMembership(plant.deps, plant.organization, user, 'member');
    expect(await hitsFor(plant, 'PEC')).toEqual([
      {
        entity: 'dataloggers',
        id: plant.datalogger.id,
        workspace_id: plant.workspace.id,
        name: 'Čidlo pece 2',
        names: null,
        details: ['CP-2', 'Kalírna'],
        day: null,
      },
      {
        entity: 'machines',
        id: machine.id,
        workspace_id: plant.workspace.id,
        name: 'Kalicí pec',
        names: null,
        details: ['M7', 'Čisticí linka'],
        day: null,
      },
      {
        entity: 'measurements',
        id: measurement,
        workspace_id: plant.workspace.id,
        name: 'Seřízení pece',
        names: null,
        details: [],
        day: '2026-03-02',
      },
      {
        entity: 'people',
        id: user.id,
        workspace_id: null,
        name: 'Ondřej Pecka',
        names: null,
        details: ['ondrej@plant.example'],
        day: null,
      },
    ]);
    expect(named(await hitsFor(plant, 'cidlo'))).toEqual(['dataloggers Čidlo pece 2']);
    expect(named(await hitsFor(plant, 'serizeni pece'))).toEqual(['measurements Seřízení pece']);
    expect(named(await hitsFor(plant, 'kalirna cp'))).toEqual(['dataloggers Čidlo pece 2']);
    expect(named(await hitsFor(plant, 'balici'))).toEqual(['screens Balicí linka']);
    expect(named(await hitsFor(plant, 'ondrej@plant'))).toEqual(['people Ondřej Pecka']);
    expect(await hitsFor(plant, 'nic takového')).toEqual([]);
    expect(await hitsFor(plant, '  ')).toEqual([]);
    expect(await hitsFor(plant, '%')).toEqual([]);
  });

  it('finds types of sensors in every language and types of loggers, for those who read loggers', async () => {
    const plant = await testPlant(engine);
    const names = { cs: 'Vlhkost zrna', en: 'Grain moisture', sk: 'Vlhkosť obilia' };
    const sensor = { names, quantity: 'humidity', kind: 'gauge', display_unit: '%', decimals: 1, range_min: null, range_max: null };
    const made = await plant.send('POST', '/sensor-types', { ...sensor, mean: 'arithmetic', color: null, state_words: null });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const found = { entity: 'sensor-types', id, workspace_id: null, name: 'Grain moisture', names, details: [], day: null };
    for (const q of ['vlhkost zrna', 'GRAIN', 'obilia']) expect(await hitsFor(plant, q)).toEqual([found]);
    const type = (await (await plant.send('POST', '/logger-types', { name: 'Žďárský převodník' })).json()) as { id: string; rev: number };
    await plant.send('PATCH', `/logger-types/${type.id}`, { rev: type.rev, maker: 'Papouch', model: 'AI-4' });
    expect(await hitsFor(plant, 'zdar papouch')).toMatchObject([
      { entity: 'logger-types', id: type.id, name: 'Žďárský převodník', names: null, details: ['Papouch', 'AI-4'] },
    ]);
    expect(await hitsFor(plant, 'obilia', await plant.member('observer', plant.workspace.id))).toEqual([]);
    expect(await hitsFor(plant, 'obilia', await plant.member('operator', plant.workspace.id))).toEqual([found]);
    await plant.send('PATCH', `/sensor-types/${id}`, { rev: 1, archived: true });
    expect(await hitsFor(plant, 'obilia')).toEqual([]);
  });

  it('puts names first that begin with what is looked for, then in the order of names, and the newest measurement first', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Měření haly 12' } });
    for (const name of ['Hala 12', 'Stará hala', 'Hala 5']) await makeDatalogger(plant.deps, plant.workspace, { name });
    expect(named(await hitsFor(plant, 'hal'))).toEqual([
      'dataloggers Hala 5',
      'dataloggers Hala 12',
      'dataloggers Měření haly 12',
      'dataloggers Stará hala',
    ]);
    await makeMeasurement(plant, { name: 'Lisování staré', created_at: 5 });
    await makeMeasurement(plant, { name: 'Lisování nové', created_at: 9 });
    expect(named(await hitsFor(plant, 'lis'))).toEqual(['measurements Lisování nové', 'measurements Lisování staré']);
  });

  it('shows everybody what his lists show: nothing archived, no other organisation, workspace or kind of thing', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Pec A' } });
    const hidden = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    await makeDatalogger(plant.deps, hidden, { name: 'Pec B' });
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Pec C', archived_at: 1 });
    await makeMachine(plant.deps, plant.workspace, { name: 'Pec D' });
    await makeMeasurement(plant, { name: 'Pec E' });
    await makeMeasurement(plant, { name: 'Pec F', archived_at: 1 });
    await makeMeasurement(plant, { name: 'Pec G', tap_count: 0 });
    await makeMeasurement(plant, { name: 'Pec H', workspace_id: hidden.id });
    const foreign = await makeOrganization(plant.deps);
    await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, foreign), { name: 'Pec I' });
    const stranger = await makeUser(plant.deps, { name: 'Pec J' });
    await makeMembership(plant.deps, foreign, stranger, 'owner');

    const letters = async (as?: Record<string, string>) => (await hitsFor(plant, 'pec', as)).map(({ name }) => name.at(-1)).join('');
    expect(await letters()).toBe('ABDHE');
    expect(await letters(await plant.member('viewer', plant.workspace.id))).toBe('ADE');
    expect(await letters(await plant.member('observer', plant.workspace.id))).toBe('DE');
    expect(await letters(await plant.member('operator', hidden.id))).toBe('B');
    const answer = await plant.app.request(`${plant.root}/search?q=pec`, { headers: bearer(await signedIn(plant.deps, stranger)) });
    expect(answer.status).toBe(404);
  });

  it('shows screens that only a draft has been made of to those who may read them, not to those who only capture', async () => {
    const plant = await testPlant(engine);
    await makeMeasurement(plant, { name: 'Den' });
    const draft = await plant.send('POST', '/screens', { workspace_id: plant.workspace.id, name: 'Balicí koncept', method: 'snapshot' });
    expect(draft.status).toBe(201);
    expect(named(await hitsFor(plant, 'balici'))).toEqual(['screens Balicí koncept', 'screens Balicí linka']);
    expect(named(await hitsFor(plant, 'balici', await plant.member('operator', plant.workspace.id)))).toEqual(['screens Balicí linka']);
  });

  it('tells e-mails to those who manage members, and finds by them only for these', async () => {
    const plant = await testPlant(engine);
    const user = await makeUser(plant.deps, { name: 'Eva Malá', email: 'tajny@plant.example' });
    await makeMembership(plant.deps, plant.organization, user, 'member');
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await hitsFor(plant, 'mala'))[0]?.details).toEqual(['tajny@plant.example']);
    expect((await hitsFor(plant, 'mala', viewer))[0]?.details).toEqual([]);
    expect(await hitsFor(plant, 'tajny', viewer)).toEqual([]);
  });

  it('asks the database twice beside the rights, whatever it finds', async () => {
    const plant = await testPlant(engine);
    const few = await queriesOf(plant.deps.db, () => hitsFor(plant, 'x'));
    for (let i = 0; i < 12; i++) await makeDatalogger(plant.deps, plant.workspace, { name: `Xeno ${i}` });
    const rights = await queriesOf(plant.deps.db, () => plant.get('/favorites'));
    expect(await queriesOf(plant.deps.db, () => hitsFor(plant, 'x'))).toBe(few);
    expect(few).toBe(rights + 1);
    expect(await hitsFor(plant, 'xeno')).toHaveLength(5);
  });
});
