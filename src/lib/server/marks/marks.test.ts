import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../contract/alarms.ts';
import type { Calibration, Curve } from '../../contract/calibrations.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Mark, tryMark } from '../../contract/marks.ts';
import type { Reading, Rollup, Series, Statistics } from '../../contract/readings.ts';
import { conditionOf } from '../../domain/alarms/condition.ts';
import { alarmsOf } from '../../domain/alarms/rule.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { AHEAD, EXCLUDED, LEFT_OUT, type ReceivedReading, SENSOR_ERROR } from '../kernel/reading-store.ts';
import { retention } from '../organizations/retention.ts';
import { applyChange, Keys, lockChannels } from '../readings/apply-change.ts';
import { sealJob } from '../readings/seal.ts';
import type { StoredReading } from '../storage/readings/chunks.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { rollupReader } from '../storage/readings/rollup-reader.ts';
import { bucketStart, foldHour, foldReadings, WIDTH_1H, WIDTH_5M } from '../storage/readings/rollups.ts';
import { verifyRollups } from '../storage/readings/verify-rollups.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeChannel, makeMessage, TEST_NOW } from '../testing/testing.ts';
import { catchUpMarks } from './catch-up.ts';
import { followMarks } from './follow-marks.ts';
import { marksRepo } from './marks.repo.ts';

const S = 1_000_000;
const MINUTE = 60 * S;
const DAY = 86_400 * S;
/** Readings of the properties lie so far apart: chunks end within hours, and rollups hold several. */
const STEP = 2 * MINUTE;
const momentOf = (at: number) => TEST_NOW + at * STEP;

type Wanted = { kind: Mark['kind']; from: number; to: number; value?: number | null; value_to?: number | null; reason?: string };

async function marked(plant: TestPlant, over: Parameters<typeof makeChannel>[2] = {}) {
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
  const numbers = (values: readonly number[], from = TEST_NOW, step = MINUTE) =>
    send(values.map((num, i) => ({ ts: from + i * step, num, text: null })));
  const bodyOf = ({ from, to, value = null, value_to = null, ...rest }: Wanted) => ({
    reason: 'Vytažené čidlo',
    ...rest,
    channel_id: channel.id,
    from: formatInstant(from),
    to: formatInstant(to),
    value,
    value_to,
  });
  const post = (wanted: Wanted) => plant.send('POST', '/marks', bodyOf(wanted));
  const mark = async (wanted: Wanted): Promise<Mark> => {
    const answer = await post(wanted);
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Mark;
  };
  const revoke = async ({ id, rev }: Pick<Mark, 'id' | 'rev'>, revoked = true): Promise<Mark> => {
    const answer = await plant.send('PATCH', `/marks/${id}`, { rev, revoked });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Mark;
  };
  const attempt = async (wanted: Wanted): Promise<ResponseOf<typeof tryMark>> => {
    const { reason: _, ...body } = bodyOf(wanted);
    const answer = await plant.send('POST', '/marks/try', body);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as ResponseOf<typeof tryMark>;
  };
  const window = (from: number, to: number) => `from=${formatInstant(from)}&to=${formatInstant(to)}`;
  const readings = (from = TEST_NOW, to = TEST_NOW + DAY) =>
    plant.get<{ items: Reading[] }>(`/channels/${channel.id}/readings?limit=500&${window(from, to)}`).then(({ items }) => items);
  const rollups = (resolution: '5m' | '1h' = '5m', from = TEST_NOW - DAY, to = TEST_NOW + DAY) =>
    plant
      .get<{ items: Rollup[] }>(`/channels/${channel.id}/rollups?resolution=${resolution}&${window(from, to)}`)
      .then(({ items }) => items);
  const series = (from: number, to: number, width = 500) =>
    plant.get<Series>(`/channels/${channel.id}/series?${window(from, to)}&width=${width}`);
  const statistics = (from: number, to: number) => plant.get<Statistics>(`/channels/${channel.id}/statistics?${window(from, to)}`);
  /** What follows from its readings. */
  const row = () =>
    plant.deps.db.read(plant.organization.id, (db) =>
      db
        .selectFrom('channels')
        .select(['first_ts', 'last_ts', 'last_num', 'last_text', 'left_out_ts', 'excluded_ts', 'mark_rev'])
        .where('id', '=', channel.id)
        .executeTakeFirstOrThrow(),
    );
  return { channel, send, numbers, post, mark, revoke, attempt, readings, rollups, series, statistics, row, window };
}

const problem = async (answer: Response) => (await answer.json()) as { code: string; errors?: { path: string }[]; current?: Mark };

