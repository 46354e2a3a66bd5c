import { describe, expect, it } from 'vitest';
import type { Statistics } from '../../contract/readings.ts';
import { dewPoint, meanKineticTemperature } from '../../domain/readings/climate.ts';
import { integral, timeAbove, timeBelow, timeWeightedMean } from '../../domain/readings/over-time.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { SENSOR_ERROR } from '../kernel/reading-store.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage, TEST_NOW } from '../testing/testing.ts';

const MINUTE = 60_000_000;
const FROM = TEST_NOW - 10 * 24 * 60 * MINUTE;

interface Point {
  ts: number;
  num: number | null;
}
/** A channel with these readings; null is an error of its sensor. */
async function channelOf(plant: TestPlant, points: readonly Point[], over: { unit?: string } = {}) {
  const channel = await makeChannel(plant.deps, plant.datalogger, over);
  const readings = points.map(({ ts, num }) => ({
    channelNo: channel.no,
    ts,
    num,
    text: num === null ? 'nan' : null,
    quality: num === null ? SENSOR_ERROR : 0,
  }));
  await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
  return channel;
}
const each = (values: readonly (number | null)[], step = MINUTE): Point[] => values.map((num, i) => ({ ts: FROM + i * step, num }));
const asked = (plant: TestPlant, id: string, from: number, to: number, more = '') =>
  plant.get<Statistics>(`/channels/${id}/statistics?from=${formatInstant(from)}&to=${formatInstant(to)}${more}`);

describe.each(ENGINES)('statistics of a channel on %s', (engine) => {
  it('are those of its readings, worked out by the plain functions', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: 60 } });
    const values = Array.from({ length: 600 }, (_, n) => Math.round(Math.sin(n / 30) * 400) / 100 + 6);
    const points = each(values);
    const { id } = await channelOf(plant, points, { unit: '°C' });
    const ts = points.map((point) => point.ts);
    // Up to the last reading, so that no line leaves the window.
    const found = await asked(plant, id, FROM, FROM + 599 * MINUTE + 1, '&above=8&below=4.5');
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(found).toMatchObject({ resolution: 'raw', n: 600, left_out: 0, min: Math.min(...values), max: Math.max(...values), gap_s: 120 });
    expect(found.mean).toBeCloseTo(mean, 10);
    expect(found.sd).toBeCloseTo(Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 599), 10);
    expect(found.above_s).toBeCloseTo(timeAbove(ts, values, 8), 6);
    expect(found.below_s).toBeCloseTo(timeBelow(ts, values, 4.5), 6);
    expect(found.integral).toBeCloseTo(integral(ts, values), 4);
    expect(found.kinetic_c).toBeCloseTo(meanKineticTemperature(values), 8);
    expect(found.coverage).toBeCloseTo(1, 6);
    expect([found.energy_kwh, found.dew_point_c]).toEqual([null, null]);
  });

  it('know nothing across a gap or an error of the sensor, and nothing of what nobody asked', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: 60 } });
    const points = [...each([10, 10, 10]), ...each([20, null, 20, 20]).map(({ ts, num }) => ({ ts: ts + 10 * MINUTE, num }))];
    const { id } = await channelOf(plant, points);
    const found = await asked(plant, id, FROM, FROM + 20 * MINUTE);
    expect(found).toMatchObject({
      n: 6,
      left_out: 1,
      mean: 15,
      integral: 2 * 60 * 10 + 60 * 20,
      above_s: null,
      below_s: null,
      kinetic_c: null,
    });
    expect(found.coverage).toBeCloseTo(3 / 20, 9);
    expect(await asked(plant, id, FROM + 3 * MINUTE, FROM + 9 * MINUTE)).toMatchObject({
      n: 0,
      mean: null,
      min: null,
      coverage: 0,
      sd: null,
    });
  });

  it('tell the energy of a power and the dew point of air, in whichever unit they are stored', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: 60 } });
    const power = await channelOf(plant, each(Array(61).fill(2)), { unit: 'kW' });
    const hour = [FROM, FROM + 60 * MINUTE] as const;
    expect((await asked(plant, power.id, ...hour)).energy_kwh).toBeCloseTo(2, 9);
    const warm = await channelOf(plant, each([68, 68, 68]), { unit: '°F' });
    const damp = await channelOf(plant, each([40, 60], 2 * MINUTE), { unit: '%' });
    const { dew_point_c, kinetic_c } = await asked(plant, warm.id, ...hour, `&humidity=${damp.id}`);
    expect(kinetic_c).toBeCloseTo(20, 9);
    expect(dew_point_c).toMatchObject({ n: 3 });
    // Half-way between 40 and 60 per cent.
    const expected = [40, 50, 60].map((percent) => dewPoint(20, percent));
    expect(dew_point_c!.mean).toBeCloseTo(expected.reduce((sum, one) => sum + one, 0) / 3, 9);
    expect([dew_point_c!.min, dew_point_c!.max]).toEqual([expect.closeTo(expected[0]!, 9), expect.closeTo(expected[2]!, 9)]);
  });

  it('have a mean over time where the sensor type says so, also with readings at uneven moments', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: 600 } });
    const words = { cs: 'Pec', en: 'Oven', sk: 'Pec' };
    const type = { names: words, quantity: 'temperature', kind: 'gauge', mean: 'time_weighted', display_unit: 'Cel', decimals: 1 };
    const made = await plant.send('POST', '/sensor-types', { ...type, range_min: null, range_max: null, color: null, state_words: null });
    const { id: sensor_type_id } = (await made.json()) as { id: string };
    const points = [0, 1, 2, 10].map((minute) => ({ ts: FROM + minute * MINUTE, num: minute }));
    const { id } = await channelOf(plant, points);
    await plant.send('PATCH', `/channels/${id}`, { rev: 1, sensor_type_id });
    const found = await asked(plant, id, FROM, FROM + 10 * MINUTE + 1);
    expect(found).toMatchObject({ mean_kind: 'time_weighted' });
    expect(found.mean).toBeCloseTo(
      timeWeightedMean(
        points.map(({ ts }) => ts),
        points.map(({ num }) => num),
      ),
      6,
    );
  });

  it('are of whole hours once retention has deleted the readings, and of numbers only', async () => {
    const plant = await testPlant(engine);
    const { id } = await channelOf(plant, each([1, 2, 3]));
    const pruned_to = FROM + 60 * MINUTE;
    await plant.deps.db.write(plant.organization.id, (db) => db.updateTable('channels').set({ pruned_to }).where('id', '=', id).execute());
    const found = await asked(plant, id, FROM, FROM + 2 * MINUTE);
    expect(found).toMatchObject({ resolution: '1h', n: 3, mean: 2, min: 1, max: 3, sd: null, above_s: null });
    const text = await makeChannel(plant.deps, plant.datalogger, { kind: 'text' });
    const status = async (of: string, query: string) =>
      (await plant.app.request(`${plant.root}/channels/${of}/statistics?${query}`, { headers: plant.headers })).status;
    expect(await status(text.id, 'from=0&to=1000')).toBe(422);
    expect(await status(id, 'from=1000&to=0')).toBe(422);
    expect(await status(id, 'from=0&to=1000&above=warm')).toBe(422);
    expect(await status(id, `from=0&to=1000&humidity=${text.id}`)).toBe(422);
  });
});
