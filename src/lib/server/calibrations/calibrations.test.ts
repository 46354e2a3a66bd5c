import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../contract/alarms.ts';
import type { CalibratedChannel, Calibration, Curve, countCalibratedChannels, tryCalibration } from '../../contract/calibrations.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Reading, Rollup, Series, Statistics } from '../../contract/readings.ts';
import { dayAfter } from '../../domain/readings/calibration.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { ReceivedReading } from '../kernel/reading-store.ts';
import { verifyRollups } from '../storage/readings/verify-rollups.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage, TEST_NOW } from '../testing/testing.ts';
import { dayIn } from './calibrations.repo.ts';

const S = 1_000_000;
const MINUTE = 60 * S;
const DAY = 86_400 * S;

interface Wanted {
  from: number;
  curve: Curve;
  certificate?: string | null;
  calibrated_on?: string | null;
  due_on?: string | null;
}

async function measured(plant: TestPlant, over: Parameters<typeof makeChannel>[2] = {}) {
  const channel = await makeChannel(plant.deps, plant.datalogger, over);
  const send = (readings: Omit<ReceivedReading, 'channelNo'>[]) =>
    plant.deps.db.readings.commit(
      makeMessage(
        plant.deps,
        plant.organization,
        plant.datalogger,
        readings.map((reading) => ({ ...reading, channelNo: channel.no })),
      ),
    );
  const numbers = (values: readonly number[], from = TEST_NOW) =>
    send(values.map((num, i) => ({ ts: from + i * MINUTE, num, text: null })));
  const post = ({ from, ...rest }: Wanted) =>
    plant.send('POST', '/calibrations', { channel_id: channel.id, from: formatInstant(from), laboratory: 'ČMI Brno', ...rest });
  const calibrate = async (wanted: Wanted): Promise<Calibration> => {
    const answer = await post(wanted);
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Calibration;
  };
  const turn = async ({ id, rev }: Pick<Calibration, 'id' | 'rev'>, revoked = true): Promise<Calibration> => {
    const answer = await plant.send('PATCH', `/calibrations/${id}`, { rev, revoked });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Calibration;
  };
  const window = (from: number, to: number) => `from=${formatInstant(from)}&to=${formatInstant(to)}`;
  const readings = () =>
    plant
      .get<{ items: Reading[] }>(`/channels/${channel.id}/readings?${window(TEST_NOW - DAY, TEST_NOW + DAY)}`)
      .then(({ items }) => items.map(({ value, raw }) => [value, raw]));
  const rollups = () =>
    plant
      .get<{ items: Rollup[] }>(`/channels/${channel.id}/rollups?resolution=5m&${window(TEST_NOW - DAY, TEST_NOW + DAY)}`)
      .then(({ items }) => items);
  const series = () => plant.get<Series>(`/channels/${channel.id}/series?${window(TEST_NOW, TEST_NOW + 10 * MINUTE)}&width=500`);
  const statistics = () => plant.get<Statistics>(`/channels/${channel.id}/statistics?${window(TEST_NOW, TEST_NOW + 10 * MINUTE)}`);
  const last = () =>
    plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('channels').select(['last_ts', 'last_num', 'mark_rev']).where('id', '=', channel.id).executeTakeFirstOrThrow(),
    );
  return { channel, send, numbers, post, calibrate, turn, readings, rollups, series, statistics, last, window };
}

const problem = async (answer: Response) => (await answer.json()) as { code: string; errors?: { path: string }[]; current?: Calibration };

