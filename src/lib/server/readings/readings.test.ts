import { describe, expect, it } from 'vitest';
import { LONGEST_PICTURE_MS, MOST_PICTURES, type Reading, type Rollup, type Series, WIDEST_PICTURES } from '../../contract/readings.ts';
import type { SensorType } from '../../contract/sensor-types.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { AHEAD, EXCLUDED, SENSOR_ERROR } from '../kernel/reading-store.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, makeChannel, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A channel with numbers at `from + i * step`. */
async function channelWith(
  plant: TestPlant,
  numbers: number[],
  { from = TEST_NOW - 400 * 24 * HOUR, step = MINUTE, ahead = (_: number): boolean => false } = {},
) {
  const channel = await makeChannel(plant.deps, plant.datalogger);
  const readings = numbers.map((num, i) => ({
    channelNo: channel.no,
    ts: from + i * step,
    num,
    text: null,
    quality: ahead(i) ? AHEAD : 0,
  }));
  await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
  return { id: channel.id, from, to: from + numbers.length * step };
}
const seriesOf = (plant: TestPlant, { id, from, to }: { id: string; from: number; to: number }, width: number) =>
  plant.get<Series>(`/channels/${id}/series?from=${formatInstant(from)}&to=${formatInstant(to)}&width=${width}`);
const wave = (count: number, peakAt: number) =>
  Array.from({ length: count }, (_, i) => (i === peakAt ? 999 : i === peakAt + 1 ? -999 : Math.round(Math.sin(i / 300) * 1000) / 100));
const statusOf = async (plant: TestPlant, path: string, headers = plant.headers) => {
  const answer = await plant.app.request(plant.root + path, { headers });
  return answer.status;
};

/** A type of temperatures. */
const typeOf = async (plant: TestPlant, range: Pick<SensorType, 'range_min' | 'range_max'>) => {
  const words = { cs: 'Pec', en: 'Oven', sk: 'Pec' };
  const look = { display_unit: 'Cel', decimals: 1, color: null, state_words: null };
  const body = { names: words, quantity: 'temperature', kind: 'gauge', mean: 'time_weighted', ...look, ...range };
  return (await (await plant.send('POST', '/sensor-types', body)).json()) as SensorType;
};
const typed = (plant: TestPlant, id: string, columns: { sensor_type_id?: string; unit?: string }) =>
  plant.deps.db.write(plant.organization.id, (db) => db.updateTable('channels').set(columns).where('id', '=', id).execute());

