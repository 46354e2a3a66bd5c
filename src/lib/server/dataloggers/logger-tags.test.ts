import { describe, expect, it } from 'vitest';
import type { Datalogger, DataloggerCounts, DataloggerGroup } from '../../contract/dataloggers.ts';
import { testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { ENGINES, makeDatalogger, makeWorkspace } from '../testing/testing.ts';

interface List {
  items: Datalogger[];
  total?: number;
}

describe.each(ENGINES)('tags of loggers on %s', (engine) => {
  it('are set whole, told once each, found by the search and kept in the trail', async () => {
    const plant = await testPlant(engine);
    const path = `/dataloggers/${plant.datalogger.id}`;
    const saved = await plant.send('PATCH', path, { rev: 1, tags: [' HACCP ', 'haccp', 'Chladírna', 'sklad  B'] });
    expect(await saved.json()).toMatchObject({ rev: 2, tags: ['HACCP', 'Chladírna', 'sklad B'] });
    expect(await (await plant.send('PATCH', path, { rev: 2, tags: ['HACCP', 'Chladírna', 'sklad B'] })).json()).toMatchObject({ rev: 2 });
    expect((await plant.get<List>('/dataloggers?q=chladirna')).items.map(({ id }) => id)).toEqual([plant.datalogger.id]);
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db
        .selectFrom('audit_events')
        .select(['before', 'after'])
        .where('entity_id', '=', plant.datalogger.id)
        .where('verb', '=', 'dataloggers.update')
        .execute(),
    );
    expect(trail.map(({ before, after }) => [JSON.parse(before ?? '{}').tags, JSON.parse(after ?? '{}').tags])).toEqual([
      [[], ['HACCP', 'Chladírna', 'sklad B']],
    ]);
    expect(await (await plant.send('PATCH', path, { rev: 2, tags: [] })).json()).toMatchObject({ tags: [] });
    expect((await plant.get<List>('/dataloggers?q=chladirna')).items).toEqual([]);
  });

  it('refuse what would not be one word, and too many of them', async () => {
    const plant = await testPlant(engine);
    for (const tags of [['a,b'], ['a;b'], ['x'.repeat(31)], [' '], ['a\nb'], Array.from({ length: 13 }, (_, i) => `t${i}`)])
      expect([tags, (await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, tags })).status]).toEqual([tags, 422]);
  });

  it('narrow the list, its counts and its groups by the whole word only', async () => {
    const plant = await testPlant(engine, { datalogger: { tags: '\nA\nsklad B\n' } });
    await makeDatalogger(plant.deps, plant.workspace, { tags: '\nsklad\n' });
    await makeDatalogger(plant.deps, plant.workspace, { tags: '\nB\n', archived_at: 1 });
    const found = async (tag: string) => (await plant.get<List>(`/dataloggers?count=1&tag=${encodeURIComponent(tag)}`)).total;
    expect([await found('A'), await found('a'), await found('sklad'), await found('sklad B'), await found('%')]).toEqual([1, 0, 1, 1, 0]);
    expect((await plant.get<DataloggerCounts>('/dataloggers/counts?tag=sklad')).total).toBe(1);
    const { items } = await plant.get<{ items: DataloggerGroup[] }>('/dataloggers/groups?group=place&tag=A');
    expect(items).toEqual([{ id: null, name: null, count: 1, trouble: 0 }]);
  });

  it('are offered by their letters, of loggers in use and of workspaces that the reader may see, with one statement', async () => {
    const plant = await testPlant(engine, { datalogger: { tags: '\nžula\nčidla\n' } });
    const hall = await makeWorkspace(plant.deps, plant.organization);
    await makeDatalogger(plant.deps, hall, { tags: '\nčidla\nbedna 12\nbedna 5\n' });
    await makeDatalogger(plant.deps, hall, { tags: '\nstarý\n', archived_at: 1 });
    const queries = countQueries(plant.deps.db);
    expect(await plant.get('/dataloggers/tags')).toEqual({ items: ['bedna 5', 'bedna 12', 'čidla', 'žula'] });
    queries.stop();
    // One for the reader's rights, one for the tags.
    expect(queries.count()).toBe(2);
    expect(await plant.get(`/dataloggers/tags?workspace_id=${plant.workspace.id}`)).toEqual({ items: ['čidla', 'žula'] });
    const seen = await plant.app.request(`${plant.root}/dataloggers/tags`, { headers: await plant.member('technician', hall.id) });
    expect(((await seen.json()) as { items: string[] }).items).toEqual(['bedna 5', 'bedna 12', 'čidla']);
  });
});
