import { describe, expect, it } from 'vitest';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, makeMembership, makeOrganization, makeUser, makeWorkspace } from '../testing/testing.ts';
import { inWorkspace, list, names, patch, person, roles } from './testing.ts';

/** Counts the statements of the reads that a request makes. */
function countingPlant(plant: TestPlant): { queries: () => number } {
  const { db } = plant.deps;
  let count = 0;
  const { read } = db;
  db.read = (reach, work) =>
    read(reach, (reader) =>
      work(
        reader.withPlugin({
          transformQuery({ node }) {
            count++;
            return node;
          },
          transformResult: async ({ result }) => result,
        }),
      ),
    );
  return { queries: () => count };
}

describe.each(ENGINES)('people on %s', (engine: Engine) => {
  it('stand in the list by name with their roles in the organisation and in workspaces', async () => {
    const plant = await testPlant(engine);
    const second = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const { user } = await person(plant, 'technician', plant.workspace.id, 'Adam Malý');
    await makeMembership(plant.deps, plant.organization, user, 'manager', { workspace_id: second.id });
    await makeMembership(plant.deps, plant.organization, user, 'analyst', { workspace_id: second.id });
    await makeMembership(plant.deps, plant.organization, user, 'auditor');
    const { items } = await list(plant);
    expect(items.map((one) => one.name)).toEqual(['Adam Malý', 'Jana Nováková']);
    expect(items[0]!.roles).toEqual({
      organization: ['auditor'],
      workspaces: [
        { workspace_id: plant.workspace.id, roles: ['technician'] },
        { workspace_id: second.id, roles: ['manager', 'analyst'] },
      ].sort((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1)),
    });
    expect(items[1]).toMatchObject({ id: plant.owner.id, email: plant.owner.email, roles: roles('owner'), deactivated_at: null });
    expect(items[1]!.last_active_at).not.toBeNull();
  });

  it('cost one query whether there are three or sixty of them', async () => {
    const plant = await testPlant(engine);
    const counting = countingPlant(plant);
    const cost = async () => {
      const before = counting.queries();
      await list(plant, '?limit=500');
      return counting.queries() - before;
    };
    const few = await cost();
    for (let i = 0; i < 20; i++) {
      const user = await makeUser(plant.deps);
      for (const role of ['technician', 'analyst', 'operator'])
        await makeMembership(plant.deps, plant.organization, user, role, { workspace_id: plant.workspace.id });
    }
    expect(await cost()).toBe(few);
    // The reader's own rights and the list.
    expect(few).toBe(2);
  });

  it('come page by page in the order asked for, none twice and none left out', async () => {
    const plant = await testPlant(engine);
    for (const name of ['Dana', 'Cyril', 'Cyril', 'Bedřich']) await person(plant, 'member', null, name);
    for (const sort of ['name', '-name', 'created_at', '-created_at']) {
      const whole = (await list(plant, `?sort=${sort}`)).items.map((one) => one.id);
      const paged: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list(plant, `?sort=${sort}&limit=2&count=1${cursor && `&cursor=${cursor}`}`);
        expect(page.total).toBe(5);
        paged.push(...page.items.map((one) => one.id));
        cursor = page.next_cursor;
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(5);
    }
  });

  it('are found by name, e-mail, role, workspace and state', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization);
    const adam = await person(plant, 'technician', plant.workspace.id, 'Adam Malý');
    const gone = await person(plant, 'technician', plant.workspace.id, 'Bedřich Pryč');
    await person(plant, 'viewer', other.id, 'Cyril Velký');
    await patch(plant, gone.id, { rev: 1, deactivated: true });
    for (const q of ['MALÝ', 'maly ad']) expect(await names(plant, `?q=${encodeURIComponent(q)}`)).toEqual(['Adam Malý']);
    expect(await names(plant, `?q=${encodeURIComponent(adam.user.email)}`)).toEqual(['Adam Malý']);
    expect(await names(plant, '?role=technician')).toEqual(['Adam Malý']);
    expect(await names(plant, '?role=technician&state=all')).toEqual(['Adam Malý', 'Bedřich Pryč']);
    expect(await names(plant, '?state=deactivated')).toEqual(['Bedřich Pryč']);
    expect(await names(plant, `?workspace_id=${other.id}`)).toEqual(['Cyril Velký', 'Jana Nováková']);
    expect(await names(plant, `?workspace_id=${other.id}&role=viewer`)).toEqual(['Cyril Velký']);
  });

  it('without the right to manage members show no e-mail and are not found by it', async () => {
    const plant = await testPlant(engine);
    const adam = await person(plant, 'technician', plant.workspace.id, 'Adam Malý');
    const auditor = await plant.member('auditor');
    expect((await list(plant, '', auditor)).items.map((one) => one.email)).toEqual([null, null, null]);
    expect(await names(plant, `?q=${encodeURIComponent(adam.user.email)}`, auditor)).toEqual([]);
    const manager = await plant.member('manager', plant.workspace.id);
    expect((await list(plant, '?q=Adam', manager)).items[0]!.email).toBe(adam.user.email);
  });

  it('of other workspaces, and their roles there, are hidden from who reads one workspace only', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization);
    const both = await person(plant, 'technician', plant.workspace.id, 'Adam Malý');
    await makeMembership(plant.deps, plant.organization, both.user, 'manager', { workspace_id: other.id });
    const hidden = await person(plant, 'technician', other.id, 'Cyril Velký');
    const viewer = await plant.member('viewer', plant.workspace.id);
    const seen = await list(plant, '', viewer);
    expect(seen.items.map((one) => one.name)).toEqual(['Adam Malý', 'Jana Nováková', 'Jana Nováková']);
    expect(seen.items[0]!.roles).toEqual(inWorkspace(plant.workspace.id, 'technician'));
    expect(await names(plant, '?role=manager', viewer)).toEqual([]);
    expect(await names(plant, `?workspace_id=${other.id}`, viewer)).toEqual([]);
    const asked = (id: string) => plant.app.request(`${plant.root}/people/${id}`, { headers: viewer });
    expect((await asked(hidden.id)).status).toBe(404);
    expect((await asked(both.id)).status).toBe(200);
  });

  it('of another organisation are not there', async () => {
    const plant = await testPlant(engine);
    const stranger = await makeUser(plant.deps);
    await makeMembership(plant.deps, await makeOrganization(plant.deps), stranger, 'owner');
    expect((await plant.app.request(`${plant.root}/people/${stranger.id}`, { headers: plant.headers })).status).toBe(404);
    expect((await patch(plant, stranger.id, { rev: 1, deactivated: true })).status).toBe(404);
    expect(await names(plant)).toEqual(['Jana Nováková']);
  });
});