describe.each(ENGINES)('readings on %s', (engine: Engine) => {
  it('tell the days on which their logger measured something, by the clock of its workspace, and how much of each', async () => {
    const plant = await testPlant(engine);
    const hour = (text: string) => Date.parse(text) * 1_000;
    await channelWith(plant, Array(25).fill(1), { from: hour('2026-10-24T22:30:00Z'), step: HOUR });
    await channelWith(plant, [1, 1], { from: hour('2026-10-25T22:10:00Z'), step: 2 * HOUR });
    const days = (from: string, to: string) =>
      plant.get<{ items: unknown[] }>(`/dataloggers/${plant.datalogger.id}/days?from=${from}&to=${to}`).then(({ items }) => items);
    // In Prague the clock goes back on that Sunday, which has 25 hours.
    expect(await days('2026-10-20', '2026-10-31')).toEqual([
      { day: '2026-10-25', hours: 25, of: 25 },
      { day: '2026-10-26', hours: 1, of: 24 },
    ]);
    expect(await days('2026-10-26', '2026-10-26')).toEqual([{ day: '2026-10-26', hours: 1, of: 24 }]);
    expect(await days('2026-10-27', '2026-10-27')).toEqual([]);
    const path = `/dataloggers/${plant.datalogger.id}/days`;
    for (const query of ['from=2026-02-30&to=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=2026-01-01&to=2027-03-01'])
      expect(await statusOf(plant, `${path}?${query}`), query).toBe(422);
  });

  it('are listed page by page in either direction, each once', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, [1, 2, 3, 4, 5]);
    for (const [order, expected] of [
      ['asc', [1, 2, 3, 4, 5]],
      ['desc', [5, 4, 3, 2, 1]],
    ] as const) {
      const values: unknown[] = [];
      let cursor: string | null = '';
      let pages = 0;
      while (cursor !== null) {
        const page: { items: Reading[]; next_cursor: string | null } = await plant.get(
          `/channels/${channel.id}/readings?limit=2&order=${order}${cursor && `&cursor=${cursor}`}`,
        );
        values.push(...page.items.map(({ value }) => value));
        cursor = page.next_cursor;
        pages += 1;
      }
      expect(values).toEqual(expected);
      expect(pages).toBe(3);
    }
  });

  it('are cut by from ≤ ts < to', async () => {
    const plant = await testPlant(engine);
    const { id, from } = await channelWith(plant, [1, 2, 3, 4]);
    const { items } = await plant.get<{ items: Reading[] }>(
      `/channels/${id}/readings?from=${formatInstant(from + MINUTE)}&to=${(from + 3 * MINUTE) / 1000}`,
    );
    expect(items).toEqual([
      { ts: formatInstant(from + MINUTE), value: 2, quality: 'good' },
      { ts: formatInstant(from + 2 * MINUTE), value: 3, quality: 'good' },
    ]);
  });

  it('refuse windows and cursors that make no sense', async () => {
    const plant = await testPlant(engine);
    const { id } = await channelWith(plant, [1]);
    for (const query of [
      'from=2026-13-01T00:00:00Z',
      'from=2&to=1',
      'from=x',
      'cursor=x',
      'cursor=W10',
      'cursor=WyJhIiwwXQ',
      'limit=0',
      'order=up',
    ])
      expect([query, await statusOf(plant, `/channels/${id}/readings?${query}`)]).toEqual([query, 422]);
    for (const query of ['', 'from=1&to=2', 'from=1&to=2&width=0', 'from=1&to=2&width=99999', 'from=2&to=2&width=10'])
      expect([query, await statusOf(plant, `/channels/${id}/series?${query}`)]).toEqual([query, 422]);
  });

  it('have rollups that are listed as stored', async () => {
    const plant = await testPlant(engine);
    const from = TEST_NOW - 24 * HOUR;
    const { id } = await channelWith(plant, [3, 1, 2, 4], { from, step: 2 * MINUTE });
    const list = async (resolution: string) =>
      (await plant.get<{ items: Rollup[] }>(`/channels/${id}/rollups?resolution=${resolution}&from=${from / 1000}&to=${TEST_NOW / 1000}`))
        .items;
    expect(await list('5m')).toEqual([
      { ts: formatInstant(from), n: 3, sum: 6, min: 1, max: 3, first: 3, last: 2, increase: 2, left_out: 0 },
      { ts: formatInstant(from + 5 * MINUTE), n: 1, sum: 4, min: 4, max: 4, first: 4, last: 4, increase: 0, left_out: 0 },
    ]);
    expect(await list('1h')).toEqual([
      { ts: formatInstant(from), n: 4, sum: 10, min: 1, max: 4, first: 3, last: 4, increase: 1 + 1 + 2, left_out: 0 },
    ]);
  });

  it('are seen only by members of their workspace', async () => {
    const plant = await testPlant(engine);
    const { id } = await channelWith(plant, [1]);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const stranger = await plant.member('viewer', elsewhere.id);
    const viewer = await plant.member('viewer', plant.workspace.id);
    for (const path of ['readings', 'series?from=1&to=2&width=10', 'rollups?resolution=5m&from=1&to=2']) {
      expect(await statusOf(plant, `/channels/${id}/${path}`, stranger)).toBe(404);
      expect(await statusOf(plant, `/channels/${id}/${path}`, viewer)).toBe(200);
    }
  });
});

