import { describe, expect, it } from 'vitest';
import type { Definition, Screen, ScreenVersion } from '../../contract/screens.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeMachine, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { makeActivity, makeButton, makeDefinition, makeScreen } from '../testing/time.ts';
import { problemOf } from './testing.ts';

interface List {
  items: Screen[];
  next_cursor: string | null;
  total?: number;
}
const names = ({ items }: List) => items.map(({ name }) => name).join('');
const send = async (plant: TestPlant, method: string, path: string, body: object) =>
  (await (await plant.send(method, path, body)).json()) as Screen;
const screens = (plant: TestPlant) =>
  plant.deps.bus.published.filter(({ event }) => event.name === 'changed' && event.data.entity === 'screens').length;

describe.each(ENGINES)('screens on %s', (engine) => {
  async function setUp() {
    const plant = await testPlant(engine);
    const work = await makeActivity(plant.deps, plant.workspace, { name: 'Práce' });
    return { plant, work, draft: makeDefinition([work.id]) };
  }
  const patch = (plant: TestPlant, id: string, body: object) => plant.send('PATCH', `/screens/${id}`, body);

  it('are listed, searched, filtered by method and paged, with their drafts', async () => {
    const { plant, draft } = await setUp();
    for (const [name, method] of [
      ['C', 'study'],
      ['A', 'snapshot'],
      ['B', 'study'],
    ] as const) {
      plant.deps.clock.advance(1_000_000);
      await makeScreen(plant.deps, plant.workspace, draft, { name, method });
    }
    await makeScreen(plant.deps, plant.workspace, draft, { name: 'Stará', archived_at: TEST_NOW });
    const list = (query: string) => plant.get<List>(`/screens?${query}`);
    const first = await list('limit=2&count=1');
    expect([names(first), first.total, first.items[0]!.draft]).toEqual(['AB', 3, draft]);
    expect(names(await list(`limit=2&cursor=${first.next_cursor}`))).toBe('C');
    expect([names(await list('sort=-created_at')), names(await list('method=study')), names(await list('q=a'))]).toEqual([
      'BAC',
      'BC',
      'A',
    ]);
    expect(names(await list('archived=1&q=star'))).toBe('Stará');
    for (const query of ['sort=method', 'sort=constructor', 'cursor=x'])
      expect((await plant.app.request(`${plant.root}/screens?${query}`, { headers: plant.headers })).status).toBe(422);
    expect(await queriesOf(plant.deps.db, () => list('limit=50'))).toBe(2);
  });

  it('are found and sorted without heed to case and accents, numbers by size, also when they are renamed', async () => {
    const { plant, draft } = await setUp();
    for (const name of ['Cela 12', 'Dílna', 'Čekání', 'cela 5', 'BALENÍ']) await makeScreen(plant.deps, plant.workspace, draft, { name });
    const list = (query: string) => plant.get<List>(`/screens?${query}`);
    const walk = async (query: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: List = await list(`limit=2&${query}${cursor && `&cursor=${cursor}`}`);
        found.push(...page.items.map(({ name }) => name));
        cursor = page.next_cursor;
      }
      return found;
    };
    const sorted = ['BALENÍ', 'Čekání', 'cela 5', 'Cela 12', 'Dílna'];
    expect(await walk('sort=name')).toEqual(sorted);
    expect(await walk(`sort=-name&workspace_id=${plant.workspace.id}`)).toEqual(sorted.toReversed());
    expect(await walk('q=c')).toEqual(['Čekání', 'cela 5', 'Cela 12']);
    const { items, total } = await list(`q=${encodeURIComponent('12 CĚLA')}&count=1`);
    expect([items.map(({ name }) => name), total]).toEqual([['Cela 12'], 1]);
    await patch(plant, items[0]!.id, { rev: 1, name: 'Šicí dílna' });
    expect(await walk('q=sici')).toEqual(['Šicí dílna']);
    expect(await walk('q=12')).toEqual([]);
  });

  it('say how their machine is called, by the name that it has now', async () => {
    const { plant, draft } = await setUp();
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis 250 t' });
    // Of the same id in another organisation.
    const other = await makeOrganization(plant.deps);
    await makeMachine(plant.deps, await makeWorkspace(plant.deps, other), { id: machine.id, name: 'Cizí lis' });
    const { id } = await makeScreen(plant.deps, plant.workspace, draft, { name: 'A', machine_id: machine.id });
    await makeScreen(plant.deps, plant.workspace, draft, { name: 'B' });
    const seen = async () => [
      ...(await plant.get<List>('/screens')).items.map(({ machine_name }) => machine_name),
      (await plant.get<Screen>(`/screens/${id}`)).machine_name,
    ];
    expect(await seen()).toEqual(['Lis 250 t', null, 'Lis 250 t']);
    await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, name: 'Lis 400 t' });
    expect(await seen()).toEqual(['Lis 400 t', null, 'Lis 400 t']);
    expect(await send(plant, 'POST', `/screens/${id}/publish`, { rev: 1 })).toMatchObject({ machine_name: 'Lis 400 t' });
    expect(await send(plant, 'PATCH', `/screens/${id}`, { rev: 2, machine_id: null })).toMatchObject({ machine_name: null });
    const stale = (await (await patch(plant, id, { rev: 1, name: 'X' })).json()) as { current: Screen };
    expect(stale.current).toMatchObject({ machine_id: null, machine_name: null });
    // The trail holds what is the screen's own.
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select(['before', 'after']).where('entity_id', '=', id).execute(),
    );
    expect([trail.length, JSON.stringify(trail)]).toEqual([2, expect.not.stringContaining('machine_name')]);
  });

  it('are changed by whoever knows their newest revision', async () => {
    const { plant, draft } = await setUp();
    const { id } = await makeScreen(plant.deps, plant.workspace, draft);
    const machine = await makeMachine(plant.deps, plant.workspace);
    const changed = await send(plant, 'PATCH', `/screens/${id}`, {
      rev: 1,
      name: 'Lis',
      machine_id: machine.id,
      draft: { ...draft, columns: 6 },
    });
    expect(changed).toMatchObject({ name: 'Lis', machine_id: machine.id, draft: { columns: 6 }, version: null, rev: 2 });
    const stale = await patch(plant, id, { rev: 1, name: 'Pec' });
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale_rev', current: { name: 'Lis', rev: 2 } }]);
    expect(await send(plant, 'PATCH', `/screens/${id}`, { rev: 2, name: 'Lis', draft: changed.draft })).toMatchObject({ rev: 2 });
    expect(screens(plant)).toBe(1);
    const foreign = await makeMachine(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    expect(await problemOf(await patch(plant, id, { rev: 2, machine_id: foreign.id }))).toEqual([
      422,
      'validation_failed',
      'machine_id invalid_value',
    ]);
  });

  it('keep only drafts that are whole, and say what is wrong with each field', async () => {
    const { plant, work, draft } = await setUp();
    const elsewhere = await makeActivity(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    const foreign = await makeActivity(plant.deps, await makeWorkspace(plant.deps, await makeOrganization(plant.deps)));
    const { id } = await makeScreen(plant.deps, plant.workspace, draft);
    const buttons: Definition['buttons'] = [
      makeButton({ id: 'a', kind: 'activity', activity_id: elsewhere.id, y: 1, hotkey: 'F1' }),
      makeButton({ id: 'b', kind: 'activity', activity_id: foreign.id, y: 2 }),
      makeButton({ id: 'a', kind: 'plus', activity_id: work.id, y: 3 }),
      makeButton({ id: 'd', lane: 'press', x: 3, w: 2, y: 1, hotkey: 'f1' }),
      makeButton({ id: 'e', kind: 'stop', y: 3 }),
    ];
    expect(await problemOf(await patch(plant, id, { rev: 1, draft: { ...draft, buttons } }))).toEqual([
      422,
      'validation_failed',
      'draft.buttons.0.activity_id unknown',
      'draft.buttons.1.activity_id unknown',
      'draft.buttons.2.id taken',
      'draft.buttons.2.activity_id wrong_kind',
      'draft.buttons.3 outside_grid',
      'draft.buttons.3.lane unknown',
      'draft.buttons.3.hotkey taken',
      'draft.buttons.4 overlap',
    ]);
    expect((await plant.get<Screen>(`/screens/${id}`)).draft).toEqual(draft);
  });

  it('may keep an activity that was archived, and take up none', async () => {
    const { plant, work, draft } = await setUp();
    const old = await makeActivity(plant.deps, plant.workspace, { archived_at: TEST_NOW });
    const { id } = await makeScreen(plant.deps, plant.workspace, draft);
    await plant.send('PATCH', `/activities/${work.id}`, { rev: 1, archived: true });
    expect(await send(plant, 'PATCH', `/screens/${id}`, { rev: 1, draft: { ...draft, hand: 'right' } })).toMatchObject({ rev: 2 });
    expect(await problemOf(await patch(plant, id, { rev: 2, draft: makeDefinition([work.id, old.id]) }))).toEqual([
      422,
      'validation_failed',
      'draft.buttons.1.activity_id archived',
    ]);
    expect(await problemOf(await plant.send('POST', `/screens/${id}/publish`, { rev: 2 }))).toEqual([
      422,
      'validation_failed',
      'draft.buttons.0.activity_id archived',
    ]);
  });

  it('are published as versions that never change, with their activities as they were', async () => {
    const { plant, work, draft } = await setUp();
    const { id } = await makeScreen(plant.deps, plant.workspace, draft, { name: 'Lis' });
    expect(await plant.get(`/screens/${id}`)).toMatchObject({ version: null, published_at: null, has_changes: true });
    const first = await send(plant, 'POST', `/screens/${id}/publish`, { rev: 1 });
    expect(first).toMatchObject({ version: 1, published_at: formatInstant(TEST_NOW), has_changes: false, rev: 2 });
    await plant.send('PATCH', `/activities/${work.id}`, { rev: 1, name: 'Montáž' });
    await patch(plant, id, { rev: 2, name: 'Lis 2', draft: { ...draft, hand: 'right' } });
    expect(await send(plant, 'POST', `/screens/${id}/publish`, { rev: 3 })).toMatchObject({ version: 2, rev: 4, has_changes: false });
    const version = (no: number) => plant.get<ScreenVersion>(`/screens/${id}/versions/${no}`);
    expect(await version(1)).toEqual({
      screen_id: id,
      version: 1,
      name: 'Lis',
      method: 'snapshot',
      definition: draft,
      activities: [expect.objectContaining({ id: work.id, name: 'Práce', color: 1, kind: 'state', categories: {} })],
      published_at: formatInstant(TEST_NOW),
    });
    expect(await version(2)).toMatchObject({ name: 'Lis 2', definition: { hand: 'right' }, activities: [{ name: 'Montáž' }] });
    for (const no of ['3', '0', '01', '-1', '1.0', 'x', '9'.repeat(20)])
      expect((await plant.app.request(`${plant.root}/screens/${id}/versions/${no}`, { headers: plant.headers })).status).toBe(404);
  });

  it('get another method with their next version; those that are published keep theirs', async () => {
    const { plant, draft } = await setUp();
    const { id } = await makeScreen(plant.deps, plant.workspace, draft, { name: 'Lis' });
    await send(plant, 'POST', `/screens/${id}/publish`, { rev: 1 });
    expect(await (await patch(plant, id, { rev: 2, method: 'study' })).json()).toMatchObject({
      method: 'study',
      has_changes: true,
      version: 1,
    });
    const panel = async () => (await plant.get<{ items: { method: string }[] }>('/panels')).items.map(({ method }) => method);
    expect(await panel()).toEqual(['snapshot']);
    expect(await send(plant, 'POST', `/screens/${id}/publish`, { rev: 3 })).toMatchObject({ version: 2, has_changes: false });
    const version = async (no: number) => (await plant.get<ScreenVersion>(`/screens/${id}/versions/${no}`)).method;
    expect([await version(1), await version(2), await panel()]).toEqual(['snapshot', 'study', ['study']]);
  });

  it('stay at their version when nothing was changed, and know when an activity of theirs was', async () => {
    const { plant, work, draft } = await setUp();
    const { id } = await makeScreen(plant.deps, plant.workspace, draft, { published: draft });
    const other = await makeActivity(plant.deps, plant.workspace);
    const changes = async () => (await plant.get<List>('/screens')).items[0]!.has_changes;
    expect(await send(plant, 'POST', `/screens/${id}/publish`, { rev: 1 })).toMatchObject({ version: 1, rev: 1, has_changes: false });
    await plant.send('PATCH', `/activities/${other.id}`, { rev: 1, name: 'Jiná' });
    expect(await changes()).toBe(false);
    await plant.send('PATCH', `/activities/${work.id}`, { rev: 1, color: 5 });
    expect(await changes()).toBe(true);
    await plant.send('PATCH', `/activities/${work.id}`, { rev: 2, color: 1 });
    expect(await changes()).toBe(false);
    plant.deps.clock.advance(600_000_000);
    await plant.send('PATCH', `/activities/${work.id}`, { rev: 3, loss: true });
    expect(await changes()).toBe(true);
    expect(await send(plant, 'POST', `/screens/${id}/publish`, { rev: 1 })).toMatchObject({ version: 2, rev: 2, has_changes: false });
  });

  it('are published when they begin some state, by their newest revision, and not from the archive', async () => {
    const { plant } = await setUp();
    const point = await makeActivity(plant.deps, plant.workspace, { kind: 'point' });
    const draft = makeDefinition([], { buttons: [makeButton({ id: 'p', kind: 'activity', activity_id: point.id })] });
    const { id } = await makeScreen(plant.deps, plant.workspace, draft);
    const publish = (rev: number) => plant.send('POST', `/screens/${id}/publish`, { rev });
    expect(await problemOf(await publish(1))).toEqual([422, 'validation_failed', 'draft.buttons no_state']);
    expect(await problemOf(await publish(2))).toEqual([409, 'stale_rev']);
    await patch(plant, id, { rev: 1, archived: true });
    expect(await problemOf(await publish(2))).toEqual([409, 'conflict']);
    expect(await problemOf(await plant.send('POST', `/screens/${plant.workspace.id}/publish`, { rev: 1 }))).toEqual([404, 'not_found']);
  });

  it('of a workspace are hidden from members of another, and written by analysts and managers', async () => {
    const { plant, draft } = await setUp();
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const ownScreen = await makeScreen(plant.deps, plant.workspace, draft, { name: 'Vlastní', published: draft });
    const theirs = makeDefinition([(await makeActivity(plant.deps, other)).id]);
    const hidden = await makeScreen(plant.deps, other, theirs, { name: 'Cizí', published: theirs });
    const analyst = await plant.member('analyst', plant.workspace.id);
    const get = (path: string) => plant.app.request(plant.root + path, { headers: analyst });
    expect(names((await (await get('/screens')).json()) as List)).toBe('Vlastní');
    expect(names((await (await get(`/screens?workspace_id=${other.id}`)).json()) as List)).toBe('');
    for (const path of [`/screens/${hidden.id}`, `/screens/${hidden.id}/versions/1`]) expect((await get(path)).status).toBe(404);
    expect((await plant.send('POST', `/screens/${hidden.id}/publish`, { rev: 1 }, analyst)).status).toBe(404);
    expect((await plant.send('PATCH', `/screens/${ownScreen.id}`, { rev: 1, name: 'Jiný' }, analyst)).status).toBe(200);
    const observer = await plant.member('observer', plant.workspace.id);
    expect((await plant.send('PATCH', `/screens/${ownScreen.id}`, { rev: 2, name: 'X' }, observer)).status).toBe(403);
  });
});
