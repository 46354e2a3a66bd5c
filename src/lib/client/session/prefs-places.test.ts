import { describe, expect, it } from 'vitest';
import { getOrganization, listOrganizations } from '../../contract/organizations.ts';
import { listWorkspaces, type Workspace } from '../../contract/workspaces.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import type { Visited } from './prefs.ts';
import { createPlaces, recallVisited } from './prefs-places.ts';

const NAMES = ['Závod Brno', 'Závod Třebíč', 'Laboratoř'];
const workspace = (id: string) => ({ id, name: `Hala ${id}`, time_zone: 'Europe/Prague' }) as Workspace;
const hall = (id: string) => ({ workspace_id: id, name: `Hala ${id}`, time_zone: 'Europe/Prague' });
const BRNO = { id: 'o1', name: 'Závod Brno' };

function opened(visited: { id: string; name: string } | null = null) {
  const server = world();
  const asked: (string | undefined)[] = [];
  const visits: Visited[] = [];
  server.answer(listOrganizations, ({ query }) => {
    asked.push(query.q);
    const items = NAMES.filter((name) => name.includes(query.q ?? '')).map((name, at) => ({ id: `o${at + 1}`, name, slug: `o${at + 1}` }));
    return { items, next_cursor: items.length > 2 ? 'next' : null };
  });
  server.answer(listWorkspaces, ({ query }) =>
    query.cursor === undefined
      ? { items: [workspace('w1'), workspace('w2')], next_cursor: 'second' }
      : { items: [workspace('w3')], next_cursor: null },
  );
  const places = createPlaces({ ...server.deps, visited, know: (visit) => visits.push(visit) });
  const stop = places.start();
  const names = () => {
    const state = places.$organizations.get();
    return 'rows' in state ? state.rows.map((row) => row.name) : state.code;
  };
  return { server, places, stop, asked, visits, names };
}

describe('all organisations', () => {
  it('are listed at once, and it is said that a text would find more', async () => {
    const { places, names } = opened();
    expect(places.$organizations.get()).toEqual({ status: 'loading', rows: [] });
    await flushPromises();
    expect(names()).toEqual(NAMES);
    expect(places.$organizations.get()).toMatchObject({ status: 'ready', more: true });
  });

  it('are searched once the typing rests, and what was found before stands until then', async () => {
    const { server, places, asked, names } = opened();
    await flushPromises();
    for (const text of ['Z', 'Zá', 'Záv', ' Záv ']) places.search(text);
    await server.pass(150);
    expect(asked).toEqual([undefined]);
    expect(names()).toEqual(NAMES);
    await server.pass(100);
    expect(asked).toEqual([undefined, 'Záv']);
    expect(names()).toEqual(['Závod Brno', 'Závod Třebíč']);
    expect(places.$organizations.get()).toMatchObject({ status: 'ready', more: false });
  });

  it('of an older search don’t take the place of the newer one’s', async () => {
    const { server, places, names } = opened();
    await flushPromises();
    const answers = new Map<string | undefined, (items: { id: string; name: string; slug: string }[]) => void>();
    server.answer(
      listOrganizations,
      ({ query }) => new Promise((resolve) => answers.set(query.q, (items) => resolve({ items, next_cursor: null }))),
    );
    places.search('Brno');
    await server.pass(250);
    places.search('Lab');
    await server.pass(250);
    answers.get('Lab')?.([{ id: 'o3', name: 'Laboratoř', slug: 'l' }]);
    await flushPromises();
    answers.get('Brno')?.([{ id: 'o1', name: 'Závod Brno', slug: 'b' }]);
    await flushPromises();
    expect(names()).toEqual(['Laboratoř']);
  });

  it('that can’t be had say why, and are asked for again', async () => {
    const { server, places, names } = opened();
    await flushPromises();
    server.answer(listOrganizations, () => Promise.reject(refusal('storage_busy')));
    places.search('x');
    await server.pass(250);
    expect(names()).toBe('storage_busy');
    server.answer(listOrganizations, () => ({ items: [], next_cursor: null }));
    places.again();
    await flushPromises();
    expect(names()).toEqual([]);
  });

  it('are left alone when the switcher closes', async () => {
    const { server, places, stop, asked, names } = opened();
    await flushPromises();
    places.search('Brno');
    stop();
    await server.pass(1_000);
    expect(asked).toEqual([undefined]);
    expect(names()).toEqual(NAMES);
  });
});

describe('an organisation that is looked into', () => {
  it('shows all its workspaces, however many pages they come in', async () => {
    const { places } = opened();
    void places.enter(BRNO);
    expect(places.$inside.get()).toEqual({ status: 'loading', organization: BRNO });
    await flushPromises();
    expect(places.$inside.get()).toEqual({
      status: 'ready',
      organization: BRNO,
      visited: { organization_id: 'o1', name: 'Závod Brno', workspaces: [hall('w1'), hall('w2'), hall('w3')] },
    });
    places.back();
    expect(places.$inside.get()).toBeNull();
  });

  it('stays closed when somebody went back before its workspaces came', async () => {
    const { places } = opened();
    void places.enter(BRNO);
    places.back();
    await flushPromises();
    expect(places.$inside.get()).toBeNull();
  });

  it('says why it can’t be looked into', async () => {
    const { server, places } = opened();
    server.answer(listWorkspaces, () => Promise.reject(refusal('not_found')));
    await places.enter(BRNO);
    expect(places.$inside.get()).toEqual({ status: 'error', organization: BRNO, code: 'not_found' });
  });
});

describe('the visited organisation', () => {
  it('is read again when the switcher opens, and a failure of that says nothing', async () => {
    const { visits } = opened(BRNO);
    await flushPromises();
    expect(visits).toEqual([{ organization_id: 'o1', name: 'Závod Brno', workspaces: [hall('w1'), hall('w2'), hall('w3')] }]);
    const failing = opened(BRNO);
    failing.server.answer(listWorkspaces, () => Promise.reject(refusal('not_found')));
    await flushPromises();
    expect(failing.visits).toEqual([]);
  });

  it('is asked for its name where the browser has forgotten it', async () => {
    const { server } = opened();
    server.answer(getOrganization, ({ params }) => ({ id: params.organization_id, name: 'Závod Brno' }) as never);
    expect(await recallVisited(server.deps.call, 'o1')).toMatchObject({
      organization_id: 'o1',
      name: 'Závod Brno',
      workspaces: { length: 3 },
    });
  });
});
