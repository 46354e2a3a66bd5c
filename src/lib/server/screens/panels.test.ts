import { describe, expect, it } from 'vitest';
import type { Panel } from '../../contract/screens.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeMachine, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { makeActivity, makeDefinition, makeScreen } from '../testing/time.ts';
import { problemOf } from './testing.ts';

const CONSENT = { cs: 'Souhlasíte s pozorováním?', en: 'Do you agree to be observed?', sk: 'Súhlasíte s pozorovaním?' };

describe.each(ENGINES)('panels for capture on %s', (engine) => {
  async function setUp() {
    const plant = await testPlant(engine, { organization: { locale: 'sk', consent_text: JSON.stringify(CONSENT) } });
    const work = await makeActivity(plant.deps, plant.workspace, { name: 'Práca' });
    const published = makeDefinition([work.id]);
    const operator = await plant.member('operator', plant.workspace.id);
    const get = async <T>(path: string, headers = operator) => {
      const answer = await plant.app.request(plant.root + path, { headers });
      return answer.status === 200 ? ((await answer.json()) as T) : answer.status;
    };
    const names = async (query = '', headers = operator) => {
      const found = await get<{ items: { name: string }[] }>(`/panels${query}`, headers);
      return typeof found === 'number' ? found : found.items.map(({ name }) => name);
    };
    return { plant, work, published, operator, get, names };
  }

  it('are the published screens in use of workspaces where one captures, by name', async () => {
    const { plant, published, names } = await setUp();
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const closed = await makeWorkspace(plant.deps, plant.organization, { archived_at: TEST_NOW });
    const theirs = makeDefinition([(await makeActivity(plant.deps, other)).id]);
    for (const name of ['Lis 12', 'lis 5', 'Čerpadlo']) await makeScreen(plant.deps, plant.workspace, published, { name, published });
    await makeScreen(plant.deps, plant.workspace, published, { name: 'Nezveřejněná' });
    await makeScreen(plant.deps, plant.workspace, published, { name: 'Stará', published, archived_at: TEST_NOW });
    await makeScreen(plant.deps, other, theirs, { name: 'Cizí', published: theirs });
    await makeScreen(plant.deps, closed, published, { name: 'Zavřená', published });
    expect(await names()).toEqual(['Čerpadlo', 'lis 5', 'Lis 12']);
    expect(await names(`?workspace_id=${other.id}`)).toEqual([]);
    expect(await names('', plant.headers)).toEqual(['Čerpadlo', 'Cizí', 'lis 5', 'Lis 12']);
    expect(await names('', await plant.member('viewer', plant.workspace.id))).toBe(403);
  });

  it('have the phrases for notes of their version, not of the draft', async () => {
    const { plant, published, get } = await setUp();
    const screen = await makeScreen(plant.deps, plant.workspace, { ...published, phrases: ['Došla fólia'] }, { name: 'Lis', published });
    const phrases = async () => (await get<Panel>(`/panels/${screen.id}`)) as Panel;
    expect((await phrases()).definition.phrases).toBeUndefined();
    expect((await plant.send('POST', `/screens/${screen.id}/publish`, { rev: 1 })).status).toBe(200);
    const { version, definition } = await phrases();
    expect([version, definition.phrases]).toEqual([2, ['Došla fólia']]);
    const wrong = { ...published, phrases: ['a'.repeat(81)] };
    expect((await plant.send('PATCH', `/screens/${screen.id}`, { rev: 2, draft: wrong })).status).toBe(422);
  });

  it('have the pages of buttons of their version, also while another one is made of the draft; a page without buttons isn’t published', async () => {
    const { plant, published, get } = await setUp();
    const pages = ['p1', 'p2'].map((id) => ({ id, name: id === 'p2' ? 'Poruchy' : '' }));
    // Both in the same place, each on its page.
    const buttons = published.buttons.map((one, at) => ({ ...one, page: `p${at + 1}`, x: 0, y: 0 }));
    const screen = await makeScreen(plant.deps, plant.workspace, published, { name: 'Lis', published });
    const patch = (rev: number, draft: object) => plant.send('PATCH', `/screens/${screen.id}`, { rev, draft });
    const publish = (rev: number) => plant.send('POST', `/screens/${screen.id}/publish`, { rev });
    const panel = async () => (await get<Panel>(`/panels/${screen.id}`)) as Panel;
    expect((await patch(1, { ...published, buttons })).status).toBe(422);
    expect((await patch(1, { ...published, pages, buttons })).status).toBe(200);
    expect((await panel()).definition).toEqual(published);
    expect((await publish(2)).status).toBe(200);
    expect(await panel()).toMatchObject({ version: 2, definition: { ...published, pages, buttons } });
    const empty = [...pages, { id: 'p3', name: '' }];
    expect((await patch(3, { ...published, pages: empty, buttons })).status).toBe(200);
    expect(await problemOf(await publish(4))).toEqual([422, 'validation_failed', 'draft.pages.2 empty_page']);
    expect((await panel()).definition.pages).toEqual(pages);
  });

  it('hold all that capture shows: the version, the machine, the zone, and the sentence in the organisation’s language', async () => {
    const { plant, work, published, get } = await setUp();
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis 250 t' });
    const draft = { ...published, hand: 'right' as const };
    const screen = await makeScreen(plant.deps, plant.workspace, draft, { name: 'Lis', published, machine_id: machine.id });
    await plant.send('PATCH', `/activities/${work.id}`, { rev: 1, name: 'Montáž' });
    await plant.send('PATCH', `/screens/${screen.id}`, { rev: 1, name: 'Lis 2' });
    expect(await get<Panel>(`/panels/${screen.id}`)).toEqual({
      screen_id: screen.id,
      version: 1,
      name: 'Lis 2',
      method: 'snapshot',
      definition: published,
      activities: [expect.objectContaining({ id: work.id, name: 'Práca' })],
      published_at: formatInstant(TEST_NOW),
      workspace_id: plant.workspace.id,
      machine_id: machine.id,
      machine_name: 'Lis 250 t',
      time_zone: 'Europe/Prague',
      running: [],
      consent_text: CONSENT.sk,
    });
    await plant.send('PATCH', '', { rev: 1, consent_text: { ...CONSENT, sk: '' } });
    await plant.send('PATCH', `/screens/${screen.id}`, { rev: 2, machine_id: null });
    expect(await get(`/panels/${screen.id}`)).toMatchObject({ machine_id: null, machine_name: null, consent_text: null });
    await plant.send('POST', `/screens/${screen.id}/publish`, { rev: 3 });
    expect(await get(`/panels/${screen.id}`)).toMatchObject({ version: 2, definition: draft, activities: [{ name: 'Montáž' }] });
  });

  it('don’t open to whoever captures elsewhere, nor before or after they are in use', async () => {
    const { plant, published, get } = await setUp();
    const elsewhere = await plant.member('observer', (await makeWorkspace(plant.deps, plant.organization)).id);
    const screen = await makeScreen(plant.deps, plant.workspace, published, { published });
    const draft = await makeScreen(plant.deps, plant.workspace, published);
    const archived = await makeScreen(plant.deps, plant.workspace, published, { published, archived_at: TEST_NOW });
    expect(await get(`/panels/${screen.id}`, elsewhere)).toBe(404);
    for (const id of [draft.id, archived.id, plant.workspace.id]) expect(await get(`/panels/${id}`)).toBe(404);
  });
});
