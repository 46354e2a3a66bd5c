import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { Problem } from '../../contract/errors.ts';
import type { Category, Taxonomy } from '../../contract/taxonomies.ts';
import { BUILT_IN, VALUE_ID } from '../../domain/taxonomies/index.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { makeActivity } from '../testing/time.ts';

const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const names = { cs: 'Místo', en: 'Place', sk: 'Miesto' };
const category = (code: string, parent: string | null = null): Category => ({ code, names, parent, color: 2, loss: false });
const problemOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, ...(errors ?? []).map((one) => `${one.path} ${one.code}`)];
};
const list = async (plant: TestPlant, query = '') => (await plant.get<{ items: Taxonomy[] }>(`/taxonomies${query}`)).items;
const value = async (plant: TestPlant) => (await list(plant)).find(({ id }) => id === VALUE_ID)!;

describe.each(ENGINES)('taxonomies on %s', (engine) => {
  it('are those of the product until somebody makes others, which follow them', async () => {
    const plant = await testPlant(engine);
    expect(await list(plant)).toEqual(BUILT_IN.map((one) => ({ ...one, rev: 0, updated_at: null, archived_at: null })));
    const made = await plant.send('POST', '/taxonomies', { names, categories: [category('hall'), category('aisle', 'hall')] });
    expect(made.status).toBe(201);
    const own = (await made.json()) as Taxonomy;
    expect(own).toMatchObject({ key: null, to_check: false, rev: 1, updated_at: formatInstant(TEST_NOW) });
    expect((await list(plant)).map(({ key, id }) => key ?? id)).toEqual(['value', 'refa', 'oee', 'czech_codes', own.id]);
  });

  it('of the product get a row once they are changed, in one organisation only, and are changed on like others', async () => {
    const plant = await testPlant(engine);
    const other = await testPlant(engine, { deps: plant.deps });
    const before = await value(plant);
    const changed = await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, names });
    expect(await changed.json()).toEqual({ ...before, names, rev: 1, updated_at: formatInstant(TEST_NOW) });
    expect((await list(plant)).map(({ key }) => key)).toEqual(['value', 'refa', 'oee', 'czech_codes']);
    expect(await value(other)).toEqual(before);
    const stale = await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, to_check: true });
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale_rev', current: { names, rev: 1 } }]);
    const again = await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 1, to_check: true });
    expect(await again.json()).toMatchObject({ names, to_check: true, rev: 2 });
    expect(plant.deps.bus.published.map(({ event }) => event.data)).toEqual([
      { entity: 'taxonomies', id: VALUE_ID, workspace_id: null },
      { entity: 'taxonomies', id: VALUE_ID, workspace_id: null },
    ]);
    const { items } = await plant.get<{ items: AuditEvent[] }>(`/audit-events?entity_id=${VALUE_ID}`);
    expect(items.map(({ verb, before }) => [verb, before?.rev])).toEqual([
      ['taxonomies.update', 1],
      ['taxonomies.update', 0],
    ]);
  });

  it('of the product that are saved as they came stay without a row', async () => {
    const plant = await testPlant(engine);
    const { names, categories, to_check } = await value(plant);
    const saved = await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, names, categories, to_check, archived: false });
    expect(await saved.json()).toMatchObject({ rev: 0, updated_at: null });
    expect(await problemOf(await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 1, names }))).toEqual([409, 'stale_rev']);
  });

  it('leave the list when they are archived, those of the product too, and come back', async () => {
    const plant = await testPlant(engine);
    await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, archived: true });
    expect(await value(plant)).toBeUndefined();
    expect((await list(plant, '?archived=1'))[0]).toMatchObject({ id: VALUE_ID, archived_at: formatInstant(TEST_NOW) });
    await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 1, archived: false });
    expect(await value(plant)).toMatchObject({ rev: 2, archived_at: null });
  });

  it('have unique codes, parents that are there, no rings, and three levels', async () => {
    const plant = await testPlant(engine);
    const refused = async (categories: Category[]) => problemOf(await plant.send('POST', '/taxonomies', { names, categories }));
    const at = (path: string) => [422, 'validation_failed', `categories.${path}`];
    expect(await refused([category('a'), category('a')])).toEqual(at('1.code taken'));
    expect(await refused([category('a', 'b')])).toEqual(at('0.parent unknown'));
    expect(await refused([category('a', 'a')])).toEqual(at('0.parent ring'));
    expect(await refused([category('a'), category('b', 'a'), category('c', 'b'), category('d', 'c')])).toEqual(at('3.parent too_deep'));
    const patched = await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, categories: [category('a', 'b')] });
    expect(await problemOf(patched)).toEqual(at('0.parent unknown'));
  });

  it('keep the categories under which activities in use stand', async () => {
    const plant = await testPlant(engine);
    const activity = await makeActivity(plant.deps, plant.workspace, { categories: { [VALUE_ID]: 'waiting' } });
    await makeActivity(plant.deps, plant.workspace, { categories: { [VALUE_ID]: 'motion' }, archived_at: TEST_NOW });
    const without = (await value(plant)).categories.filter(({ code }) => code !== 'waiting' && code !== 'motion');
    const drop = () => plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, categories: without });
    expect(await problemOf(await drop())).toEqual([422, 'validation_failed', 'categories used']);
    await plant.send('PATCH', `/activities/${activity.id}`, { rev: 1, categories: {} });
    expect((await drop()).status).toBe(200);
  });

  it('are created once by an id of the client, which none of the product’s has', async () => {
    const plant = await testPlant(engine);
    const body = { id: uuid(1), names, categories: [category('hall')] };
    const first = await (await plant.send('POST', '/taxonomies', body)).json();
    await plant.send('PATCH', `/taxonomies/${body.id}`, { rev: 1, to_check: true });
    const again = await plant.send('POST', '/taxonomies', body);
    expect([again.status, await again.json()]).toEqual([201, first]);
    for (const other of [
      { ...body, categories: [] },
      { ...body, id: VALUE_ID },
    ])
      expect(await problemOf(await plant.send('POST', '/taxonomies', other))).toEqual([409, 'conflict']);
    expect(await list(plant)).toHaveLength(5);
  });

  it('are read by whoever reads measurements, and written in the whole organisation only', async () => {
    const plant = await testPlant(engine);
    const analyst = await plant.member('analyst', plant.workspace.id);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization);
    const read = await plant.app.request(`${plant.root}/taxonomies`, { headers: await plant.member('viewer', elsewhere.id) });
    expect(((await read.json()) as { items: unknown[] }).items).toHaveLength(4);
    expect(await problemOf(await plant.send('POST', '/taxonomies', { names, categories: [] }, analyst))).toEqual([403, 'forbidden']);
    expect(await problemOf(await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, names }, analyst))).toEqual([403, 'forbidden']);
    expect(await problemOf(await plant.send('PATCH', `/taxonomies/${uuid(9)}`, { rev: 1, names }))).toEqual([404, 'not_found']);
  });
});