describe.each(ENGINES)('calibrations on %s', (engine) => {
  it('hold until the next one in all that counts, also for what comes later, and taken back leave what was', async () => {
    const plant = await testPlant(engine);
    const { numbers, calibrate, turn, readings, rollups, series, statistics, last } = await measured(plant);
    await numbers([10, 10, 20]);
    const before = await rollups();
    const offset = await calibrate({ from: TEST_NOW - DAY, curve: { kind: 'offset', offset: -1 } });
    const linear = await calibrate({ from: TEST_NOW + MINUTE, curve: { kind: 'linear', gain: 2, offset: 0.5 } });
    expect(linear).toMatchObject({ to: null, laboratory: 'ČMI Brno', created_by: plant.owner.name, waits: false });
    expect(await plant.get<Calibration>(`/calibrations/${offset.id}`)).toMatchObject({ to: formatInstant(TEST_NOW + MINUTE) });
    expect(await readings()).toEqual([
      [9, 10],
      [20.5, 10],
      [40.5, 20],
    ]);
    expect(await rollups()).toMatchObject([{ n: 3, sum: 70, min: 9, max: 40.5, last: 40.5 }]);
    const shown = await series();
    expect(shown).toMatchObject({ last: [9, 20.5, 40.5] });
    // What came is told in the list; rings in a chart are what people corrected.
    expect(shown.uncorrected).toBeUndefined();
    expect(await statistics()).toMatchObject({ n: 3, max: 40.5 });
    expect(await last()).toMatchObject({ last_num: 40.5 });
    expect((await numbers([30], TEST_NOW + 3 * MINUTE)).lasts).toMatchObject([{ num: 60.5 }]);
    const gone = await turn(linear);
    expect(gone).toMatchObject({ revoked_by: plant.owner.name, rev: 2, to: null });
    expect(await readings()).toEqual([9, 9, 19, 29].map((value) => [value, value + 1]));
    await turn(offset);
    expect(await last()).toMatchObject({ last_num: 30 });
    await turn(gone, false);
    expect(await last()).toMatchObject({ last_num: 60.5 });
    await turn(await plant.get<Calibration>(`/calibrations/${linear.id}`));
    expect(await rollups()).toMatchObject([{ ...before[0], n: 4, sum: 70, max: 30, last: 30, increase: 20 }]);
    expect((await verifyRollups(plant.deps.db)).differences).toEqual([]);
  });

  it('lie below marks, and of nothing to correct change nothing', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, calibrate, readings } = await measured(plant);
    await numbers([10, 10, 10]);
    const points: Curve = {
      kind: 'points',
      points: [
        [20, 18],
        [0, 2],
      ],
    };
    expect((await calibrate({ from: TEST_NOW, curve: points })).curve).toEqual({
      kind: 'points',
      points: [
        [0, 2],
        [20, 18],
      ],
    });
    const span = { from: formatInstant(TEST_NOW + MINUTE), to: formatInstant(TEST_NOW + 2 * MINUTE) };
    const mark = { channel_id: channel.id, kind: 'offset', ...span, value: 5, value_to: null, reason: 'Servis' };
    expect((await plant.send('POST', '/marks', mark)).status).toBe(201);
    await calibrate({ from: TEST_NOW + 2 * MINUTE, curve: { kind: 'none' } });
    expect(await readings()).toEqual([
      [10, undefined],
      [15, 10],
      [10, undefined],
    ]);
    await numbers([20, 20], TEST_NOW);
    expect(await readings()).toEqual([
      [18, 20],
      [23, 20],
      [10, undefined],
    ]);
  });

  it('raise and withdraw alarms', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, calibrate, turn } = await measured(plant);
    const rule = { name: 'Horko', severity: 'critical', recipients: [], kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5 };
    await plant.send('POST', '/alarm-rules', { channel_id: channel.id, ...rule, on_delay_s: 0, off_delay_s: 0 });
    await numbers([7, 9, 7]);
    const alarms = async () =>
      (await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}`)).items.map(({ state, peak, withdrawn_cause }) => ({
        ...{ state, peak, withdrawn_cause },
      }));
    const down = await calibrate({ from: TEST_NOW, curve: { kind: 'offset', offset: -2 } });
    expect(await alarms()).toEqual([{ state: 'withdrawn', peak: 9, withdrawn_cause: 'calibration' }]);
    await turn(down);
    expect(await alarms()).toEqual([{ state: 'over', peak: 9, withdrawn_cause: null }]);
  });

  it('are of what is measured in numbers, of days that exist, and no two begin together', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, post, calibrate, turn, last } = await measured(plant);
    await numbers([1]);
    const refused = async (answer: Response) => [answer.status, (await problem(answer)).errors?.map(({ path }) => path).join()];
    const none: Curve = { kind: 'none' };
    for (const kind of ['state', 'text', 'counter'] as const) {
      const other = await measured(plant, { kind });
      expect(await refused(await other.post({ from: TEST_NOW, curve: none }))).toEqual([422, 'channel_id']);
    }
    const twice: Curve = {
      kind: 'points',
      points: [
        [1, 1],
        [1, 2],
      ],
    };
    expect(await refused(await post({ from: TEST_NOW, curve: twice }))).toEqual([422, 'curve.points']);
    expect(await refused(await post({ from: TEST_NOW, curve: { kind: 'linear', gain: 0, offset: 1 } }))).toEqual([422, 'curve.gain']);
    expect(await refused(await post({ from: TEST_NOW, curve: none, due_on: '2026-02-30' }))).toEqual([422, 'due_on']);
    expect(await refused(await post({ from: TEST_NOW, curve: none, calibrated_on: '2026-03-02', due_on: '2026-03-01' }))).toEqual([
      422,
      'due_on',
    ]);
    expect((await last()).mark_rev).toBeNull();
    const first = await calibrate({ from: TEST_NOW, curve: none });
    const second = await post({ from: TEST_NOW, curve: { kind: 'offset', offset: 1 } });
    expect([second.status, await problem(second)]).toMatchObject([409, { code: 'conflict', current: { id: first.id } }]);
    const gone = await turn(first);
    const over = await calibrate({ from: TEST_NOW, curve: { kind: 'offset', offset: 1 } });
    const again = await plant.send('PATCH', `/calibrations/${first.id}`, { rev: gone.rev, revoked: false });
    expect([again.status, await problem(again)]).toMatchObject([409, { code: 'conflict', current: { id: over.id } }]);
    const stale = await plant.send('PATCH', `/calibrations/${first.id}`, { rev: 1, revoked: false });
    expect([stale.status, (await problem(stale)).code]).toEqual([409, 'stale_rev']);
    // Its numbers can't become those of a counter while it is calibrated.
    const counter = await plant.send('PATCH', `/channels/${channel.id}`, { rev: channel.rev, kind: 'counter' });
    expect(await refused(counter)).toEqual([422, 'kind']);
    const list = async (query: string) => (await plant.get<{ items: Calibration[] }>(`/calibrations?${query}`)).items.map(({ id }) => id);
    expect(await list(`channel_id=${channel.id}`)).toEqual([over.id]);
    expect(await list(`datalogger_id=${plant.datalogger.id}&revoked=1`)).toHaveLength(2);
  });

  it('made twice under one id are one, and only those who may write make them', async () => {
    const plant = await testPlant(engine);
    const { channel, last } = await measured(plant);
    const id = plant.deps.ids.uuid();
    const body = { id, channel_id: channel.id, from: formatInstant(TEST_NOW), curve: { kind: 'none' }, laboratory: 'ČMI' };
    const statuses: number[] = [];
    for (const one of [body, body, { ...body, laboratory: 'Jiná' }]) statuses.push((await plant.send('POST', '/calibrations', one)).status);
    expect(statuses).toEqual([201, 201, 409]);
    expect((await last()).mark_rev).toBe(1);
    const reader = await plant.member('operator', plant.workspace.id);
    const other = { ...body, id: plant.deps.ids.uuid(), from: formatInstant(TEST_NOW + MINUTE) };
    expect((await plant.send('POST', '/calibrations', other, reader)).status).toBe(403);
    expect((await plant.app.request(`${plant.root}/calibrations/${id}`, { headers: reader })).status).toBe(200);
    expect((await plant.send('PATCH', `/calibrations/${id}`, { rev: 1, revoked: true }, reader)).status).toBe(403);
  });

  it('are tried before they are made', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, calibrate, last } = await measured(plant);
    await numbers([10, 20, 30, 40]);
    const attempt = async (from: number, curve: Curve) => {
      const answer = await plant.send('POST', '/calibrations/try', { channel_id: channel.id, from: formatInstant(from), curve });
      expect(answer.status).toBe(200);
      return (await answer.json()) as ResponseOf<typeof tryCalibration>;
    };
    expect(await attempt(TEST_NOW + MINUTE, { kind: 'offset', offset: 1 })).toEqual({
      ...{ readings: 3, shortened: false, to: null, other: null, mark: null, settled_to: null },
      before: { n: 3, min: 20, max: 40, mean: 30 },
      after: { n: 3, min: 21, max: 41, mean: 31 },
    });
    expect((await last()).mark_rev).toBeNull();
    const next = await calibrate({ from: TEST_NOW + 2 * MINUTE, curve: { kind: 'none' } });
    expect(await attempt(TEST_NOW, { kind: 'offset', offset: 1 })).toMatchObject({ readings: 2, to: next.from, after: { mean: 16 } });
    expect(await attempt(TEST_NOW + 2 * MINUTE, { kind: 'none' })).toMatchObject({ other: { id: next.id } });
  });

  it('are listed by when they are due, where the sensor is', async () => {
    const plant = await testPlant(engine);
    const today = dayIn(TEST_NOW, plant.workspace.time_zone);
    const none: Curve = { kind: 'none' };
    const late = await measured(plant, { name: 'Late' });
    await late.calibrate({ from: TEST_NOW - 9 * DAY, curve: none, due_on: dayAfter(today, 400) });
    await late.calibrate({ from: TEST_NOW - DAY, curve: none, due_on: dayAfter(today, -1), certificate: 'K-1/26' });
    const soon = await measured(plant, { name: 'Soon' });
    await soon.calibrate({ from: TEST_NOW - DAY, curve: none, due_on: dayAfter(today, 30) });
    const valid = await measured(plant, { name: 'Valid' });
    await valid.calibrate({ from: TEST_NOW - DAY, curve: none, due_on: dayAfter(today, 31) });
    const undated = await measured(plant, { name: 'Undated' });
    await undated.calibrate({ from: TEST_NOW - DAY, curve: none });
    const without = await measured(plant, { name: 'Without' });
    await without.calibrate({ from: TEST_NOW + DAY, curve: none, due_on: dayAfter(today, 5) });
    await measured(plant, { name: 'Words', kind: 'text' });
    const list = async (query: string) =>
      (await plant.get<{ items: CalibratedChannel[]; next_cursor: string | null; total?: number }>(`/calibrations/channels?${query}`)) ??
      {};
    const all = await list('count=1');
    expect(all.items.map(({ name, state, days }) => [name, state, days])).toEqual([
      ['Late', 'overdue', -1],
      ['Soon', 'due', 30],
      ['Valid', 'valid', 31],
      ['Undated', 'valid', null],
      ['Without', 'none', null],
    ]);
    expect(all.total).toBe(5);
    expect(all.items[0]).toMatchObject({ datalogger: { id: plant.datalogger.id }, calibration: { certificate: 'K-1/26', kind: 'none' } });
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(`limit=2&sort=-due${cursor === '' ? '' : `&cursor=${cursor}`}`);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(['Without', 'Undated', 'Valid', 'Soon', 'Late']);
    for (const [state, found] of Object.entries({ overdue: ['Late'], due: ['Soon'], valid: ['Valid', 'Undated'], none: ['Without'] }))
      expect((await list(`state=${state}`)).items.map(({ name }) => name)).toEqual(found);
    expect((await list('q=k-1')).items.map(({ name }) => name)).toEqual(['Late']);
    expect(await plant.get<ResponseOf<typeof countCalibratedChannels>>('/calibrations/channels/counts')).toMatchObject({
      ...{ total: 5, overdue: 1, due: 1, valid: 2, none: 1 },
    });
  });
});