describe.each(ENGINES)('the series of many channels on %s', (engine) => {
  it('are what each of them alone is, for those that the reader sees; the others are left out', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const air = await channelWith(plant, [1, 2, 3]);
    const core = await channelWith(plant, [7, 8]);
    const other = await makeChannel(plant.deps, await makeDatalogger(plant.deps, elsewhere));
    const foreign = (await testPlant(engine)).datalogger.id;
    const window = `from=${formatInstant(air.from)}&to=${formatInstant(air.to)}&width=108`;
    const ids = [air.id, other.id, core.id, foreign, air.id];
    const asked = async (headers: Record<string, string>) => {
      const answer = await plant.app.request(`${plant.root}/series?channels=${ids.join(',')}&${window}`, { headers });
      return ((await answer.json()) as { items: { channel_id: string; series: Series }[] }).items;
    };
    const alone = async (id: string) => ({ channel_id: id, series: await plant.get<Series>(`/channels/${id}/series?${window}`) });
    expect(await asked(plant.headers)).toEqual([await alone(air.id), await alone(other.id), await alone(core.id)]);
    expect(await asked(await plant.member('viewer', plant.workspace.id))).toEqual([await alone(air.id), await alone(core.id)]);
    expect(await asked(await plant.member('viewer', elsewhere.id))).toEqual([await alone(other.id)]);
  });

  it('are few, of about a year and together no wider than one may be', async () => {
    const plant = await testPlant(engine);
    const { id, from } = await channelWith(plant, [1]);
    const other = await channelWith(plant, [1]);
    const until = (days: number) => `from=${formatInstant(from)}&to=${formatInstant(from + days * 24 * HOUR)}`;
    const statusFor = (channels: string, query: string) => statusOf(plant, `/series?channels=${channels}&${query}`);
    const many = (count: number) => Array(count).fill(id).join(',');
    const most = LONGEST_PICTURE_MS / 86_400_000;
    expect(await statusFor(many(MOST_PICTURES), `${until(most)}&width=400`)).toBe(200);
    expect(await statusFor(many(MOST_PICTURES + 1), `${until(most)}&width=400`)).toBe(422);
    expect(await statusFor(id, `${until(most + 1)}&width=400`)).toBe(422);
    expect(await statusFor(`${id},${other.id}`, `${until(7)}&width=${WIDEST_PICTURES / 2}`)).toBe(200);
    expect(await statusFor(`${id},${other.id}`, `${until(7)}&width=${WIDEST_PICTURES / 2 + 1}`)).toBe(422);
    expect(await statusFor(id, `${until(7)}&width=${WIDEST_PICTURES + 1}`)).toBe(422);
    expect(await statusFor(`${id},x`, `${until(7)}&width=100`)).toBe(422);
  });
});