describe.each(ENGINES)('marks on %s', (engine) => {
  it('exclude readings from all that counts, and taken back leave what was', async () => {
    const plant = await testPlant(engine);
    const { numbers, mark, revoke, readings, rollups, series, statistics, row } = await marked(plant);
    await numbers([1, 2, 90, 91, 5, 6]);
    const before = { rollups: await rollups(), hours: await rollups('1h'), row: await row() };
    const out = await mark({ kind: 'exclude', from: TEST_NOW + 2 * MINUTE, to: TEST_NOW + 4 * MINUTE });
    expect(out).toMatchObject({ kind: 'exclude', reason: 'Vytažené čidlo', created_by: plant.owner.name, revoked_at: null, waits: false });
    expect((await readings()).map(({ value, quality }) => [value, quality])).toEqual([
      ...[1, 2].map((value) => [value, 'good']),
      ...[90, 91].map((value) => [value, 'excluded']),
      ...[5, 6].map((value) => [value, 'good']),
    ]);
    expect(await rollups()).toMatchObject([
      { n: 3, sum: 8, max: 5, left_out: 2 },
      { n: 1, sum: 6, left_out: 0 },
    ]);
    const shown = await series(TEST_NOW, TEST_NOW + 10 * MINUTE);
    expect(shown).toMatchObject({ resolution: 'raw', max: [1, 2, 5, 6] });
    expect(shown.left_out).toBeUndefined();
    expect(shown.excluded).toEqual([[TEST_NOW + 2 * MINUTE, TEST_NOW + 3 * MINUTE]]);
    expect(shown.uncorrected).toEqual({ ts: [TEST_NOW + 2 * MINUTE, TEST_NOW + 3 * MINUTE], num: [90, 91] });
    expect(await statistics(TEST_NOW, TEST_NOW + 10 * MINUTE)).toMatchObject({ n: 4, left_out: 2, max: 6 });
    const back = await revoke(out);
    expect(back).toMatchObject({ revoked_by: plant.owner.name, rev: 2 });
    const { mark_rev, ...columns } = await row();
    expect({ rollups: await rollups(), hours: await rollups('1h'), row: { ...columns, mark_rev: null } }).toEqual(before);
    expect(mark_rev).toBe(2);
    expect((await readings()).every(({ quality }) => quality === 'good')).toBe(true);
  });

  it('correct by a constant and by a drift, with what came beside', async () => {
    const plant = await testPlant(engine);
    const { numbers, mark, readings, rollups, series, row } = await marked(plant);
    await numbers([10, 10, 10, 10, 10, 10]);
    await mark({ kind: 'offset', from: TEST_NOW, to: TEST_NOW + MINUTE, value: -2 });
    await mark({ kind: 'drift', from: TEST_NOW + 2 * MINUTE, to: TEST_NOW + 6 * MINUTE, value: 0, value_to: 4 });
    expect((await readings()).map(({ value, raw }) => [value, raw])).toEqual([
      [8, 10],
      [10, undefined],
      [10, undefined],
      [11, 10],
      [12, 10],
      [13, 10],
    ]);
    expect(await rollups()).toMatchObject([
      { n: 5, sum: 51, first: 8, last: 12 },
      { n: 1, sum: 13 },
    ]);
    expect(await series(TEST_NOW, TEST_NOW + 10 * MINUTE)).toMatchObject({
      last: [8, 10, 10, 11, 12, 13],
      uncorrected: { ts: [0, 2, 3, 4, 5].map((at) => TEST_NOW + at * MINUTE), num: [10, 10, 10, 10, 10] },
    });
    expect(await row()).toMatchObject({ last_num: 13 });
  });

  it('hold for what comes later, and for the newest value and its live event', async () => {
    const plant = await testPlant(engine);
    const { numbers, send, mark, revoke, rollups, row } = await marked(plant);
    await numbers([1]);
    const out = await mark({ kind: 'exclude', from: TEST_NOW + MINUTE, to: TEST_NOW + 3 * MINUTE });
    const plus = await mark({ kind: 'offset', from: TEST_NOW + 3 * MINUTE, to: TEST_NOW + 9 * MINUTE, value: 100 });
    expect((await numbers([50], TEST_NOW + MINUTE)).lasts).toEqual([]);
    expect(await row()).toMatchObject({ last_ts: TEST_NOW, last_num: 1, left_out_ts: null, excluded_ts: TEST_NOW + MINUTE });
    const told = await numbers([7], TEST_NOW + 4 * MINUTE);
    expect(told.lasts).toMatchObject([{ ts: TEST_NOW + 4 * MINUTE, num: 107 }]);
    // Late, and said a second time otherwise.
    await numbers([51, 52], TEST_NOW + MINUTE);
    await send([{ ts: TEST_NOW + 4 * MINUTE, num: 8, text: null }]);
    expect(await row()).toMatchObject({ last_ts: TEST_NOW + 4 * MINUTE, last_num: 108 });
    expect(await rollups()).toMatchObject([{ n: 2, sum: 109, left_out: 2 }]);
    await revoke(plus);
    await revoke(out);
    expect(await row()).toMatchObject({ last_num: 8, excluded_ts: null });
    expect(await rollups()).toMatchObject([{ n: 4, sum: 112, left_out: 0 }]);
  });

  it('put the newest value back to the one before, and the one before an exclusion when that becomes an error', async () => {
    const plant = await testPlant(engine);
    const { numbers, send, mark, row } = await marked(plant);
    await numbers([1, 2, 3, 4]);
    await mark({ kind: 'exclude', from: TEST_NOW + 2 * MINUTE, to: TEST_NOW + 3 * MINUTE });
    await mark({ kind: 'exclude', from: TEST_NOW + 3 * MINUTE, to: TEST_NOW + 30 * MINUTE });
    expect(await row()).toMatchObject({ last_ts: TEST_NOW + MINUTE, last_num: 2 });
    await send([{ ts: TEST_NOW + MINUTE, num: null, text: '---', quality: SENSOR_ERROR }]);
    expect(await row()).toMatchObject({ last_ts: TEST_NOW, last_num: 1 });
  });

  it('exclude words too, which have no rollups', async () => {
    const plant = await testPlant(engine);
    const { channel, send, mark, readings, series, rollups, row } = await marked(plant, { kind: 'text' });
    await send(['běží', 'kalibrace', 'stojí'].map((text, i) => ({ ts: TEST_NOW + i * MINUTE, num: null, text })));
    await mark({ kind: 'exclude', from: TEST_NOW + MINUTE, to: TEST_NOW + 2 * MINUTE });
    expect((await readings()).map(({ value, quality }) => [value, quality])).toEqual([
      ['běží', 'good'],
      ['kalibrace', 'excluded'],
      ['stojí', 'good'],
    ]);
    expect((await series(TEST_NOW, TEST_NOW + 10 * MINUTE)).text).toEqual(['běží', 'stojí']);
    expect(await rollups()).toEqual([]);
    await mark({ kind: 'exclude', from: TEST_NOW + 2 * MINUTE, to: TEST_NOW + 9 * MINUTE });
    expect(await row()).toMatchObject({ last_text: 'běží' });
    // Of more words than a chart shows the last one of each bucket.
    await send(Array.from({ length: 30 }, (_, i) => ({ ts: TEST_NOW + (10 + i) * MINUTE, num: null, text: `krok ${i}` })));
    await mark({ kind: 'exclude', from: TEST_NOW + 35 * MINUTE, to: TEST_NOW + 60 * MINUTE });
    expect((await series(TEST_NOW, TEST_NOW + 60 * MINUTE, 4)).text).toEqual(['krok 4', 'krok 19', 'krok 24']);
    expect((await plant.get<{ items: Mark[] }>(`/marks?channels=${channel.id}`)).items).toHaveLength(3);
  });

  it('raise and withdraw alarms, which come back with what was said of them', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, mark, revoke } = await marked(plant);
    const rule = { name: 'Horko', severity: 'critical', recipients: [], kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5 };
    await plant.send('POST', '/alarm-rules', { channel_id: channel.id, ...rule, on_delay_s: 0, off_delay_s: 0 });
    await numbers([7, 9, 7, 5, 5]);
    const alarms = async () =>
      (await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}`)).items.map(({ state, peak, note, withdrawn_cause }) => ({
        ...{ state, peak, note, withdrawn_cause },
      }));
    const [{ id } = { id: '' }] = (await plant.get<{ items: Alarm[] }>('/alarms')).items;
    await plant.send('POST', `/alarms/${id}/acknowledge`, { note: 'Dveře' });
    const first = { state: 'over', peak: 9, note: 'Dveře', withdrawn_cause: null };
    expect(await alarms()).toEqual([first]);
    const out = await mark({ kind: 'exclude', from: TEST_NOW + MINUTE, to: TEST_NOW + 2 * MINUTE });
    expect(await alarms()).toEqual([{ ...first, state: 'withdrawn', withdrawn_cause: 'mark' }]);
    const plus = await mark({ kind: 'offset', from: TEST_NOW + 3 * MINUTE, to: TEST_NOW + 4 * MINUTE, value: 20 });
    expect(await alarms()).toContainEqual({ state: 'over', peak: 25, note: null, withdrawn_cause: null });
    await revoke(plus);
    await revoke(out);
    expect((await alarms()).toSorted((a, b) => a.peak - b.peak)).toEqual([
      first,
      { state: 'withdrawn', peak: 25, note: null, withdrawn_cause: 'mark' },
    ]);
    // Samples of a commit are looked at as they count.
    await mark({ kind: 'offset', from: TEST_NOW + 10 * MINUTE, to: TEST_NOW + 12 * MINUTE, value: 5 });
    await mark({ kind: 'exclude', from: TEST_NOW + 12 * MINUTE, to: TEST_NOW + 14 * MINUTE });
    await numbers([4, 99], TEST_NOW + 11 * MINUTE);
    expect(await alarms()).toContainEqual({ state: 'active', peak: 9, note: null, withdrawn_cause: null });
    expect((await alarms()).map(({ peak }) => peak)).not.toContain(99);
  });

  it('are refused without a reason, with values that their kind lacks, of no time, and over each other', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, post, mark, revoke, row } = await marked(plant);
    await numbers([1, 2, 3]);
    const span = { from: TEST_NOW, to: TEST_NOW + MINUTE };
    const refused = async (wanted: Wanted) => {
      const answer = await post(wanted);
      return [answer.status, (await problem(answer)).errors?.map(({ path }) => path).join()];
    };
    expect(await refused({ kind: 'exclude', ...span, reason: '  ' })).toEqual([422, 'reason']);
    expect(await refused({ kind: 'exclude', ...span, value: 1 })).toEqual([422, 'value']);
    expect(await refused({ kind: 'offset', ...span })).toEqual([422, 'value']);
    expect(await refused({ kind: 'drift', ...span, value: 1 })).toEqual([422, 'value_to']);
    expect(await refused({ kind: 'note', from: TEST_NOW, to: TEST_NOW })).toEqual([422, 'to']);
    const words = await marked(plant, { kind: 'state' });
    const offState = await words.post({ kind: 'offset', ...span, value: 1 });
    expect([offState.status, (await problem(offState)).errors]).toMatchObject([422, [{ path: 'kind' }]]);
    expect((await plant.get<{ items: Mark[] }>('/marks')).items).toEqual([]);
    expect((await row()).mark_rev).toBeNull();

    const first = await mark({ kind: 'exclude', from: TEST_NOW, to: TEST_NOW + 2 * MINUTE });
    const second = await post({ kind: 'offset', from: TEST_NOW + MINUTE, to: TEST_NOW + 9 * MINUTE, value: 1 });
    expect(second.status).toBe(409);
    expect(await problem(second)).toMatchObject({ code: 'conflict', current: { id: first.id, reason: 'Vytažené čidlo' } });
    // Notes may lie over anything, and what only touches has no moment in common.
    const rev = (await row()).mark_rev;
    await mark({ kind: 'note', from: TEST_NOW, to: TEST_NOW + 9 * MINUTE });
    await mark({ kind: 'note', from: TEST_NOW, to: TEST_NOW + 9 * MINUTE });
    expect((await row()).mark_rev).toBe(rev);
    const next = await mark({ kind: 'offset', from: TEST_NOW + 2 * MINUTE, to: TEST_NOW + 3 * MINUTE, value: 1 });
    const gone = await revoke(first);
    const over = await mark({ kind: 'exclude', from: TEST_NOW + MINUTE, to: TEST_NOW + 2 * MINUTE });
    const again = await plant.send('PATCH', `/marks/${first.id}`, { rev: gone.rev, revoked: false });
    expect([again.status, await problem(again)]).toMatchObject([409, { code: 'conflict', current: { id: over.id } }]);
    const stale = await plant.send('PATCH', `/marks/${first.id}`, { rev: 1, revoked: false });
    expect([stale.status, await problem(stale)]).toMatchObject([409, { code: 'stale_rev', current: { id: first.id } }]);
    const list = async (query: string) => (await plant.get<{ items: Mark[] }>(`/marks?${query}`)).items.map(({ id }) => id);
    expect(await list(`datalogger_id=${plant.datalogger.id}`)).toHaveLength(4);
    expect(await list(`datalogger_id=${plant.datalogger.id}&revoked=1`)).toHaveLength(5);
    expect(await list(`channels=${channel.id}&from=${formatInstant(TEST_NOW + 2 * MINUTE)}`)).toContain(next.id);
    expect(await list(`channels=${channel.id}&from=${formatInstant(TEST_NOW + 2 * MINUTE)}`)).not.toContain(over.id);
    expect(await list(`channels=${channel.id}&to=${formatInstant(TEST_NOW + 2 * MINUTE)}`)).not.toContain(next.id);
  });

  it('made twice under one id are one, and only those who may write make them', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, row } = await marked(plant);
    await numbers([1, 2, 3]);
    const id = plant.deps.ids.uuid();
    const body = {
      ...{ id, channel_id: channel.id, kind: 'exclude', value: null, value_to: null, reason: 'Čištění' },
      ...{ from: formatInstant(TEST_NOW), to: formatInstant(TEST_NOW + MINUTE) },
    };
    const statuses: number[] = [];
    for (const one of [body, body, { ...body, reason: 'Jiný' }]) statuses.push((await plant.send('POST', '/marks', one)).status);
    expect(statuses).toEqual([201, 201, 409]);
    expect((await row()).mark_rev).toBe(1);
    const reader = await plant.member('operator', plant.workspace.id);
    const other = { ...body, id: plant.deps.ids.uuid(), kind: 'note' };
    expect((await plant.send('POST', '/marks', other, reader)).status).toBe(403);
    expect((await plant.app.request(`${plant.root}/marks/${id}`, { headers: reader })).status).toBe(200);
    expect((await plant.send('PATCH', `/marks/${id}`, { rev: 1, revoked: true }, reader)).status).toBe(403);
  });

  it('are tried before they are made', async () => {
    const plant = await testPlant(engine);
    const { numbers, mark, attempt, row } = await marked(plant);
    await numbers([10, 20, 30, 40]);
    const span = { from: TEST_NOW + MINUTE, to: TEST_NOW + 3 * MINUTE };
    const before = { n: 2, min: 20, max: 30, mean: 25 };
    expect(await attempt({ kind: 'exclude', ...span })).toEqual({
      ...{ readings: 2, before, other: null, shortened: false, settled_to: null },
      after: { n: 0, min: null, max: null, mean: null },
    });
    expect(await attempt({ kind: 'drift', ...span, value: 0, value_to: 10 })).toMatchObject({
      before,
      after: { n: 2, min: 20, max: 35, mean: 27.5 },
    });
    expect((await row()).mark_rev).toBeNull();
    const there = await mark({ kind: 'offset', ...span, value: 1 });
    expect(await attempt({ kind: 'offset', ...span, value: 3 })).toMatchObject({
      before: { mean: 26 },
      after: { mean: 28 },
      other: { id: there.id },
    });
  });

  it('change what a recording judges and signs, and taken back leave its first hash', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, mark, revoke } = await marked(plant);
    const from = TEST_NOW - 60 * MINUTE;
    await numbers(
      Array.from({ length: 50 }, (_, i) => (i === 20 ? 30 : 4)),
      from,
    );
    const limits = { low: 2, high: 8, allowed_above_s: 0, allowed_below_s: 0, coverage: 0.5, kinetic_high: null };
    const times = { from: formatInstant(from), to: formatInstant(from + 50 * MINUTE) };
    const body = { name: 'Noc', purpose: 'monitoring', channels: [{ channel_id: channel.id, limits }], ...times };
    const { id } = (await (await plant.send('POST', '/recordings', body)).json()) as { id: string };
    const seen = async () => {
      const { verdict, hash } = await plant.get<{ verdict: string | null; hash: string | null }>(`/recordings/${id}/evaluation`);
      return { verdict, hash };
    };
    const first = await seen();
    expect(first.verdict).toBe('failed');
    const out = await mark({ kind: 'exclude', from: from + 20 * MINUTE, to: from + 21 * MINUTE });
    const second = await seen();
    expect(second.verdict).toBe('passed');
    expect(second.hash).not.toBe(first.hash);
    await revoke(out);
    expect(await seen()).toEqual(first);
  });

  it('cost a channel without marks no query', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, window, mark } = await marked(plant);
    const other = await marked(plant);
    await numbers([1, 2, 3]);
    const path = `/channels/${channel.id}/series?${window(TEST_NOW, TEST_NOW + 10 * MINUTE)}&width=500`;
    const asked = () => queriesOf(plant.deps.db, () => plant.get(path));
    await other.mark({ kind: 'exclude', from: TEST_NOW, to: TEST_NOW + MINUTE });
    const without = await asked();
    await mark({ kind: 'exclude', from: TEST_NOW, to: TEST_NOW + MINUTE });
    expect(await asked()).toBe(without + 1);
  });

  it('over more readings than one transaction folds are caught up with', async () => {
    const plant = await testPlant(engine);
    const { channel, numbers, mark, revoke, rollups } = await marked(plant);
    const from = TEST_NOW - 20 * 3_600 * S;
    await numbers(
      Array.from({ length: 1_200 }, (_, i) => i % 7),
      from,
    );
    await sealJob({ pause: () => Promise.resolve(), restUs: 0 }).run(plant.deps);
    const untouched = await rollups('1h');
    const out = await mark({ kind: 'offset', from, to: TEST_NOW, value: 3 });
    const whole = await rollups('1h');
    expect(whole).not.toEqual(untouched);
    const place = { organizationId: plant.organization.id, organizationNo: plant.organization.no };
    // The same again, an hour at a time.
    await revoke(out);
    await plant.deps.db.write(plant.organization.id, async (db) => {
      const repo = marksRepo({ db, organization_id: plant.organization.id });
      await repo.hold(channel.id);
      await repo.update(out.id, 2, { revoked_at: null, revoked_by: null }, { at: TEST_NOW, by: null });
      const row = (await repo.channel(channel.id))!;
      await followMarks(db, place, row, { from, to: TEST_NOW }, { now: TEST_NOW, uuid: plant.deps.ids.uuid, most: 60 });
    });
    expect((await plant.get<Mark>(`/marks/${out.id}`)).waits).toBe(true);
    const between = await rollups('1h');
    expect(between[0]).toEqual(whole[0]);
    expect(between.at(-1)).toEqual(untouched.at(-1));
    expect((await verifyRollups(plant.deps.db)).differences).toEqual([]);
    await catchUpMarks.run(plant.deps);
    expect((await plant.get<Mark>(`/marks/${out.id}`)).waits).toBe(false);
    expect(await rollups('1h')).toEqual(whole);
    expect((await verifyRollups(plant.deps.db)).differences).toEqual([]);
  });

  it('leave summaries as they are whose readings are deleted', async () => {
    const plant = await testPlant(engine);
    const { numbers, post, mark, rollups } = await marked(plant);
    const from = TEST_NOW - 5 * DAY;
    await numbers(Array(10 * 60).fill(4), from);
    const before = await rollups('1h', from - DAY);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('organizations').set({ keep_readings_days: 4 }).where('id', '=', plant.organization.id).execute(),
    );
    await retention.run({ ...plant.deps, clock: { now: () => from + 4 * DAY + 2.5 * 3_600 * S } });
    const prunedTo = bucketStart(from + 2.5 * 3_600 * S, WIDTH_1H);
    const out = await mark({ kind: 'exclude', from, to: from + 4 * 3_600 * S });
    expect(out.settled_to).toBe(formatInstant(prunedTo));
    const after = await rollups('1h', from - DAY);
    const isOld = ({ ts }: Rollup) => Date.parse(ts) * 1_000 < prunedTo;
    expect(after.filter(isOld)).toEqual(before.filter(isOld));
    // An hour of which nothing counts isn't listed.
    expect(before.filter((one) => !isOld(one)).length - after.filter((one) => !isOld(one)).length).toBe(2);
    expect((await verifyRollups(plant.deps.db)).differences).toEqual([]);
    expect((await post({ kind: 'exclude', from: from - DAY, to: from + MINUTE })).status).toBe(422);
  });
});

// ---- whatever comes, is changed, sealed, marked and taken back, in any order ----

const slot = fc.nat({ max: 80 });
const said = fc.record({
  at: slot,
  value: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }).map((n) => n + 0.1) },
    { weight: 1, arbitrary: fc.constant('---') },
  ),
});
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), said: fc.array(said, { minLength: 1, maxLength: 12 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which: fc.nat({ max: 9 }),
      gone: fc.boolean(),
      said: fc.array(said, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('seal' as const), to: slot, most: fc.integer({ min: 2, max: 7 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      kind: fc.constantFrom('exclude' as const, 'offset' as const, 'drift' as const, 'note' as const),
      from: slot,
      length: fc.integer({ min: 1, max: 40 }),
      value: fc.integer({ min: -6, max: 6 }).map((n) => n / 3),
      value_to: fc.integer({ min: -6, max: 6 }).map((n) => n / 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('calibrate' as const),
      from: slot,
      curve: fc.oneof(
        fc.constant<Curve>({ kind: 'none' }),
        fc.integer({ min: -6, max: 6 }).map((n): Curve => ({ kind: 'offset', offset: n / 3 })),
        fc.record({ kind: fc.constant('linear' as const), gain: fc.constantFrom(0.5, 1.25, 2), offset: fc.integer({ min: -3, max: 3 }) }),
        fc
          .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -2, max: 14 })), {
            minLength: 2,
            maxLength: 5,
            selector: ([measured]) => measured,
          })
          .map((points): Curve => ({ kind: 'points', points })),
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('turn' as const), which: fc.nat({ max: 9 }) }) },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;
const FIRST: Command[] = [
  { do: 'send', said: Array.from({ length: 70 }, (_, i) => ({ at: i, value: (i % 11) + 0.1 })) },
  { do: 'seal', to: 60, most: 5 },
  { do: 'mark', kind: 'offset', from: 12, length: 20, value: 2, value_to: 0 },
  { do: 'mark', kind: 'exclude', from: 30, length: 3, value: 0, value_to: 0 },
  { do: 'calibrate', from: 20, curve: { kind: 'linear', gain: 1.25, offset: -1 } },
];
const RULE = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 180, off_delay_s: 0 } as const;

interface Held {
  kind: Mark['kind'];
  from: number;
  to: number;
  value: number | null;
  value_to: number | null;
}

/** A calibration that holds from a moment until the next one. */
interface Calibrated {
  from: number;
  curve: Curve;
}

/** What the calibration of the moment makes of a reading; written apart from the code that it checks. */
function calibrated(reading: StoredReading, all: readonly Calibrated[]): StoredReading {
  const one = all.filter(({ from }) => from <= reading.ts).reduce<Calibrated | null>((a, b) => (a && a.from > b.from ? a : b), null);
  if (one === null || reading.num === null) return reading;
  const { curve } = one;
  const x = reading.num;
  if (curve.kind === 'offset') return { ...reading, num: x + curve.offset };
  if (curve.kind === 'linear') return { ...reading, num: x * curve.gain + curve.offset };
  if (curve.kind === 'none') return reading;
  const points = curve.points.toSorted((a, b) => a[0] - b[0]);
  const after = points.findIndex(([measured]) => measured > x);
  const right = after === -1 ? points.length - 1 : Math.max(1, after);
  const [[x0, y0], [x1, y1]] = [points[right - 1]!, points[right]!];
  const [base, from] = x >= x1 ? [y1, x1] : [y0, x0];
  return { ...reading, num: base + ((x - from) / (x1 - x0)) * (y1 - y0) };
}

/** What counts of a reading by the marks that hold; written apart from the code that it checks. */
function counts(reading: StoredReading, marks: readonly Held[]): StoredReading {
  const mark = marks.find(({ kind, from, to }) => kind !== 'note' && reading.ts >= from && reading.ts < to);
  if (!mark) return reading;
  if (mark.kind === 'exclude') return { ...reading, quality: reading.quality | EXCLUDED };
  if (reading.num === null) return reading;
  if (mark.kind === 'offset') return { ...reading, num: reading.num + mark.value! };
  const share = (reading.ts - mark.from) / (mark.to - mark.from);
  return { ...reading, num: reading.num + (mark.value! * (1 - share) + mark.value_to! * share) };
}

/** All that follows from readings, worked out from nothing. */
function model(raw: readonly StoredReading[], marks: readonly Held[], calibrations: readonly Calibrated[], since: number) {
  const all = raw.map((reading) => counts(calibrated(reading, calibrations), marks));
  const fives = [...Map.groupBy(all, ({ ts }) => bucketStart(ts, WIDTH_5M))].flatMap(([start, own]) => foldReadings(start, own) ?? []);
  const hours = [...Map.groupBy(fives, ({ ts }) => bucketStart(ts, WIDTH_1H))].map(([start, own]) => foldHour(start, own)!);
  const last = all.findLast(({ quality }) => (quality & (AHEAD | LEFT_OUT)) === 0);
  const version = { version: 1, validFrom: since, condition: conditionOf(RULE), delays: { onDelay: 180 * S, offDelay: 0 } };
  const samples = all.filter(({ num, quality }) => num !== null && (quality & LEFT_OUT) === 0).map(({ ts, num }) => ({ ts, value: num! }));
  const alarms = alarmsOf([version], samples).map(({ since: at, activeAt, overAt, peak }) => ({ since: at, activeAt, overAt, peak }));
  return { fives, hours, last: { ts: last?.ts ?? null, num: last?.num ?? null }, alarms };
}

describe.each(ENGINES)('marks, calibrations and readings in any order on %s', (engine) => {
  it('come to what the readings, the calibrations and the marks that hold say, and all taken back to what was never touched', {
    timeout: 300_000,
  }, async () => {
    const plant = await testPlant(engine);
    const { deps, organization } = plant;
    const place = { organizationId: organization.id, organizationNo: organization.no };
    let [made, refused, chunks] = [0, 0, 0];
    const rule = async (channel_id: string) => {
      const answer = await plant.send('POST', '/alarm-rules', { channel_id, name: 'Horko', severity: 'info', recipients: [], ...RULE });
      expect(answer.status).toBe(201);
    };
    const state = (channelId: string, no: number) =>
      deps.db.read(organization.id, async (db) => {
        const rollups = rollupReader({ db, organization_no: organization.no });
        const row = await db.selectFrom('channels').select(['last_ts', 'last_num']).where('id', '=', channelId).executeTakeFirstOrThrow();
        const alarms = await db
          .selectFrom('alarms')
          .select(['since', 'active_at as activeAt', 'over_at as overAt', 'peak'])
          .where('channel_id', '=', channelId)
          .where('withdrawn_at', 'is', null)
          .orderBy('since')
          .execute();
        return {
          fives: await rollups.range('5m', no),
          hours: await rollups.range('1h', no),
          last: { ts: row.last_ts, num: row.last_num },
          alarms,
        };
      });
    const rawOf = (no: number) => deps.db.read(organization.id, (db) => readingReader({ db, organization_no: organization.no }).range(no));
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 16 }), async (rest) => {
        const one = await marked(plant);
        const twin = await marked(plant);
        await rule(one.channel.id);
        await rule(twin.channel.id);
        const marks: { mark: Mark; held: Held }[] = [];
        const calibrations: { row: Calibration; held: Calibrated }[] = [];
        const calibrating = () => calibrations.filter(({ row }) => row.revoked_at === null).map(({ held }) => held);
        const holding = () => marks.filter(({ mark }) => mark.revoked_at === null).map(({ held }) => held);
        for (const step of [...FIRST, ...rest]) {
          if (step.do === 'send' || step.do === 'change') {
            const readings = step.said.map(({ at, value }) => ({
              ts: momentOf(at),
              num: typeof value === 'number' ? value : null,
              text: typeof value === 'number' ? null : value,
              quality: typeof value === 'number' ? 0 : SENSOR_ERROR,
            }));
            for (const { channel, send } of [one, twin]) {
              if (step.do === 'send') await send(readings);
              else
                await deps.db.write(organization.id, async (db) => {
                  const statements = readings.map(({ ts, ...value }) => ({
                    src: 2e9 + step.which,
                    channelNo: channel.no,
                    ts,
                    said: step.gone ? null : value,
                  }));
                  await lockChannels(db, place, [channel.no]);
                  const keys = await Keys.load(db, organization.no, statements);
                  for (const statement of statements) keys.say(statement, () => undefined);
                  await applyChange(db, place, keys, { now: deps.clock.now(), uuid: deps.ids.uuid, cause: 'reread' });
                });
            }
          } else if (step.do === 'seal') {
            const sizes = { most: step.most, atEnd: 2, between: 1 };
            await sealJob({ pause: () => Promise.resolve(), restUs: deps.clock.now() - momentOf(step.to), sizes }).run(deps);
          } else if (step.do === 'mark') {
            const adds = step.kind === 'offset' || step.kind === 'drift';
            const held: Held = {
              kind: step.kind,
              from: momentOf(step.from) - MINUTE,
              to: momentOf(step.from + step.length) - MINUTE,
              value: adds ? step.value : null,
              value_to: step.kind === 'drift' ? step.value_to : null,
            };
            const meets = holding().some(({ kind, from, to }) => kind !== 'note' && from < held.to && held.from < to);
            const answer = await one.post(held);
            expect(answer.status).toBe(step.kind !== 'note' && meets ? 409 : 201);
            if (answer.status === 201) marks.push({ mark: (await answer.json()) as Mark, held });
            if (answer.status === 201) made += 1;
            else refused += 1;
          } else if (step.do === 'calibrate') {
            const held = { from: momentOf(step.from) - MINUTE, curve: step.curve };
            const meets = calibrating().some(({ from }) => from === held.from);
            const body = { channel_id: one.channel.id, from: formatInstant(held.from), curve: step.curve, laboratory: 'ČMI' };
            const answer = await plant.send('POST', '/calibrations', body);
            expect(answer.status).toBe(meets ? 409 : 201);
            if (!meets) calibrations.push({ row: (await answer.json()) as Calibration, held });
          } else if (calibrations.length > 0 && step.which % 2 === 0) {
            const entry = calibrations[step.which % calibrations.length]!;
            const revoked = entry.row.revoked_at === null;
            const meets = !revoked && calibrating().some(({ from }) => from === entry.held.from);
            const answer = await plant.send('PATCH', `/calibrations/${entry.row.id}`, { rev: entry.row.rev, revoked });
            expect(answer.status).toBe(meets ? 409 : 200);
            if (!meets) entry.row = (await answer.json()) as Calibration;
          } else if (marks.length > 0) {
            const entry = marks[step.which % marks.length]!;
            const revoked = entry.mark.revoked_at === null;
            const meets =
              !revoked &&
              entry.held.kind !== 'note' &&
              holding().some(({ kind, from, to }) => kind !== 'note' && from < entry.held.to && entry.held.from < to);
            const answer = await plant.send('PATCH', `/marks/${entry.mark.id}`, { rev: entry.mark.rev, revoked });
            expect(answer.status).toBe(meets ? 409 : 200);
            if (!meets) entry.mark = (await answer.json()) as Mark;
          }
          expect(await state(one.channel.id, one.channel.no)).toEqual(
            model(await rawOf(one.channel.no), holding(), calibrating(), TEST_NOW),
          );
        }
        for (const entry of marks) if (entry.mark.revoked_at === null) await one.revoke(entry.mark);
        for (const { row } of calibrations)
          if (row.revoked_at === null)
            expect((await plant.send('PATCH', `/calibrations/${row.id}`, { rev: row.rev, revoked: true })).status).toBe(200);
        expect(await state(one.channel.id, one.channel.no)).toEqual(await state(twin.channel.id, twin.channel.no));
        chunks += await deps.db.read(organization.id, async (db) => {
          const rows = await db.selectFrom('rollup_blocks').select('id').where('org_no', '=', organization.no).execute();
          return rows.length;
        });
        expect((await verifyRollups(deps.db)).differences.filter(({ organizationNo }) => organizationNo === organization.no)).toEqual([]);
      }),
      { numRuns: Number(process.env.MARK_RUNS ?? (engine === 'sqlite' ? 25 : 6)), endOnFailure: true },
    );
    expect(made).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(0);
    expect(chunks).toBeGreaterThan(5);
  });
});
