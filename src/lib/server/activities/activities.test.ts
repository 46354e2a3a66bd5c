import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activities.ts';
import type { Problem } from '../../contract/errors.ts';
import { REFA_ID, VALUE_ID } from '../../domain/taxonomies/index.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { makeActivity } from '../testing/time.ts';

interface List {
  items: Activity[];
  next_cursor: string | null;
  total?: number;
}
const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const names = ({ items }: List) => items.map(({ name }) => name);
const problemOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, ...(errors ?? []).map((one) => `${one.path} ${one.code}`)];
};
const create = (plant: TestPlant, body: object) => plant.send('POST', '/activities', { workspace_id: plant.workspace.id, ...body });
const created = async (plant: TestPlant, body: object) => (await (await create(plant, body)).json()) as Activity;

describe.each(ENGINES)('activities on %s', (engine) => {
  it('are created, shown and listed', async () => {
    const plant = await testPlant(engine);
    const answer = await create(plant, { name: ' Čekání na materiál ', short: '', icon: 'hourglass', categories: { [REFA_ID]: 'ma' } });
    expect(answer.status).toBe(201);
    const activity = (await answer.json()) as Activity;
    expect(activity).toEqual({
      id: expect.any(String),
      workspace_id: plant.workspace.id,
      name: 'Čekání na materiál',
      short: null,
      icon: 'hourglass',
      color: 1,
      kind: 'state',
      loss: false,
      element: false,
      ends_cycle: false,
      categories: { [REFA_ID]: 'ma' },
      rev: 1,
      created_at: formatInstant(TEST_NOW),
      updated_at: formatInstant(TEST_NOW),
      archived_at: null,
    });
    expect(await plant.get(`/activities/${activity.id}`)).toEqual(activity);
    expect(await plant.get<List>(`/activities?q=materi%20CEK&count=1`)).toEqual({
      items: [activity],
      next_cursor: null,
      total: 1,
    });
  });

  it('are a loss, and have the colour, as their category of value says, unless said otherwise', async () => {
    const plant = await testPlant(engine);
    const waste = { [VALUE_ID]: 'waiting' };
    expect(await created(plant, { name: 'Čekání', categories: waste })).toMatchObject({ loss: true, color: 2 });
    expect(await created(plant, { name: 'Zaškolení', categories: waste, loss: false, color: 7 })).toMatchObject({ loss: false, color: 7 });
    expect(await created(plant, { name: 'Montáž', categories: { [VALUE_ID]: 'value_added' } })).toMatchObject({ loss: false, color: 1 });
    // Without a category the colour is the next one that nobody has.
    expect(await created(plant, { name: 'Úklid' })).toMatchObject({ loss: false, color: 3 });
    expect(await created(plant, { name: 'Porada' })).toMatchObject({ color: 4 });
  });

  it('stand only under categories that there are', async () => {
    const plant = await testPlant(engine);
    for (const categories of [{ [VALUE_ID]: 'no_such' }, { [uuid(5)]: 'waiting' }])
      expect(await problemOf(await create(plant, { name: 'X', categories }))).toEqual([
        422,
        'validation_failed',
        `categories.${Object.keys(categories)[0]} unknown`,
      ]);
    const activity = await created(plant, { name: 'X', categories: { [VALUE_ID]: 'waiting', [REFA_ID]: 'ma' } });
    // What it has already may stay when the taxonomy is gone.
    await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, archived: true });
    const path = `/activities/${activity.id}`;
    const kept = await plant.send('PATCH', path, { rev: 1, categories: { [REFA_ID]: 'ms', [VALUE_ID]: 'waiting' } });
    expect(await kept.json()).toMatchObject({ categories: { [REFA_ID]: 'ms', [VALUE_ID]: 'waiting' } });
    expect(await problemOf(await plant.send('PATCH', path, { rev: 2, categories: { [VALUE_ID]: 'motion' } }))).toContain(422);
    // Only in another order: nothing changes.
    const same = await plant.send('PATCH', path, { rev: 2, categories: { [VALUE_ID]: 'waiting', [REFA_ID]: 'ms' } });
    expect(await same.json()).toMatchObject({ rev: 2 });
  });

  it('in use have a name of their own among those of their kind and workspace, whatever its case', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const first = await created(plant, { name: 'Čištění' });
    const taken = [409, 'conflict', 'name taken'];
    expect(await problemOf(await create(plant, { name: 'ČIŠTĚNÍ' }))).toEqual(taken);
    expect((await create(plant, { name: 'čištění', kind: 'point' })).status).toBe(201);
    expect((await create(plant, { name: 'čištění', workspace_id: other.id })).status).toBe(201);
    const second = await created(plant, { name: 'Úklid' });
    expect(await problemOf(await plant.send('PATCH', `/activities/${second.id}`, { rev: 1, name: 'čištění' }))).toEqual(taken);
    await plant.send('PATCH', `/activities/${first.id}`, { rev: 1, archived: true });
    expect((await plant.send('PATCH', `/activities/${second.id}`, { rev: 1, name: 'čištění' })).status).toBe(200);
    expect(await problemOf(await plant.send('PATCH', `/activities/${first.id}`, { rev: 2, archived: false }))).toEqual(taken);
    expect((await plant.send('PATCH', `/activities/${first.id}`, { rev: 2, archived: false, name: 'Mytí' })).status).toBe(200);
  });

  it('named the same by many at once are made once', async () => {
    const plant = await testPlant(engine);
    // A connection for each is open before they start.
    await Promise.all(Array.from({ length: 6 }, () => plant.get('/activities')));
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => create(plant, { name: i % 2 ? 'Porucha' : 'PORUCHA' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('are created once by an id of the client, and answered the same for ever', async () => {
    const plant = await testPlant(engine);
    const body = { id: uuid(1), name: 'Čištění', color: 4 };
    const first = await created(plant, body);
    await plant.send('PATCH', `/activities/${body.id}`, { rev: 1, name: 'Mytí', color: 5 });
    expect(await created(plant, body)).toEqual(first);
    expect(await problemOf(await create(plant, { ...body, color: 6 }))).toEqual([409, 'conflict']);
    expect((await plant.get<List>('/activities?count=1')).total).toBe(1);
  });

  it('are changed by whoever knows their newest revision, and tell who watches', async () => {
    const plant = await testPlant(engine);
    const { id } = await makeActivity(plant.deps, plant.workspace, { name: 'Čištění' });
    const changed = await plant.send('PATCH', `/activities/${id}`, { rev: 1, kind: 'count', element: true, ends_cycle: true, loss: true });
    expect(await changed.json()).toMatchObject({ name: 'Čištění', kind: 'count', element: true, ends_cycle: true, loss: true, rev: 2 });
    const stale = await plant.send('PATCH', `/activities/${id}`, { rev: 1, name: 'Mytí' });
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale_rev', current: { kind: 'count', rev: 2 } }]);
    expect(plant.deps.bus.published.map(({ event }) => event.data)).toEqual([
      { entity: 'activities', id, workspace_id: plant.workspace.id },
    ]);
  });

  it('are found by words of their name and label, whatever the case and accents, also when they are renamed', async () => {
    const plant = await testPlant(engine);
    const waiting = await created(plant, { name: 'Čekání na Řezačku', short: 'ŠÍP' });
    await created(plant, { name: '100 % odpadu_x' });
    const namesFor = async (q: string) => names(await plant.get<List>(`/activities?count=1&q=${encodeURIComponent(q)}`));
    for (const q of ['c', 'cek', 'ČEK', 'rezacku cekani', 'šíp', ' sip '])
      expect([q, await namesFor(q)]).toEqual([q, ['Čekání na Řezačku']]);
    for (const q of ['cekani chuze', 'cekani na_']) expect([q, await namesFor(q)]).toEqual([q, []]);
    // The signs of a pattern stand for themselves, and nothing but blanks finds all.
    expect([await namesFor('100 %'), await namesFor('_x'), (await namesFor(' ')).length]).toEqual([
      ['100 % odpadu_x'],
      ['100 % odpadu_x'],
      2,
    ]);
    await plant.send('PATCH', `/activities/${waiting.id}`, { rev: 1, name: 'Ždímání', short: null });
    expect([await namesFor('zdim'), await namesFor('cek'), await namesFor('sip')]).toEqual([['Ždímání'], [], []]);
    // Only the label is another one.
    await plant.send('PATCH', `/activities/${waiting.id}`, { rev: 2, short: 'Žď' });
    expect(await namesFor('zd zdim')).toEqual(['Ždímání']);
  });

  it('are sorted and paged by name and creation, each once, without heed to case and accents, numbers by size', async () => {
    const plant = await testPlant(engine);
    for (const name of ['Cykl 12', 'Balení', 'dílo', 'Čekání', 'cykl 5', 'Údržba', 'ZZ']) {
      plant.deps.clock.advance(1_000_000);
      await makeActivity(plant.deps, plant.workspace, { name });
    }
    // Two of one key: their ids decide.
    await makeActivity(plant.deps, plant.workspace, { name: 'CEKANI' });
    const walk = async (query: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: List = await plant.get(`/activities?limit=2&${query}${cursor && `&cursor=${cursor}`}`);
        found.push(...names(page));
        cursor = page.next_cursor;
      }
      return found.join(' ');
    };
    const byName = ['Balení', 'Čekání', 'CEKANI', 'cykl 5', 'Cykl 12', 'dílo', 'Údržba', 'ZZ'];
    const byTime = ['Cykl 12', 'Balení', 'dílo', 'Čekání', 'cykl 5', 'Údržba', 'ZZ', 'CEKANI'];
    expect([await walk(''), await walk('sort=-name')]).toEqual([byName.join(' '), byName.toReversed().join(' ')]);
    expect(await walk('sort=created_at')).toBe(byTime.join(' '));
    expect(await walk(`sort=name&workspace_id=${plant.workspace.id}&q=c`)).toBe('Čekání CEKANI cykl 5 Cykl 12');
    for (const query of ['sort=color', 'sort=name_key', 'sort=constructor', 'cursor=x'])
      expect((await plant.app.request(`${plant.root}/activities?${query}`, { headers: plant.headers })).status).toBe(422);
  });

  it('of a workspace are hidden from members of another, and leave the list when archived', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    await makeActivity(plant.deps, plant.workspace, { name: 'Vlastní' });
    await makeActivity(plant.deps, plant.workspace, { name: 'Stará', archived_at: TEST_NOW });
    const hidden = await makeActivity(plant.deps, other, { name: 'Cizí' });
    const analyst = await plant.member('analyst', plant.workspace.id);
    const get = async <T>(path: string) => (await (await plant.app.request(plant.root + path, { headers: analyst })).json()) as T;
    expect(names(await get<List>('/activities'))).toEqual(['Vlastní']);
    expect(names(await get<List>('/activities?archived=1'))).toEqual(['Stará', 'Vlastní']);
    expect(names(await get<List>(`/activities?workspace_id=${other.id}`))).toEqual([]);
    expect(await get(`/activities/${hidden.id}`)).toMatchObject({ code: 'not_found' });
    const patch = { rev: 1, name: 'Jiná' };
    expect(await problemOf(await plant.send('PATCH', `/activities/${hidden.id}`, patch, analyst))).toEqual([404, 'not_found']);
    const body = { workspace_id: other.id, name: 'Nová' };
    expect(await problemOf(await plant.send('POST', '/activities', body, analyst))).toEqual([403, 'forbidden']);
    const foreign = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    expect(await problemOf(await create(plant, { name: 'Nová', workspace_id: foreign.id }))).toEqual([
      422,
      'validation_failed',
      'workspace_id invalid_value',
    ]);
  });
});
