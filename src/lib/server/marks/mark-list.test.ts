import { describe, expect, it } from 'vitest';
import type { ListedMark } from '../../contract/mark-lists.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeChannel, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

const MINUTE = 60_000_000;
interface List {
  items: ListedMark[];
  next_cursor: string | null;
  total?: number;
}

async function mark(plant: TestPlant, channel: string, at: number, over: Record<string, unknown> = {}): Promise<ListedMark> {
  const from = TEST_NOW + at * MINUTE;
  const body = { channel_id: channel, kind: 'exclude', value: null, value_to: null, reason: 'Čištění' };
  const answer = await plant.send('POST', '/marks', { ...body, from: formatInstant(from), to: formatInstant(from + MINUTE), ...over });
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as ListedMark;
}
const list = (plant: TestPlant, query = '') => plant.get<List>(`/mark-list?count=1${query}`);
const reasons = ({ items }: List) => items.map(({ reason }) => reason);

describe.each(ENGINES)('marks of all loggers, on %s', (engine) => {
  it('are listed the latest first with their loggers, those that were taken back too, page by page', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, plant.workspace, { name: 'Mrazák' });
    const [one, two] = [await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch' }), await makeChannel(plant.deps, other)];
    for (let at = 0; at < 4; at++) await mark(plant, at % 2 ? two.id : one.id, at, { reason: `Důvod ${at}` });
    const late = await mark(plant, one.id, -100, { reason: 'Pozdě zapsáno', kind: 'note' });
    await plant.send('PATCH', `/marks/${late.id}`, { rev: 1, revoked: true });
    const all = await list(plant);
    expect(reasons(all)).toEqual(['Důvod 3', 'Důvod 2', 'Důvod 1', 'Důvod 0', 'Pozdě zapsáno']);
    expect(all.total).toBe(5);
    expect(all.items[0]).toMatchObject({
      datalogger_id: other.id,
      datalogger_name: 'Mrazák',
      created_by: plant.owner.name,
      revoked_at: null,
    });
    expect(all.items.at(-1)).toMatchObject({ channel_name: 'Vzduch', revoked_by: plant.owner.name });
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: List = await list(plant, `&limit=2${cursor && `&cursor=${cursor}`}`);
      found.push(...reasons(page));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(reasons(all));
    expect(reasons(await list(plant, '&sort=from'))).toEqual(reasons(all).toReversed());
    // By the moment at which they were made, and where it is the same by their ids.
    expect(reasons(await list(plant, '&sort=-created_at'))[0]).toBe('Pozdě zapsáno');
    expect(await queriesOf(plant.deps.db, () => list(plant))).toBeLessThan(6);
  });

  it('are narrowed by kind, by whether they hold, by words of reason, channel, logger and author, and to one', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, plant.workspace, { name: 'Mrazák' });
    const [one, two] = [await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch' }), await makeChannel(plant.deps, other)];
    const back = await mark(plant, one.id, 0);
    await mark(plant, two.id, 1, { kind: 'offset', value: 2, reason: 'Po servisu' });
    await mark(plant, one.id, 2, { kind: 'note', reason: 'Dveře' });
    await plant.send('PATCH', `/marks/${back.id}`, { rev: 1, revoked: true });
    const left = async (query: string) => reasons(await list(plant, query)).sort();
    expect(await left('&kind=offset')).toEqual(['Po servisu']);
    expect(await left('&standing=revoked')).toEqual(['Čištění']);
    expect(await left('&standing=in_force')).toEqual(['Dveře', 'Po servisu']);
    expect(await left('&q=ČIŠT')).toEqual(['Čištění']);
    expect(await left('&q=vzduch')).toEqual(['Dveře', 'Čištění'].sort());
    expect(await left('&q=mraz')).toEqual(['Po servisu']);
    expect(await left(`&q=${encodeURIComponent(plant.owner.name)}`)).toHaveLength(3);
    expect(await left(`&mark_id=${back.id}`)).toEqual(['Čištění']);
    expect((await list(plant, '&kind=drift')).total).toBe(0);
    // Each is a minute long: those that reach into the time, not those that only touch it.
    const within = (from: number, to: number) =>
      left(`&from=${formatInstant(TEST_NOW + from * MINUTE)}&to=${formatInstant(TEST_NOW + to * MINUTE)}`);
    expect(await within(0.5, 1)).toEqual(['Čištění']);
    expect(await within(1, 2.5)).toEqual(['Dveře', 'Po servisu']);
    expect(await left(`&from=${formatInstant(TEST_NOW + 3 * MINUTE)}`)).toEqual([]);
    // A day that no calendar has, in any list in time.
    for (const path of ['mark-list', 'marks', 'alarms', 'recordings', 'received-data', 'audit-events'])
      expect((await plant.send('GET', `/${path}?to=2026-02-30T00:00:00Z`, undefined)).status, path).toBe(422);
  });

  it('are those of the workspaces that the reader reads', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const hidden = await makeDatalogger(plant.deps, elsewhere);
    await mark(plant, (await makeChannel(plant.deps, plant.datalogger)).id, 0, { reason: 'Tady' });
    const there = await mark(plant, (await makeChannel(plant.deps, hidden)).id, 1, { reason: 'Jinde' });
    const viewer = await plant.member('viewer', plant.workspace.id);
    const seen = async (query: string) =>
      reasons((await (await plant.app.request(`${plant.root}/mark-list${query}`, { headers: viewer })).json()) as List);
    expect(await seen('')).toEqual(['Tady']);
    expect(await seen(`?workspace_id=${elsewhere.id}`)).toEqual([]);
    expect(await seen(`?mark_id=${there.id}`)).toEqual([]);
    expect(reasons(await list(plant, `&workspace_id=${elsewhere.id}`))).toEqual(['Jinde']);
  });
});
