import { describe, expect, it } from 'vitest';
import type { Datalogger, DataloggerCounts } from '../../contract/dataloggers.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMessage, TEST_NOW } from '../testing/testing.ts';
import { healthJob } from './logger-health.ts';

const MINUTE = 60e6;
const HOUR = 3_600e6;
const DAY = 24 * HOUR;
const job = healthJob({ pause: async () => undefined });

interface List {
  items: Datalogger[];
  next_cursor: string | null;
}
const healthOf = async (plant: TestPlant, id = plant.datalogger.id) => (await plant.get<Datalogger>(`/dataloggers/${id}`)).health;

/** As if the job had looked then. */
const lookedAt = (plant: TestPlant, looked_at: number) =>
  plant.deps.db.write(plant.organization.id, (db) =>
    db.updateTable('logger_health').set({ looked_at }).where('datalogger_id', '=', plant.datalogger.id).execute(),
  );

async function sensorType(plant: TestPlant, quantity: string, display_unit: string): Promise<{ id: string }> {
  const look = { display_unit, decimals: 0, color: null, state_words: null, range_min: null, range_max: null };
  const names = { cs: quantity, en: quantity, sk: quantity };
  const answer = await plant.send('POST', '/sensor-types', { names, quantity, kind: 'gauge', mean: 'arithmetic', ...look });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string };
}

/** Readings of a channel, each message an hour of them, that come so long after their newest. */
async function send(
  plant: TestPlant,
  channel: { no: number },
  {
    from,
    to,
    every = 10 * MINUTE,
    late = 0,
    value = () => 20,
  }: { from: number; to: number; every?: number; late?: number; value?: (ts: number) => number },
) {
  for (let start = from; start < to; start += HOUR) {
    const readings = [];
    for (let ts = start; ts < Math.min(start + HOUR, to); ts += every)
      readings.push({ channelNo: channel.no, ts, num: value(ts), text: null });
    const receivedAt = (readings.at(-1)?.ts ?? start) + late;
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings, { receivedAt }));
  }
}

