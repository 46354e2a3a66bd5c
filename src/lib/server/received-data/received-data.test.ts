import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { ReceivedCounts, ReceivedData, ReceivedDataDetail, ReceivedDataNeighbours } from '../../contract/received-data.ts';
import { numberIn } from '../kernel/message-ids.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeCredential, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

interface List {
  items: ReceivedData[];
  next_cursor: string | null;
  total?: number;
}
const MS = TEST_NOW / 1000;

describe.each(ENGINES)('received data on %s', (engine) => {
  it('are listed newest first, page by page, each once', async () => {
    const plant = await testPlant(engine);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      // Two of them came within one tick of the clock.
      if (i !== 3) plant.deps.clock.advance(1_000);
      ids.push(((await (await plant.post({ t: i })).json()) as { id: string }).id);
    }
    const listed = async (query: string): Promise<string[]> => {
      const walked: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: List = await plant.get(`/received-data?${query}&count=1${cursor && `&cursor=${cursor}`}`);
        expect(page.total).toBe(5);
        walked.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      return walked;
    };
    for (const of of ['', `&datalogger_id=${plant.datalogger.id}`])
      for (const limit of [1, 2, 3, 5]) {
        expect(await listed(`limit=${limit}${of}`)).toEqual(ids.toReversed());
        expect(await listed(`limit=${limit}${of}&sort=received_at`)).toEqual(ids);
      }
    expect((await plant.app.request(`${plant.root}/received-data?sort=size`, { headers: plant.headers })).status).toBe(422);
  });

  it('know the message before and after each, of those that the filter leaves, whichever of two came in the same moment', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization), { name: 'Šatna' });
    const { token } = await makeCredential(plant.deps, other);
    const ids: string[] = [];
    const sent = async (body: unknown, more: Record<string, string> = {}) => {
      const answer = (await (await plant.post(body, more)).json()) as { id?: string } & Problem;
      ids.push(answer.id ?? String(answer.errors?.[0]?.params?.received_data_id));
    };
    await sent({ t: 0 });
    plant.deps.clock.advance(1_000);
    // Two of them came within one tick of the clock.
    await sent({ t: 1 });
    await sent({ t: 2 });
    plant.deps.clock.advance(1_000);
    await sent({ t: 3 }, { Authorization: `Bearer ${token}` });
    plant.deps.clock.advance(1_000);
    await sent('{');
    const neighbours = async (i: number, query = '') => {
      const { older, newer } = await plant.get<ReceivedDataNeighbours>(`/received-data/${ids[i]}/neighbours${query}`);
      return [older, newer].map((one) => (one ? ids.indexOf(one.id) : null));
    };
    const all = await Promise.all(ids.map((_, i) => neighbours(i)));
    expect(all).toEqual([
      [null, 1],
      [0, 2],
      [1, 3],
      [2, 4],
      [3, null],
    ]);
    const own = `?datalogger_id=${plant.datalogger.id}`;
    expect(await neighbours(2, own)).toEqual([1, 4]);
    expect(await neighbours(4, own)).toEqual([2, null]);
    expect(await neighbours(3, own)).toEqual([2, 4]);
    expect(await neighbours(2, '?status=unparsed')).toEqual([null, 4]);
    expect(await neighbours(2, `?workspace_id=${other.workspace_id}`)).toEqual([null, 3]);
    const get = async (query: string) =>
      (await plant.app.request(`${plant.root}/received-data/${query}`, { headers: plant.headers })).status;
    expect(await get(`${ids[2]}/neighbours?from=never`)).toBe(422);
    expect(await get(`${plant.datalogger.id}/neighbours`)).toBe(404);
  });

  it('are counted by state along a window, each where it came', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization), { name: 'Šatna' });
    const { token } = await makeCredential(plant.deps, other);
    await plant.post({ t: 1 });
    await plant.post('{');
    plant.deps.clock.advance(600_000_000);
    await plant.post({ t: 2, u: [] });
    await plant.post({ t: 1 }, { Authorization: `Bearer ${token}` });
    plant.deps.clock.advance(60_000_000);
    const counts = (query = '') => plant.get<ReceivedCounts>(`/received-data/counts${query}`);
    const of = (by: Partial<ReceivedCounts['by']>) => ({ stored: 0, partial: 0, rejected: 0, unparsed: 0, paused: 0, ...by });
    const day = await counts();
    expect(Date.parse(day.to) - Date.parse(day.from)).toBe(86_400_000);
    expect(day).toMatchObject({ total: 4, since: null, bucket_s: 900, by: of({ stored: 2, unparsed: 1, partial: 1 }) });
    const hour = await counts(`?from=${MS - 90_000}&to=${MS + 3_510_000}`);
    expect(hour.bucket_s).toBe(60);
    expect(hour.buckets.map(({ at, by }) => [Date.parse(at), by])).toEqual([
      [MS - 30_000, of({ stored: 1, unparsed: 1 })],
      [MS + 570_000, of({ stored: 1, partial: 1 })],
    ]);
    expect(await counts(`?datalogger_id=${other.id}`)).toMatchObject({ total: 1, by: of({ stored: 1 }) });
    expect(await counts(`?workspace_id=${plant.workspace.id}`)).toMatchObject({ total: 3 });
    expect(await counts(`?from=${MS - 60_000}&to=${MS + 60_000}`)).toMatchObject({ total: 2, bucket_s: 60 });
    expect((await counts(`?from=${MS}&to=${MS + 31 * 86_400_000}`)).bucket_s).toBe(43_200);
    for (const bad of [`from=${MS}&to=${MS}`, `from=${MS}&to=${MS + 31 * 86_400_000 + 1}`, 'from=never'])
      expect((await plant.app.request(`${plant.root}/received-data/counts?${bad}`, { headers: plant.headers })).status).toBe(422);
  });

  it('are filtered by logger, status, workspace and the name of the logger', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Kalírna' } });
    const other = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization), { name: 'Šatna' });
    const { token } = await makeCredential(plant.deps, other);
    await plant.post({ t: 1 });
    await plant.post('{');
    await plant.post({ t: 2, u: [] });
    await plant.post({ t: [] });
    await plant.post({ t: 1 }, { Authorization: `Bearer ${token}` });
    const count = async (query: string) => (await plant.get<List>(`/received-data?${query}`)).items.length;
    expect(await count('')).toBe(5);
    expect(await count(`datalogger_id=${other.id}`)).toBe(1);
    expect(await count('status=stored')).toBe(2);
    expect(await count('status=partial')).toBe(1);
    expect(await count('status=rejected')).toBe(1);
    expect(await count('status=unparsed')).toBe(1);
    expect(await count(`workspace_id=${plant.workspace.id}`)).toBe(4);
    expect(await count('q=%C5%A1atna&from=2026-03-01T00:00:00Z')).toBe(1);
  });

  it('are filtered and counted by the door that they came through', async () => {
    const plant = await testPlant(engine);
    await plant.post({ t: 1 });
    const line = await plant.app.request('/api/v2/write', {
      method: 'POST',
      headers: { Authorization: `Token ${plant.token}` },
      body: 'hall temperature=21.5',
    });
    expect(line.status).toBe(204);
    const doors = async (query: string) => (await plant.get<List>(`/received-data${query}`)).items.map(({ door }) => door);
    expect(await doors('')).toEqual(['influx', 'json']);
    expect(await doors('?door=influx')).toEqual(['influx']);
    expect(await doors('?door=senml')).toEqual([]);
    plant.deps.clock.advance(1_000_000);
    expect(await plant.get<ReceivedCounts>('/received-data/counts?door=json')).toMatchObject({ total: 1, by: { stored: 1 } });
  });

  it('are filtered and counted by a part of the topic, in a window or of one logger, and by their warnings', async () => {
    const plant = await testPlant(engine);
    for (const [topic, warning_count] of [
      ['taktlog/json/hall/Boiler', 0],
      ['taktlog/json/hall/press', 2],
      [null, 0],
    ] as const) {
      const { id } = (await (await plant.post({ t: 1 })).json()) as { id: string };
      await plant.deps.db.write(plant.organization.id, (db) =>
        db.updateTable('received_data').set({ topic, warning_count }).where('no', '=', numberIn(id)!.no).execute(),
      );
    }
    plant.deps.clock.advance(1_000_000);
    const of = `datalogger_id=${plant.datalogger.id}`;
    const topics = async (query: string) => (await plant.get<List>(`/received-data?${query}`)).items.map(({ topic }) => topic);
    expect(await topics(`topic=boiler&${of}`)).toEqual(['taktlog/json/hall/Boiler']);
    expect(await topics(`topic=HALL/&from=${MS - 60_000}`)).toEqual(['taktlog/json/hall/press', 'taktlog/json/hall/Boiler']);
    // What stands for anything in a search of the database stands for itself here.
    expect(await topics(`topic=%25&${of}`)).toEqual([]);
    expect(await topics('warned=1')).toEqual(['taktlog/json/hall/press']);
    expect(await plant.get<ReceivedCounts>('/received-data/counts?topic=hall')).toMatchObject({ total: 2 });
    expect(await plant.get<ReceivedCounts>('/received-data/counts?topic=hall&warned=1')).toMatchObject({ total: 1 });
    for (const [query, code] of [
      ['topic=hall', 'window_required'],
      [`topic=hall&from=${MS - 32 * 86_400_000}`, 'too_big'],
    ]) {
      const answer = await plant.app.request(`${plant.root}/received-data?${query}`, { headers: plant.headers });
      expect([answer.status, ((await answer.json()) as Problem).errors?.[0]]).toEqual([
        422,
        expect.objectContaining({ path: 'from', code }),
      ]);
    }
    const many = await plant.app.request(`${plant.root}/received-data?${of}&topic=${'t'.repeat(201)}`, { headers: plant.headers });
    expect(many.status).toBe(422);
  });

  it('that repeat what is there lead to the message that brought it first', async () => {
    const plant = await testPlant(engine);
    const sent = async (body: object) => {
      plant.deps.clock.advance(1_000);
      return ((await (await plant.post(body)).json()) as { id: string }).id;
    };
    const first = await sent({ ts: MS, values: { t: 1 } });
    const other = await sent({ ts: MS, values: { u: 1 } });
    const again = await sent({ ts: MS, values: { t: 1 } });
    const detail = (id: string) => plant.get<ReceivedDataDetail>(`/received-data/${id}`);
    expect((await detail(again)).repeats).toMatchObject({ id: first });
    for (const id of [first, other]) expect((await detail(id)).repeats).toBeNull();
  });

  it('of a workspace are hidden from members of another', async () => {
    const plant = await testPlant(engine);
    const { id } = (await (await plant.post({ t: 1 })).json()) as { id: string };
    const elsewhere = await plant.member('viewer', (await makeWorkspace(plant.deps, plant.organization)).id);
    const here = await plant.member('viewer', plant.workspace.id);
    const status = async (headers: Record<string, string>) =>
      (await plant.app.request(`${plant.root}/received-data/${id}`, { headers })).status;
    expect(await status(here)).toBe(200);
    expect(await status(elsewhere)).toBe(404);
    const list = (await (await plant.app.request(`${plant.root}/received-data`, { headers: elsewhere })).json()) as List;
    expect(list.items).toEqual([]);
  });

  it('show a long body cut at 256 kB, between two characters', async () => {
    const plant = await testPlant(engine);
    const body = `{"t":1}${' '.repeat(262_136)}`;
    const long = makeMessage(plant.deps, plant.organization, plant.datalogger, [], { body: Buffer.from(`${body}š konec`) });
    const binary = makeMessage(plant.deps, plant.organization, plant.datalogger, [], {
      status: 'unparsed',
      body: Uint8Array.of(0xff, 0x00, 0xfe),
    });
    await Promise.all([long, binary].map((message) => plant.deps.db.readings.commit(message)));
    const shown = await plant.get<ReceivedDataDetail>(`/received-data/${long.id}`);
    expect([shown.body, shown.body_cut]).toEqual([body, true]);
    expect(await plant.get(`/received-data/${binary.id}`)).toMatchObject({ body: null, body_base64: '/wD+', body_cut: false });
  });

  it('show at most 500 readings, with what the series hold now', async () => {
    const plant = await testPlant(engine);
    const rows = Array.from({ length: 400 }, (_, i) => ({ ts: MS - i, values: { a: i, b: -i } }));
    const { id } = (await (await plant.post(rows)).json()) as { id: string };
    await plant.post([{ ts: MS - 1, values: { a: 77 } }]);
    const { readings } = await plant.get<ReceivedDataDetail>(`/received-data/${id}`);
    expect(readings).toHaveLength(500);
    expect(readings.filter(({ current }) => !current)).toMatchObject([{ key: 'a', value: 1 }]);
  });

  it('show values of channels that were never made', async () => {
    const plant = await testPlant(engine, { datalogger: { auto_channels: 0 } });
    const { errors } = (await (await plant.post({ t: 1 })).json()) as Problem;
    const id = errors?.[0]?.params?.received_data_id;
    expect((await plant.get<ReceivedDataDetail>(`/received-data/${id}`)).readings).toMatchObject([
      { channel_id: null, key: 't', name: 't', value: 1, current: false },
    ]);
  });
});
