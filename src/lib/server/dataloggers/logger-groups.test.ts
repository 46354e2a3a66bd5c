import { describe, expect, it } from 'vitest';
import { DATALOGGER_GROUPS, type Datalogger, type DataloggerGroup, type DataloggerGrouping } from '../../contract/dataloggers.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { ENGINES, makeDatalogger, makeMachine, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

interface List {
  items: Datalogger[];
  next_cursor: string | null;
}
const groups = async (plant: TestPlant, query: string) =>
  (await plant.get<{ items: DataloggerGroup[] }>(`/dataloggers/groups?${query}`)).items;
const told = (found: readonly DataloggerGroup[]) => found.map(({ name, count, trouble }) => `${name} ${count}/${trouble}`);

/** Every page of a list, two rows at a time. */
async function walk(plant: TestPlant, query: string): Promise<Datalogger[]> {
  const walked: Datalogger[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: List = await plant.get(`/dataloggers?limit=2&${query}${cursor && `&cursor=${cursor}`}`);
    walked.push(...page.items);
    cursor = page.next_cursor;
  }
  return walked;
}

const groupOf = (row: Datalogger, group: DataloggerGrouping): string | null =>
  ({ machine: row.machine_id, type: row.logger_type_id, workspace: row.workspace_id, place: row.place })[group];

/** Two machines of one name, two places that differ in their case, loggers with and without. */
async function fleet(engine: (typeof ENGINES)[number]) {
  const plant = await testPlant(engine, { datalogger: { name: 'Bez místa', last_seen_at: TEST_NOW } });
  const hall = await makeWorkspace(plant.deps, plant.organization, { name: 'Sklad' });
  const [press, twin] = [
    await makeMachine(plant.deps, plant.workspace, { name: 'Lis' }),
    await makeMachine(plant.deps, hall, { name: 'Lis' }),
  ];
  const online = { last_seen_at: TEST_NOW - 1e6, expected_interval_s: 60 };
  for (const [i, place] of ['Umývárna', 'umývárna', 'Pekárna'].entries()) {
    await makeDatalogger(plant.deps, plant.workspace, { name: `Na lisu ${i}`, machine_id: press.id, place, ...online });
    await makeDatalogger(plant.deps, hall, { name: `Na dvojčeti ${i}`, machine_id: twin.id, place, ...online, last_seen_at: 1e6 });
  }
  await makeDatalogger(plant.deps, hall, { name: 'Archivovaný', place: 'Pekárna', archived_at: TEST_NOW });
  return { plant, hall, press, twin };
}

describe.each(ENGINES)('groups of loggers on %s', (engine) => {
  it('come by their names with those without one last, each with how many are in it and how many want attention', async () => {
    const { plant, hall, press, twin } = await fleet(engine);
    const machines = await groups(plant, 'group=machine');
    expect(told(machines).toSorted()).toEqual(['Lis 3/0', 'Lis 3/3', 'null 1/0']);
    expect(machines.map(({ id }) => id)).toEqual([...[press.id, twin.id].sort(), null]);
    expect(told(await groups(plant, 'group=workspace'))).toEqual([`${plant.workspace.name} 4/0`, 'Sklad 3/3']);
    expect(told(await groups(plant, 'group=type'))).toEqual(['null 7/3']);
    const places = await groups(plant, 'group=place');
    expect(told(places).toSorted()).toEqual(['Pekárna 2/1', 'Umývárna 2/1', 'null 1/0', 'umývárna 2/1'].toSorted());
    expect(told(await groups(plant, 'group=place&archived=1'))).toContain('Pekárna 3/1');
    expect(told(await groups(plant, `group=machine&workspace_id=${hall.id}`))).toEqual(['Lis 3/3']);
    expect(told(await groups(plant, 'group=machine&state=online'))).toEqual(['Lis 3/0', 'null 1/0']);
    expect(told(await groups(plant, 'group=machine&q=dvoj'))).toEqual(['Lis 3/3']);
  });

  it('are whole in the list and in its order, whatever it is sorted by and wherever its pages end', async () => {
    const { plant } = await fleet(engine);
    for (const group of DATALOGGER_GROUPS)
      for (const sort of ['trouble', 'name', '-name', 'last_seen_at', '-last_seen_at', 'place', '-trouble']) {
        const rows = await walk(plant, `group=${group}&sort=${sort}&archived=1`);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(8);
        const heads = await groups(plant, `group=${group}&archived=1`);
        expect(rows.map((row) => groupOf(row, group))).toEqual(heads.flatMap(({ id, count }) => Array<string | null>(count).fill(id)));
        const alone = (await walk(plant, `sort=${sort}&archived=1`)).map(({ id }) => id);
        for (const { id } of heads) {
          const inside = rows.filter((row) => groupOf(row, group) === id).map((row) => row.id);
          expect(inside).toEqual(alone.filter((one) => inside.includes(one)));
        }
      }
  });

  it('keep to the moment that the first page was cut at', async () => {
    const { plant } = await fleet(engine);
    const first = await plant.get<List>('/dataloggers?limit=2&group=machine&sort=trouble');
    plant.deps.clock.advance(300e6);
    const rest: string[] = [];
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const page: List = await plant.get(`/dataloggers?limit=2&group=machine&sort=trouble&cursor=${cursor}`);
      rest.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set([...first.items.map(({ id }) => id), ...rest]).size).toBe(7);
  });

  it('refuse a cursor of a list without groups and one that was made up', async () => {
    const { plant } = await fleet(engine);
    const { next_cursor } = await plant.get<List>('/dataloggers?limit=2&sort=name');
    for (const cursor of [next_cursor, 'WyJ4IiwieSJd', 'x'])
      expect(
        (await plant.app.request(`${plant.root}/dataloggers?group=machine&sort=name&cursor=${cursor}`, { headers: plant.headers })).status,
      ).toBe(422);
  });

  it('cost one statement, are of the workspaces that the reader may see', async () => {
    const { plant, hall, twin } = await fleet(engine);
    const queries = countQueries(plant.deps.db);
    await groups(plant, 'group=machine');
    queries.stop();
    // One for the reader's rights, one for the groups.
    expect(queries.count()).toBe(2);
    const technician = await plant.member('technician', hall.id);
    const seen = await plant.app.request(`${plant.root}/dataloggers/groups?group=machine`, { headers: technician });
    expect(((await seen.json()) as { items: DataloggerGroup[] }).items).toEqual([{ id: twin.id, name: 'Lis', count: 3, trouble: 3 }]);
  });
});