describe.each(ENGINES)('how loggers are, on %s', (engine) => {
  it('is told from what came: coverage of whole hours, and a clock that is behind', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: 600 } });
    const channel = await makeChannel(plant.deps, plant.datalogger, { key: 'temperature' });
    expect(await healthOf(plant)).toBeNull();
    await job.run(plant.deps);
    // It never sent.
    expect(await healthOf(plant)).toBeNull();
    await send(plant, channel, { from: TEST_NOW - 10 * DAY, to: TEST_NOW - 12 * HOUR, late: 300e6 });
    await send(plant, channel, { from: TEST_NOW - 6 * HOUR, to: TEST_NOW, late: 300e6 });
    await job.run(plant.deps);
    const health = await healthOf(plant);
    expect(health).toMatchObject({ battery: null, signal: null, clock_skew_s: 300, two_senders: false });
    expect(health?.coverage_24h).toBeCloseTo(0.75, 6);
    expect(health?.coverage_7d).toBeCloseTo(1 - 6 / 168, 6);
  });

  it('says nothing of a coverage where nobody said how often it samples, and of one that is paused', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: null } });
    const channel = await makeChannel(plant.deps, plant.datalogger);
    await send(plant, channel, { from: TEST_NOW - 3 * HOUR, to: TEST_NOW });
    await job.run(plant.deps);
    expect(await healthOf(plant)).toMatchObject({ coverage_24h: null, coverage_7d: null });
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, expected_interval_s: 600, paused: true });
    await lookedAt(plant, TEST_NOW - 31 * MINUTE);
    await job.run(plant.deps);
    expect(await healthOf(plant)).toMatchObject({ at: formatInstant(TEST_NOW), coverage_24h: null });
  });

  it('tells battery and signal as they are now, and how long a falling battery lasts', async () => {
    const plant = await testPlant(engine, { datalogger: { expected_interval_s: 3_600 } });
    const [full, field] = [await sensorType(plant, 'battery', '%'), await sensorType(plant, 'signal', 'dB[mW]')];
    const battery = await makeChannel(plant.deps, plant.datalogger, { sensor_type_id: full.id, unit: '%' });
    const signal = await makeChannel(plant.deps, plant.datalogger, { sensor_type_id: field.id, unit: 'dB[mW]' });
    await send(plant, battery, { from: TEST_NOW - 20 * DAY, to: TEST_NOW, every: HOUR, value: (ts) => 40 + ((TEST_NOW - ts) / DAY) * 1.5 });
    await send(plant, signal, { from: TEST_NOW - HOUR, to: TEST_NOW, every: HOUR, value: () => -97 });
    await job.run(plant.deps);
    const health = await healthOf(plant);
    expect(health?.signal).toMatchObject({ value: -97, unit: 'dB[mW]' });
    expect(health?.battery).toMatchObject({ trend: 'falling' });
    expect(health?.battery?.days_left).toBeCloseTo(40 / 1.5, 0);
    // A battery and a signal don't say that the rest came.
    expect(health?.coverage_24h).toBeNull();
    await send(plant, battery, { from: TEST_NOW, to: TEST_NOW + HOUR, every: HOUR, value: () => 12 });
    expect((await healthOf(plant))?.battery?.value).toBe(12);
    expect((await plant.get<List>('/dataloggers?health=battery')).items).toHaveLength(1);
    expect((await plant.get<List>('/dataloggers?health=coverage')).items).toHaveLength(0);
    expect((await plant.get<DataloggerCounts>('/dataloggers/counts?health=battery')).total).toBe(1);
  });

  it('is looked at once in half an hour, and of an archived one no more', async () => {
    const plant = await testPlant(engine, { datalogger: { last_seen_at: TEST_NOW } });
    const at = async () => (await healthOf(plant))?.at;
    await job.run(plant.deps);
    expect(await at()).toBe(formatInstant(TEST_NOW));
    await lookedAt(plant, TEST_NOW - 29 * MINUTE);
    await job.run(plant.deps);
    expect(await at()).toBe(formatInstant(TEST_NOW - 29 * MINUTE));
    await lookedAt(plant, TEST_NOW - 31 * MINUTE);
    await job.run(plant.deps);
    expect(await at()).toBe(formatInstant(TEST_NOW));
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, archived: true });
    await lookedAt(plant, TEST_NOW - 31 * MINUTE);
    await job.run(plant.deps);
    expect(await at()).toBe(formatInstant(TEST_NOW - 31 * MINUTE));
  });

  it('sorts the list, what nothing is known of last, and its pages miss nobody', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'A' } });
    const shares = [0.5, 0.123456, 1, null, 0.5];
    for (const [i, coverage] of shares.entries()) {
      const logger = await makeDatalogger(plant.deps, plant.workspace, { name: `B ${i}` });
      await plant.deps.db.write(plant.organization.id, (db) =>
        db
          .insertInto('logger_health')
          .values({
            organization_id: plant.organization.id,
            datalogger_id: logger.id,
            looked_at: TEST_NOW,
            coverage_24h: coverage,
            coverage_7d: coverage,
            battery_channel_id: null,
            battery_trend: null,
            battery_days: null,
            signal_channel_id: null,
            skew_us: i === 2 ? -500e6 : null,
            two_clocks: i === 3 ? 1 : 0,
          })
          .execute(),
      );
    }
    const found: (number | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: List = await plant.get(`/dataloggers?sort=coverage&limit=2${cursor && `&cursor=${cursor}`}`);
      found.push(...page.items.map(({ health }) => health?.coverage_24h ?? null));
      cursor = page.next_cursor;
    }
    expect(found).toEqual([0.123456, 0.5, 0.5, 1, null, null]);
    const names = async (query: string) => (await plant.get<List>(`/dataloggers?${query}`)).items.map(({ name }) => name);
    expect(await names('health=coverage&sort=name')).toEqual(['B 0', 'B 1', 'B 4']);
    expect([await names('health=clock'), await names('health=senders')]).toEqual([['B 2'], ['B 3']]);
    expect((await names('sort=clock'))[0]).toBe('B 2');
    const queries = countQueries(plant.deps.db);
    await plant.get('/dataloggers?sort=battery&health=coverage');
    queries.stop();
    // One for the reader's rights, one for the list.
    expect(queries.count()).toBe(2);
  });
});
