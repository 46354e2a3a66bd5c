import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activities.ts';
import type { AuditEvent } from '../../contract/audit-events.ts';
import { type Screen, type ScreenDocument, TEMPLATES } from '../../contract/screens.ts';
import { VALUE_ID } from '../../domain/taxonomies/index.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeMachine, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { makeActivity, makeButton, makeDefinition, makeScreen } from '../testing/time.ts';
import { problemOf } from './testing.ts';

const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const create = (plant: TestPlant, body: object) =>
  plant.send('POST', '/screens', { workspace_id: plant.workspace.id, name: 'Lis', ...body });
const created = async (plant: TestPlant, body: object) => {
  const answer = await create(plant, body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Screen;
};
const activities = async (plant: TestPlant, workspaceId = plant.workspace.id) =>
  (await plant.get<{ items: Activity[] }>(`/activities?workspace_id=${workspaceId}&limit=500`)).items;
const verbs = async (plant: TestPlant) =>
  (await plant.get<{ items: AuditEvent[] }>('/audit-events?limit=100')).items.map(({ verb }) => verb);

describe.each(ENGINES)('a new screen on %s', (engine) => {
  it('is empty: one lane, three columns, nothing published', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant.deps, plant.workspace);
    const screen = await created(plant, { machine_id: machine.id });
    expect(screen).toMatchObject({ name: 'Lis', method: 'snapshot', machine_id: machine.id, version: null, published_at: null, rev: 1 });
    expect(screen.draft).toMatchObject({ columns: 3, lanes: [{ kind: 'worker' }], buttons: [] });
    expect(await plant.get(`/screens/${screen.id}`)).toEqual(screen);
    // What the editor sends back untouched is no change.
    const saved = await plant.send('PATCH', `/screens/${screen.id}`, { rev: 1, draft: screen.draft });
    expect(await saved.json()).toMatchObject({ rev: 1 });
    expect(await created(plant, { method: 'study' })).toMatchObject({ method: 'study' });
  });

  it.each(TEMPLATES)('from the template %s can be published at once, with activities in its language', async (key) => {
    const plant = await testPlant(engine);
    const screen = await created(plant, { template: { key, locale: 'sk' } });
    const made = await activities(plant);
    expect(new Set(screen.draft.buttons.flatMap(({ activity_id }) => activity_id ?? []))).toEqual(new Set(made.map(({ id }) => id)));
    expect(await verbs(plant)).toEqual(['screens.create', ...made.map(() => 'activities.create')]);
    expect(plant.deps.bus.published).toHaveLength(made.length + 1);
    const saved = await plant.send('PATCH', `/screens/${screen.id}`, { rev: 1, draft: screen.draft });
    expect(await saved.json()).toMatchObject({ rev: 1 });
    const published = await plant.send('POST', `/screens/${screen.id}/publish`, { rev: 1 });
    expect(await published.json()).toMatchObject({ version: 1, method: key.endsWith('study') ? 'study' : 'snapshot' });
  });

  it('from a template uses what the workspace has by that name and kind, whatever its case', async () => {
    const plant = await testPlant(engine);
    const waiting = await makeActivity(plant.deps, plant.workspace, { name: 'ČEKÁNÍ', color: 7 });
    await makeActivity(plant.deps, plant.workspace, { name: 'Porucha', kind: 'point' });
    await makeActivity(plant.deps, plant.workspace, { name: 'Práce', archived_at: TEST_NOW });
    const screen = await created(plant, { template: { key: 'operator_snapshot', locale: 'cs' } });
    expect(screen.draft.buttons.find(({ id }) => id === 'waiting')?.activity_id).toBe(waiting.id);
    const made = await activities(plant);
    expect(
      made
        .filter(({ name }) => name === 'Porucha')
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['point', 'state']);
    expect(made.filter(({ name }) => name === 'Práce')).toMatchObject([{ color: 1, categories: { [VALUE_ID]: 'value_added' } }]);
    await created(plant, { name: 'Druhá', template: { key: 'operator_snapshot', locale: 'cs' } });
    expect(await activities(plant)).toEqual(made);
  });

  it('from a template does without categories that the organisation took away', async () => {
    const plant = await testPlant(engine);
    await plant.send('PATCH', `/taxonomies/${VALUE_ID}`, { rev: 0, categories: [] });
    await created(plant, { template: { key: 'operator_snapshot', locale: 'cs' } });
    for (const { categories } of await activities(plant)) expect(Object.keys(categories)).not.toContain(VALUE_ID);
  });

  it('from another screen has its draft; in another workspace with activities of that one', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const work = await makeActivity(plant.deps, plant.workspace, { name: 'Práce', categories: { [VALUE_ID]: 'value_added' } });
    const source = await makeScreen(plant.deps, plant.workspace, makeDefinition([work.id]), { method: 'study' });
    expect(await created(plant, { copy_of: source.id })).toMatchObject({ method: 'study', draft: makeDefinition([work.id]) });
    const there = await created(plant, { workspace_id: other.id, copy_of: source.id });
    const [made] = await activities(plant, other.id);
    expect(made).toMatchObject({ name: 'Práce', categories: { [VALUE_ID]: 'value_added' } });
    expect(there.draft).toEqual(makeDefinition([made!.id]));
    const analyst = await plant.member('analyst', other.id);
    const copy = { workspace_id: other.id, name: 'X', copy_of: source.id };
    expect(await problemOf(await plant.send('POST', '/screens', copy, analyst))).toEqual([
      422,
      'validation_failed',
      'copy_of invalid_value',
    ]);
  });

  it('from a file makes what is missing, and refuses a file that doesn’t hold together', async () => {
    const plant = await testPlant(engine);
    const face = { short: '', icon: null, color: 4, kind: 'state', loss: true, element: false, ends_cycle: false } as const;
    const document: ScreenDocument = {
      taktlog: 'screen',
      format: 1,
      name: 'Odjinud',
      method: 'study',
      definition: makeDefinition([uuid(1)]),
      activities: [
        { ...face, id: uuid(1), name: 'Odjehlení' },
        { ...face, id: uuid(2), name: 'Nepoužitá' },
      ],
    };
    const screen = await created(plant, { document });
    const made = await activities(plant);
    expect(made).toMatchObject([{ name: 'Odjehlení', short: null, color: 4, loss: true, categories: {} }]);
    expect([screen.method, screen.draft]).toEqual(['study', makeDefinition([made[0]!.id])]);
    const broken = { ...document, definition: makeDefinition([uuid(1), uuid(3)], { columns: 3 }) };
    expect(await problemOf(await create(plant, { document: broken }))).toEqual([
      422,
      'validation_failed',
      'document.definition.buttons.1.activity_id unknown',
      'document.definition.buttons.2 outside_grid',
    ]);
    const wrong = {
      ...document,
      definition: makeDefinition([], { buttons: [makeButton({ id: 'p', kind: 'plus', activity_id: uuid(1) })] }),
    };
    expect(await problemOf(await create(plant, { document: wrong }))).toContain('document.definition.buttons.0.activity_id wrong_kind');
  });

  it('leaves nothing behind when it can’t be made', async () => {
    const plant = await testPlant(engine);
    const taken = await makeActivity(plant.deps, plant.workspace);
    const template = { key: 'cycle_study', locale: 'cs' };
    const foreign = await makeMachine(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    expect(await problemOf(await create(plant, { template, machine_id: foreign.id }))).toContain('machine_id invalid_value');
    expect(await problemOf(await create(plant, { template, copy_of: taken.id }))).toContain('copy_of invalid_value');
    const elsewhere = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    expect(await problemOf(await create(plant, { template, workspace_id: elsewhere.id }))).toContain('workspace_id invalid_value');
    const body = { workspace_id: plant.workspace.id, name: 'Lis', template };
    expect((await plant.send('POST', '/screens', body, await plant.member('observer', plant.workspace.id))).status).toBe(403);
    expect((await activities(plant)).map(({ id }) => id)).toEqual([taken.id]);
    expect([await verbs(plant), plant.deps.bus.published]).toEqual([[], []]);
  });

  it('is made once by an id of the client, and answered the same for ever', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis 250 t' });
    const body = { id: uuid(1), machine_id: machine.id, template: { key: 'setup_study', locale: 'cs' } };
    const first = await created(plant, body);
    expect(first).toMatchObject({ machine_id: machine.id, machine_name: 'Lis 250 t' });
    await plant.send('PATCH', `/screens/${body.id}`, { rev: 1, name: 'Jiný', machine_id: null, draft: { ...first.draft, hand: 'right' } });
    expect(await created(plant, body)).toEqual(first);
    for (const other of [
      { ...body, name: 'Pec' },
      { ...body, machine_id: null },
      { ...body, template: { key: 'cycle_study', locale: 'cs' } },
      { ...body, template: undefined },
    ])
      expect(await problemOf(await create(plant, other))).toEqual([409, 'conflict']);
    expect((await plant.get<{ total: number }>('/screens?count=1')).total).toBe(1);
  });
});