describe.each(ENGINES)('a series on %s', (engine) => {
  it('shows few readings as they are', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, [1, 0.1, 21.07]);
    const series = await seriesOf(plant, channel, 100);
    expect(series).toMatchObject({ resolution: 'raw', bucket_us: null, n: [1, 1, 1] });
    expect(series.ts).toEqual([channel.from, channel.from + MINUTE, channel.from + 2 * MINUTE]);
    for (const column of [series.min, series.max, series.first, series.last]) expect(column).toEqual([1, 0.1, 21.07]);
  });

  it('shows a few readings scattered over a year as they are', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, [1, 2, 3], { step: 100 * 24 * HOUR });
    expect(await seriesOf(plant, { ...channel, to: channel.from + 365 * 24 * HOUR }, 1_000)).toMatchObject({
      resolution: 'raw',
      first: [1, 2, 3],
    });
  });

  it.each([
    ['5m', 4 * 24 * 60, 300],
    ['1h', 30 * 24 * 60, 100],
  ] as const)('takes rollups of %s for many, and keeps the peaks', async (resolution, count, width) => {
    const plant = await testPlant(engine);
    const numbers = wave(count, Math.floor(count / 3));
    const channel = await channelWith(plant, numbers);
    const series = await seriesOf(plant, channel, width);
    expect(series.resolution).toBe(resolution);
    expect(series.ts.length).toBeLessThanOrEqual(width);
    expect(series.ts.length).toBeGreaterThan(width / 2);
    expect(Math.max(...(series.max as number[]))).toBe(999);
    expect(Math.min(...(series.min as number[]))).toBe(-999);
    expect(series.n.reduce((a, b) => a + b, 0)).toBe(count);
    expect(series.first[0]).toBe(numbers[0]);
    expect(series.last.at(-1)).toBe(numbers.at(-1));
    expect(series.bucket_us! % (resolution === '5m' ? 5 * MINUTE : HOUR)).toBe(0);
  });

  it('fills the buckets at both ends of the window whole, so that a peak in them is shown', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, wave(4 * 24 * 60, 24 * 60), { from: TEST_NOW - 96 * HOUR });
    const window = { id: channel.id, from: TEST_NOW - 72 * HOUR + 7 * MINUTE, to: TEST_NOW - 7 * MINUTE };
    const series = await seriesOf(plant, window, 100);
    const bucket = series.bucket_us!;
    const start = Math.floor(window.from / bucket) * bucket;
    expect([series.ts[0], series.max[0]]).toEqual([start, 999]);
    expect(series.n[0]).toBe(bucket / MINUTE);
    expect(series.n.at(-1)).toBe((Math.min(TEST_NOW, Math.ceil(window.to / bucket) * bucket) - series.ts.at(-1)!) / MINUTE);
  });

  it('buckets the readings themselves where five minutes are too coarse', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, wave(1_800, 700), { step: SECOND });
    const series = await seriesOf(plant, channel, 500);
    expect(series.resolution).toBe('raw');
    expect(series.bucket_us).toBeGreaterThanOrEqual(3_600_000);
    expect(series.ts.length).toBeGreaterThan(400);
    expect(series.ts.length).toBeLessThanOrEqual(500);
    expect(Math.max(...(series.max as number[]))).toBe(999);
    expect(series.n.reduce((a, b) => a + b, 0)).toBe(1_800);
  });

  it('draws a peak by its band and not by its line, and says when the readings around the window came', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(
      plant,
      Array.from({ length: 4 * 24 * 60 }, (_, n) => (n === 1_000 ? 999 : 23)),
    );
    const series = await seriesOf(plant, channel, 300);
    const at = series.max.indexOf(999);
    expect(series.min[at]).toBe(23);
    expect(series.mean![at]).toBeCloseTo((23 * (series.n[at]! - 1) + 999) / series.n[at]!, 0);
    expect([series.before, series.after]).toEqual([null, null]);
    const inside = await seriesOf(plant, { id: channel.id, from: channel.from + HOUR + 1, to: channel.from + 2 * HOUR }, 300);
    expect([inside.before, inside.after]).toEqual([channel.from + HOUR, channel.from + 2 * HOUR]);
  });

  it('shows a narrow window of dense readings as they are', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, wave(6_000, 10), { step: SECOND / 20 });
    const series = await seriesOf(plant, { ...channel, from: channel.from + 10 * SECOND, to: channel.from + 12 * SECOND }, 100);
    expect(series).toMatchObject({ resolution: 'raw', bucket_us: null });
    expect(series.ts).toHaveLength(40);
  });

  it('shows words of a text channel and numbers of a state', async () => {
    const plant = await testPlant(engine);
    await plant.post([
      { ts: TEST_NOW / 1000 - 2, values: { mode: 'eco', door: false } },
      { ts: TEST_NOW / 1000 - 1, values: { mode: 'max', door: true } },
    ]);
    const { items } = await plant.get<{ items: { id: string; key: string }[] }>(`/channels?datalogger_id=${plant.datalogger.id}`);
    const of = (key: string) =>
      seriesOf(plant, { id: items.find((item) => item.key === key)!.id, from: TEST_NOW - SECOND, to: TEST_NOW }, 100);
    expect(await of('mode')).toMatchObject({ resolution: 'raw', text: ['eco', 'max'], min: [null, null], n: [1, 1] });
    const door = await of('door');
    expect(door).toMatchObject({ min: [0, 1], last: [0, 1] });
    expect(door.text).toBeUndefined();
  });

  it('shows of too many words the last of each bucket, up to the end of the window', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger, { kind: 'text' });
    const from = TEST_NOW - 10 * 24 * HOUR;
    const count = 3_000;
    const pause = (i: number) => i >= 1_000 && i < 1_500;
    const readings = Array.from({ length: count }, (_, i) => ({ channelNo: channel.no, ts: from + i * MINUTE, num: null, text: `w${i}` }));
    const sent = readings.filter((_, i) => !pause(i));
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, sent));
    const series = await seriesOf(plant, { id: channel.id, from, to: from + count * MINUTE }, 30);
    expect(series.ts.length).toBeLessThanOrEqual(30);
    const bucket = series.bucket_us ?? 0;
    const buckets = Map.groupBy(sent, ({ ts }) => Math.floor(ts / bucket) * bucket);
    expect(series).toMatchObject({
      resolution: 'raw',
      ts: [...buckets.keys()],
      n: [...buckets.values()].map((words) => words.length),
      text: [...buckets.values()].map((words) => words.at(-1)?.text),
    });
    expect(series.text?.at(-1)).toBe(`w${count - 1}`);
    // As many as may be shown as they are, and one more.
    const few = await seriesOf(plant, { id: channel.id, from, to: from + 60 * MINUTE }, 30);
    expect([few.bucket_us, few.text?.length, few.text?.at(-1)]).toEqual([null, 60, 'w59']);
    const more = await seriesOf(plant, { id: channel.id, from, to: from + 61 * MINUTE }, 30);
    expect([more.bucket_us === null, more.n.reduce((a, b) => a + b) >= 61]).toEqual([false, true]);
  });

  it('says which of its readings were ahead of their receipt', async () => {
    const plant = await testPlant(engine);
    const channel = await channelWith(plant, [1, 2, 3, 4, 5, 6], { ahead: (i) => [0, 2, 3, 5].includes(i) });
    const at = (i: number) => channel.from + i * MINUTE;
    expect((await seriesOf(plant, channel, 100)).ahead).toEqual([
      [at(0), at(0)],
      [at(2), at(3)],
      [at(5), at(5)],
    ]);
    expect((await seriesOf(plant, { id: channel.id, from: at(3), to: at(5) }, 100)).ahead).toEqual([[at(3), at(3)]]);
    expect(await seriesOf(plant, { id: channel.id, from: at(1), to: at(2) }, 100)).not.toHaveProperty('ahead');
    const good = await channelWith(plant, [1, 2, 3]);
    expect(await seriesOf(plant, good, 100)).not.toHaveProperty('ahead');
  });

  it.each([
    ['5m', 4 * 24 * 60, 300],
    ['1h', 30 * 24 * 60, 100],
  ] as const)(
    'made of rollups of %s says which of its buckets hold readings that were ahead of their receipt',
    async (resolution, count, width) => {
      const plant = await testPlant(engine);
      const wrong = (i: number) => i === 7 || (i >= 2_000 && i < 3_000) || i === count - 1;
      const channel = await channelWith(plant, wave(count, 10), { ahead: wrong });
      const series = await seriesOf(plant, channel, width);
      expect(series.resolution).toBe(resolution);
      const bucketOf = (i: number) => Math.floor((channel.from + i * MINUTE) / series.bucket_us!) * series.bucket_us!;
      expect(series.ahead).toEqual([
        [bucketOf(7), bucketOf(7)],
        [bucketOf(2_000), bucketOf(2_999)],
        [bucketOf(count - 1), bucketOf(count - 1)],
      ]);
    },
  );

  it('of words says where they were ahead of their receipt', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger, { kind: 'text' });
    const from = TEST_NOW - 24 * HOUR;
    const readings = Array.from({ length: 300 }, (_, i) => ({
      channelNo: channel.no,
      ts: from + i * MINUTE,
      num: null,
      text: 'a',
      quality: i < 100 ? 0 : AHEAD,
    }));
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
    const whole = await seriesOf(plant, { id: channel.id, from, to: from + 300 * MINUTE }, 30);
    expect(whole.ahead).toEqual([[Math.floor((from + 100 * MINUTE) / whole.bucket_us!) * whole.bucket_us!, whole.ts.at(-1)]]);
    const few = await seriesOf(plant, { id: channel.id, from, to: from + 102 * MINUTE }, 100);
    expect(few.ahead).toEqual([[from + 100 * MINUTE, from + 101 * MINUTE]]);
  });

  it('marks a reading no longer that came again when its moment had come, and marks one that was replaced by one ahead', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const from = TEST_NOW - 24 * HOUR;
    const send = (i: number, num: number, quality: number) =>
      plant.deps.db.readings.commit(
        makeMessage(plant.deps, plant.organization, plant.datalogger, [
          { channelNo: channel.no, ts: from + i * MINUTE, num, text: null, quality },
        ]),
      );
    const marks = async () => (await seriesOf(plant, { id: channel.id, from, to: from + HOUR }, 100)).ahead;
    await send(0, 1, AHEAD);
    await send(1, 2, AHEAD);
    expect(await marks()).toEqual([[from, from + MINUTE]]);
    await send(0, 1, 0);
    expect(await marks()).toEqual([[from + MINUTE, from + MINUTE]]);
    await send(1, 5, 0);
    expect(await marks()).toBeUndefined();
    await send(0, 9, AHEAD);
    expect(await marks()).toEqual([[from, from]]);
  });

  it('marks what is outside the plausible range as it is now, in readings and in rollups, and counts it', async () => {
    const plant = await testPlant(engine);
    const type = await typeOf(plant, { range_min: -10, range_max: 40 });
    const channel = await channelWith(plant, [20, 41, -11, 40, 99, 20], { from: TEST_NOW - 48 * HOUR, step: HOUR });
    await typed(plant, channel.id, { sensor_type_id: type.id });
    const at = (i: number) => channel.from + i * HOUR;
    const qualities = async () =>
      (await plant.get<{ items: Reading[] }>(`/channels/${channel.id}/readings`)).items.map(({ quality }) => quality);
    expect(await qualities()).toEqual(['good', 'suspect', 'suspect', 'good', 'suspect', 'good']);
    expect((await seriesOf(plant, channel, 100)).suspect).toEqual([
      [at(1), at(2)],
      [at(4), at(4)],
    ]);
    const few = await seriesOf(plant, channel, 2);
    expect([few.resolution, few.suspect, few.n.reduce((a, b) => a + b)]).toEqual(['1h', [[few.ts[0], few.ts.at(-1)]], 6]);
    await plant.send('PATCH', `/sensor-types/${type.id}`, { rev: 1, range_max: 50 });
    expect(await qualities()).toEqual(['good', 'good', 'suspect', 'good', 'suspect', 'good']);
    // Values in a unit of their own are compared in it, and those in one of another quantity with nothing.
    await typed(plant, channel.id, { unit: '°F' });
    expect(await qualities()).toEqual(['good', 'good', 'suspect', 'good', 'good', 'good']);
    await typed(plant, channel.id, { unit: 'bar' });
    expect(await seriesOf(plant, channel, 100)).not.toHaveProperty('suspect');
  });

  it('leaves out the errors of the sensor and what people excluded, says where, and lists them with what they are', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const from = TEST_NOW - 48 * HOUR;
    const at = (i: number) => from + i * MINUTE;
    const reading = (i: number, num: number | null, quality: number) => ({
      channelNo: channel.no,
      ts: at(i),
      num,
      text: num === null ? '---' : null,
      quality,
    });
    const readings = [
      reading(0, 1, 0),
      reading(1, null, SENSOR_ERROR),
      reading(2, 900, EXCLUDED),
      reading(3, 3, 0),
      reading(4, null, SENSOR_ERROR | AHEAD),
      reading(65, null, SENSOR_ERROR),
      reading(130, 5, 0),
    ];
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
    const { items } = await plant.get<{ items: Reading[] }>(`/channels/${channel.id}/readings`);
    expect(items.slice(0, 5).map(({ value, quality }) => [value, quality])).toEqual([
      [1, 'good'],
      ['---', 'sensor_error'],
      [900, 'excluded'],
      [3, 'good'],
      ['---', 'sensor_error'],
    ]);
    const window = { id: channel.id, from, to: at(180) };
    expect(await seriesOf(plant, window, 100)).toMatchObject({
      resolution: 'raw',
      last: [1, 3, 5],
      left_out: [
        [at(1), at(2)],
        [at(4), at(65)],
      ],
    });
    const hours = await seriesOf(plant, { ...window, to: from + 400 * HOUR }, 2);
    expect(hours).toMatchObject({ n: [3], max: [5], left_out: [[hours.ts[0], hours.ts[0]]] });
    const days = await plant.get<{ items: { hours: number }[] }>(`/dataloggers/${plant.datalogger.id}/days?from=2026-01-01&to=2026-12-31`);
    expect(days.items.reduce((sum, day) => sum + day.hours, 0)).toBe(2);
  });

  it('has the mean that its sensor type wants, the same wherever the window begins', async () => {
    const plant = await testPlant(engine);
    const type = await typeOf(plant, { range_min: null, range_max: null });
    const from = TEST_NOW - 40 * 24 * HOUR;
    // Busy minutes at 10 and quiet ones at 30.
    const readings = Array.from({ length: 2_000 }, (_, i) => ({
      channelNo: 0,
      ts: from + Math.floor(i / 10) * 30 * MINUTE + Math.min(i % 10, 8) * 10 * SECOND + (i % 10 === 9 ? 20 * MINUTE : 0),
      num: i % 10 === 9 ? 30 : 10,
      text: null,
    }));
    const channel = await makeChannel(plant.deps, plant.datalogger);
    await plant.deps.db.readings.commit(
      makeMessage(
        plant.deps,
        plant.organization,
        plant.datalogger,
        readings.map((one) => ({ ...one, channelNo: channel.no })),
      ),
    );
    const window = { id: channel.id, from: from - 24 * HOUR, to: from + 240 * HOUR };
    const plain = await seriesOf(plant, window, 60);
    expect(plain).toMatchObject({ resolution: '1h', mean_kind: 'arithmetic' });
    expect(plain.mean![3]).toBeCloseTo(12, 1);
    await typed(plant, channel.id, { sensor_type_id: type.id });
    const weighted = await seriesOf(plant, window, 60);
    expect(weighted.mean_kind).toBe('time_weighted');
    // A line up over 18:40, one down over 8:40, and 80 seconds at 10 between them.
    expect(weighted.mean![3]).toBeCloseTo(10 + (20 * (18 + 40 / 60 + 10)) / 2 / 30, 0);
    const bucket = weighted.bucket_us!;
    const later = await seriesOf(plant, { ...window, from: weighted.ts[4]!, to: weighted.ts[4]! + 60 * bucket }, 60);
    expect(later.bucket_us).toBe(bucket);
    expect(later.mean!.slice(0, 5)).toEqual(weighted.mean!.slice(4, 9));
  });

  it('of a channel without readings is empty', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, await makeDatalogger(plant.deps, plant.workspace));
    expect(await seriesOf(plant, { id: channel.id, from: TEST_NOW - HOUR, to: TEST_NOW }, 100)).toMatchObject({ ts: [], n: [] });
  });
});
