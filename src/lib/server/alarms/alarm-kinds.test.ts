import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmRule } from '../../contract/alarm-rules.ts';
import type { Alarm } from '../../contract/alarms.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { SENSOR_ERROR } from '../kernel/reading-store.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage } from '../testing/testing.ts';
import { silenceJob } from './silence.ts';

const S = 1_000_000;
type Sample = readonly [at: number, value: number | null];
const PLAIN = { low: null, high: null, states: [], hysteresis: 0, on_delay_s: 0, off_delay_s: 0 };

/** A channel with a rule, and ways to send it samples whose seconds count from the rule's beginning; null = the sensor's error. */
async function watched(plant: TestPlant, over: object) {
  const channel = await makeChannel(plant.deps, plant.datalogger);
  const body = { channel_id: channel.id, name: 'Pravidlo', severity: 'warning', recipients: [], ...PLAIN, ...over };
  const answer = await plant.send('POST', '/alarm-rules', body);
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const rule = (await answer.json()) as AlarmRule;
  const start = plant.deps.clock.now();
  const send = (samples: readonly Sample[]) =>
    plant.deps.db.readings.commit(
      makeMessage(
        plant.deps,
        plant.organization,
        plant.datalogger,
        samples.map(([at, num]) => ({
          ...{ channelNo: channel.no, ts: start + at * S, num, text: num === null ? 'ERR' : null },
          quality: num === null ? SENSOR_ERROR : 0,
        })),
      ),
    );
  const list = async () => (await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}`)).items;
  const seconds = (moment: string | null) => (moment === null ? null : (Date.parse(moment) * 1_000 - start) / S);
  /** Those that stand, in order of time. */
  const alarms = async () =>
    (await list())
      .filter(({ state }) => state !== 'withdrawn')
      .map(({ state, since, active_at, over_at, peak }) => [state, ...[since, active_at, over_at].map(seconds), peak])
      .toSorted((a, b) => Number(a[1]) - Number(b[1]));
  return { channel, rule, start, send, list, alarms };
}

/** Sends in any order, in any pieces, and something twice; gives what it comes to. */
const anyOrder = (samples: readonly Sample[]) =>
  fc.record({
    order: fc.shuffledSubarray([...samples], { minLength: samples.length }),
    pieces: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: samples.length, maxLength: samples.length }),
    again: fc.subarray([...samples]),
  });

async function sendAll(
  send: (samples: readonly Sample[]) => Promise<unknown>,
  { order, pieces, again }: { order: readonly Sample[]; pieces: readonly number[]; again: readonly Sample[] },
): Promise<void> {
  let at = 0;
  for (const size of pieces) {
    if (at < order.length) await send(order.slice(at, at + size));
    at += size;
  }
  await send(again);
}

/** 10 in five minutes is too fast. */
const RATE = { kind: 'rate', high: 10, window_s: 300, hysteresis: 2, on_delay_s: 60 };
const RISING: readonly Sample[] = [
  [0, 20],
  [60, 22],
  [120, 25],
  [180, 31],
  [240, 33],
  [300, 34],
  [360, 34],
  [420, 34],
  [480, 34],
  [540, 34],
  [2_000, 60],
  [2_060, 61],
];
/** 31 − 20 at 180 is the first; 34 − 25 at 420 isn't back yet, 34 − 31 at 480 is. */
const ROSE = [['over', 180, 240, 480, 14]];

const ERRORS = { kind: 'sensor_error', on_delay_s: 60 };
const FAILING: readonly Sample[] = [
  [0, 20],
  [60, null],
  [120, 20],
  [180, null],
  [240, null],
  [300, null],
  [360, 21],
  [420, null],
];
const FAILED = [
  ['over', 180, 240, 360, 1],
  ['pending', 420, null, null, 1],
];

const SILENCE = { kind: 'no_data', on_delay_s: 300 };
const GAPS: readonly Sample[] = [
  [0, 1],
  [60, 1],
  [500, null],
  [560, 1],
  [860, 1],
  [1_300, 1],
];
const SILENT = [
  ['over', 60, 360, 500, 440],
  ['over', 860, 1_160, 1_300, 440],
];

/** What begins at 560 goes on with what began at 60; 1,250 is more than 100 s after 1,100. */
const COOL_SILENCE = { kind: 'no_data', on_delay_s: 300, cool_down_s: 100 };
const MORE_GAPS: readonly Sample[] = [
  [0, 1],
  [60, 1],
  [500, null],
  [560, 1],
  [1_100, 1],
  [1_250, 1],
  [1_700, 1],
  [1_799, 1],
  [2_200, 1],
  [2_300, 1],
];
const COOLED_SILENCE = [
  ['over', 60, 360, 1_100, 540],
  ['over', 1_250, 1_550, 2_200, 450],
];

const COOL = { kind: 'above', high: 8, hysteresis: 0, cool_down_s: 300 };
const FLAPPING: readonly Sample[] = [
  [0, 9],
  [60, 7],
  [120, 9.5],
  [180, 7],
  [400, 9],
  [420, 7],
  [720, 9],
  [780, 7],
  [1_500, 9],
];
/** 720 is 300 s after 420: a new one. */
const COOLED = [
  ['over', 0, 0, 420, 9.5],
  ['over', 720, 720, 780, 9],
  ['active', 1_500, 1_500, null, 9],
];

/** The job, and the clock as it goes on while the server is awake. */
function awake(plant: TestPlant) {
  const job = silenceJob();
  const { clock } = plant.deps;
  const start = clock.now();
  return async (until: number) => {
    for (let at = clock.now(); at < start + until * S; ) {
      await job.run(plant.deps);
      at = Math.min(at + 100 * S, start + until * S);
      clock.set(at);
    }
    await job.run(plant.deps);
  };
}

describe.each(ENGINES)('alarms of more than limits on %s', (engine) => {
  it.each<[string, object, readonly Sample[], unknown[]]>([
    ['fast changes', RATE, RISING, ROSE],
    ['errors of sensors', ERRORS, FAILING, FAILED],
    ['silence', SILENCE, GAPS, SILENT],
    ['silence with a cool-down', COOL_SILENCE, MORE_GAPS, COOLED_SILENCE],
    ['a cool-down', COOL, FLAPPING, COOLED],
    [
      'a cool-down and a delay',
      { ...COOL, on_delay_s: 10 },
      FLAPPING.flatMap(([at, value]): Sample[] => [
        [at, value],
        [at + 10, value],
      ]),
      [
        ['over', 0, 10, 420, 9.5],
        ['over', 720, 730, 780, 9],
        ['active', 1_500, 1_510, null, 9],
      ],
    ],
  ])('of %s come to the same in any order, in any pieces, and said twice', async (_, rule, samples, expected) => {
    const plant = await testPlant(engine);
    await fc.assert(
      fc.asyncProperty(anyOrder(samples), async (sending) => {
        const { send, alarms } = await watched(plant, rule);
        await sendAll(send, sending);
        expect(await alarms()).toEqual(expected);
      }),
      { numRuns: 8 },
    );
  });

  it('of silence are raised by the clock, ended by what comes, and withdrawn by what comes late', async () => {
    const plant = await testPlant(engine);
    const goOn = awake(plant);
    const { send, alarms, list } = await watched(plant, SILENCE);
    await send([[0, 1]]);
    await goOn(300);
    expect(await alarms()).toEqual([]);
    await goOn(400);
    await goOn(405);
    expect(await alarms()).toEqual([['active', 0, 300, null, 300]]);
    await send([[410, 1]]);
    expect(await alarms()).toEqual([['over', 0, 300, 410, 410]]);
    // It lasted shorter, and it wasn't one.
    await send([[350, 1]]);
    expect(await alarms()).toEqual([['over', 0, 300, 350, 350]]);
    await send([[200, 1]]);
    expect(await alarms()).toEqual([]);
    expect((await list()).map(({ state, withdrawn_cause }) => [state, withdrawn_cause])).toEqual([['withdrawn', 'readings']]);
  });

  it('of silence with a cool-down are active again under their beginning, and part when something comes late between them', async () => {
    const plant = await testPlant(engine);
    const goOn = awake(plant);
    const { send, alarms, list } = await watched(plant, { ...SILENCE, on_delay_s: 120, cool_down_s: 60 });
    await send([[0, 1]]);
    await goOn(200);
    await send([[210, 1]]);
    await goOn(230);
    expect(await alarms()).toEqual([['over', 0, 120, 210, 210]]);
    await goOn(400);
    expect(await alarms()).toEqual([['active', 0, 120, null, 210]]);
    await send([[450, 1]]);
    expect(await alarms()).toEqual([['over', 0, 120, 450, 240]]);
    expect(await list()).toHaveLength(1);
    // Neither of the first two was one, and the last began later.
    await send([
      [100, 1],
      [290, 1],
    ]);
    expect(await alarms()).toEqual([['over', 290, 410, 450, 160]]);
    await send([[320, 1]]);
    expect(await alarms()).toEqual([['over', 320, 440, 450, 130]]);
  });

  it('of silence wait for a logger that is paused or archived no more', async () => {
    const plant = await testPlant(engine);
    const goOn = awake(plant);
    const { send, alarms } = await watched(plant, { ...SILENCE, on_delay_s: 60 });
    await send([[0, 1]]);
    const logger = () => plant.get<{ rev: number }>(`/dataloggers/${plant.datalogger.id}`);
    const set = async (paused: boolean) => {
      const answer = await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: (await logger()).rev, paused });
      expect(answer.status).toBe(200);
    };
    await goOn(100);
    expect(await alarms()).toEqual([['active', 0, 60, null, 60]]);
    await set(true);
    expect(await alarms()).toEqual([]);
    await goOn(400);
    expect(await alarms()).toEqual([]);
    await set(false);
    await goOn(500);
    expect(await alarms()).toEqual([['active', 400, 460, null, 60]]);
  });

  it('are active until they are acknowledged where they are latched', async () => {
    const plant = await testPlant(engine);
    const { send, list, channel } = await watched(plant, { kind: 'above', high: 8, latch: true });
    await send([
      [0, 9],
      [60, 7],
    ]);
    const [alarm] = await list();
    expect(alarm).toMatchObject({ state: 'active', latch: true });
    const counts = () => plant.get(`/alarms/counts?datalogger_id=${plant.datalogger.id}`);
    const over = async () => (await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}&state=over`)).items.length;
    expect([await counts(), await over()]).toEqual([{ active: 1, pending: 0, waiting: 0 }, 0]);
    expect((await plant.send('POST', `/alarms/${alarm!.id}/acknowledge`, {})).status).toBe(200);
    expect((await list())[0]).toMatchObject({ state: 'over' });
    expect([await counts(), await over()]).toEqual([{ active: 0, pending: 0, waiting: 0 }, 1]);
  });

  it('begin in the hours of their schedule only, and go on outside', async () => {
    const plant = await testPlant(engine);
    const day = new Date(wallOf(plant.deps.clock.now() / 1_000, 'Europe/Prague'));
    const minute = day.getUTCHours() * 60 + day.getUTCMinutes();
    const schedule = { zone: 'Europe/Prague', spans: [{ days: [day.getUTCDay() || 7], from: minute + 60, to: minute + 180 }] };
    const { send, alarms } = await watched(plant, { kind: 'above', high: 8, schedule, on_delay_s: 600 });
    const hour = (hours: number) => hours * 3_600;
    await send([
      [hour(0.5), 9],
      [hour(0.75), 9],
      [hour(1.25), 9],
      [hour(1.5), 9],
      [hour(3.5), 9],
      [hour(4), 7],
      [hour(4.25), 9],
    ]);
    expect(await alarms()).toEqual([['over', hour(1.25), hour(1.5), hour(4), 9]]);
  });

  it('have rules that a value can keep', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const refused = async (over: object) => {
      const body = { channel_id: channel.id, name: 'x', severity: 'info', recipients: [], ...PLAIN, ...over };
      const answer = await plant.send('POST', '/alarm-rules', body);
      const { errors } = (await answer.json()) as { errors?: { path: string }[] };
      return [answer.status, errors?.[0]?.path];
    };
    expect(await refused({ kind: 'rate', high: 5 })).toEqual([422, 'window_s']);
    expect(await refused({ ...RATE, high: null })).toEqual([422, 'high']);
    expect(await refused({ ...RATE, high: -1 })).toEqual([422, 'high']);
    expect(await refused({ ...RATE, low: 1 })).toEqual([422, 'low']);
    expect(await refused({ ...RATE, hysteresis: 10 })).toEqual([422, 'hysteresis']);
    expect(await refused({ kind: 'no_data', on_delay_s: 0 })).toEqual([422, 'on_delay_s']);
    const spans = [{ days: [1], from: 0, to: 60 }];
    expect(await refused({ ...COOL, schedule: { zone: 'Europe/Nowhere', spans } })).toEqual([422, 'schedule.zone']);
    expect(await refused({ ...COOL, schedule: { zone: 'Europe/Prague', spans: [{ days: [8], from: 0, to: 60 }] } })).toEqual([
      422,
      'schedule.spans.0.days.0',
    ]);
    expect(await refused({ ...COOL, sensor_type_id: channel.id })).toEqual([422, 'channel_id']);
    expect(await refused({ ...COOL, channel_id: null })).toEqual([422, 'channel_id']);
    const { rule } = await watched(plant, SILENCE);
    const changed = await plant.send('PATCH', `/alarm-rules/${rule.id}`, { rev: rule.rev, kind: 'above', high: 8 });
    expect(changed.status).toBe(422);
  });
});
