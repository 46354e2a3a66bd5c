import { describe, expect, it } from 'vitest';
import type { Channel } from '../../contract/channels.ts';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type {
  Bench,
  LoggerType,
  LoggerTypeDetail,
  MovePreview,
  PortableType,
  TrialMessages,
  TrialResult,
  TypeChannel,
  TypeSpec,
} from '../../contract/logger-types.ts';
import type { ReceivedData, ReceivedDataDetail } from '../../contract/received-data.ts';
import { BUILT_IN_TYPES } from '../../domain/logger-types/built-in.ts';
import { sampleMessage } from '../../domain/logger-types/sample-message.ts';
import { TASKS } from '../process/tasks.ts';
import { copyCatalogue } from '../sensor-types/catalogue-rows.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeMessage, TEST_NOW } from '../testing/testing.ts';

const CLOCK = { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' } as const;
const channel = (path: string, over: Partial<TypeChannel> = {}): TypeChannel => ({
  path,
  key: path,
  label: path,
  sensor_type_id: null,
  unit: null,
  scale: 1,
  offset: 0,
  input_min: null,
  input_max: null,
  states: null,
  ...over,
});
const spec = (channels: TypeChannel[], over: Partial<TypeSpec> = {}): TypeSpec => ({
  decoder: 'mapping',
  script: null,
  rows: null,
  time: null,
  clock: CLOCK,
  channels,
  ...over,
});

/** A plant with the sensor types of the product, by their key. */
async function setUp(engine: (typeof ENGINES)[number], over: Parameters<typeof testPlant>[1] = {}) {
  const plant = await testPlant(engine, over);
  const { organization, deps } = plant;
  const sensors = await deps.db.write(organization.id, (db) =>
    copyCatalogue({ db, organization_id: organization.id }, deps.ids, { at: TEST_NOW, by: null }),
  );
  return { plant, sensor: (key: string) => sensors.get(key)! };
}
const body = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T;
const problemOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, ...(errors ?? []).map((one) => one.path)];
};
const create = (plant: TestPlant, input: object) => body<LoggerTypeDetail>(plant.send('POST', '/logger-types', input));
/** A type with a published version of a spec. */
async function published(plant: TestPlant, made: TypeSpec): Promise<LoggerTypeDetail> {
  const { id, rev } = await create(plant, { name: 'Převodník' });
  const drafted = await body<LoggerTypeDetail>(plant.send('PATCH', `/logger-types/${id}`, { rev, draft: made }));
  const answer = await plant.send('POST', `/logger-types/${id}/versions`, { rev: drafted.rev });
  if (answer.status !== 201) throw new Error(await answer.text());
  return body(answer);
}
const tried = (plant: TestPlant, id: string, of: object) =>
  body<{ results: TrialResult[] }>(plant.send('POST', `/logger-types/${id}/trial`, of));
const move = (plant: TestPlant, id: string, version: number) =>
  plant.send('POST', `/logger-types/${id}/loggers`, { version, datalogger_ids: [plant.datalogger.id] });
const channelsOf = async (plant: TestPlant) => (await plant.get<{ items: Channel[] }>('/channels')).items;
const newest = async (plant: TestPlant) => {
  const { items } = await plant.get<{ items: ReceivedData[] }>('/received-data');
  return plant.get<ReceivedDataDetail>(`/received-data/${items[0]!.id}`);
};

/** What the sample of each type gives, as people see it. */
const READ: Record<string, readonly string[]> = {
  curl: ['temperature 21.5 °C', 'humidity 48 %'],
  cayenne_lpp: ['temperature 21.5 °C', 'humidity 48 %'],
  shelly_gen2_switch: [
    'power 0.8124 kW',
    'voltage 231.6 V',
    'current 3.52 A',
    'energy 61.5328 kWh',
    'output true',
    'device_temperature 47.3 °C',
    'rssi -62 dBm',
  ],
  tasmota_sensor: [
    'temperature 21.5 °C',
    'humidity 48.1 %',
    'dew_point 10 °C',
    'energy 4.185 kWh',
    'power 0.012 kW',
    'voltage 231 V',
    'current 0.123 A',
    'output 1',
  ],
  esphome_http: ['temperature 21.5 °C', 'humidity 48.2 %', 'pressure 987.6 hPa', 'rssi -61 dBm'],
  milesight_em300: ['battery 92 %', 'temperature 25.7 °C', 'humidity 50.5 %'],
  dragino_lht65: ['battery_voltage 3.062 V', 'temperature 28.29 °C', 'humidity 88.6 %', 'probe 27.81 °C'],
  teltonika_eye: [
    'temperature 21.5 °C',
    'humidity 48 %',
    'battery_voltage 2.985 V',
    'rssi -67 dBm',
    'temperature 21.48 °C',
    'humidity 48 %',
    'battery_voltage 2.985 V',
    'rssi -68 dBm',
  ],
  comet_web_sensor: ['temperature 21.5 °C', 'humidity 48.1 %', 'dew_point 10 °C', 'pressure 987.6 hPa'],
  papago_th: ['temperature 21.4 °C', 'humidity 48 %', 'input_1 1', 'input_2 0'],
  victron_vedirect: [
    'battery_voltage 26.47 V',
    'battery_current -1.25 A',
    'panel_voltage 38.12 V',
    'panel_power 0.12 kW',
    'battery 98.7 %',
    'energy 123.45 kWh',
    'load 1',
  ],
  loop_4_20: ['pressure 7.11875 bar', 'level 1.05 m', 'battery_voltage 3.61 V', 'rssi -68 dBm'],
  electricity_meter: ['energy_import 12345.678 kWh', 'energy_export 0 kWh', 'power 1.234 kW', 'voltage_1 231.4 V', 'current_1 5.33 A'],
};

describe.each(ENGINES)('logger types on %s', (engine) => {
  it('read what a logger sends by their version, with channels that have names, kinds and sensor types', async () => {
    const { plant, sensor } = await setUp(engine);
    const made = spec(
      [
        channel('ai[0].mA', {
          key: 'pressure',
          label: 'Tlak výtlaku',
          sensor_type_id: sensor('gauge_pressure'),
          unit: 'bar',
          scale: 0.625,
          offset: -2.5,
        }),
        channel('th.t', { key: 'temperature', label: 'Teplota', sensor_type_id: sensor('air_temperature'), unit: 'Cel' }),
      ],
      { time: { path: 't', unit: 's' } },
    );
    const type = await published(plant, made);
    expect(type).toMatchObject({ version: 1, has_draft: false, draft: null, published: made, channel_count: 2, logger_count: 0 });
    expect((await move(plant, type.id, 1)).status).toBe(200);
    const t = TEST_NOW / 1e6 - 60;
    const answer = await plant.post({ t, ai: [{ mA: 15.39 }], th: { t: '21,5' }, sys: { fw: '2.4.1' } });
    expect(await answer.json()).toMatchObject({ points: 2, new: 2 });
    expect(
      (await channelsOf(plant)).map(({ key, name, kind, unit, sensor_type_id, last }) => [
        key,
        name,
        kind,
        unit,
        sensor_type_id,
        last?.value,
      ]),
    ).toEqual([
      ['pressure', 'Tlak výtlaku', 'gauge', 'Pa', sensor('gauge_pressure'), 711_875],
      ['temperature', 'Teplota', 'gauge', '°C', sensor('air_temperature'), 21.5],
    ]);
    const message = await newest(plant);
    expect(message.decoder).toBe(`type@${type.id}.1/json@1`);
    expect(message).toMatchObject({ status: 'stored', warning_count: 1, error_count: 0 });
    expect(message.warnings).toEqual([{ code: 'decimal_comma', index: 0, key: 'temperature', path: 'th.t' }]);
    plant.deps.clock.advance(1_000);
    expect((await plant.send('POST', '/received-data/reparse', { id: message.id, decoder: 'json@1' })).status).toBe(201);
    await new TaskRunner(plant.deps, TASKS).run();
    // By the door alone there is nothing to warn of.
    expect(await newest(plant)).toMatchObject({ warning_count: 0, warnings: [] });
    expect((await plant.send('POST', '/received-data/reparse', { id: message.id })).status).toBe(201);
    await new TaskRunner(plant.deps, TASKS).run();
    expect(await newest(plant)).toMatchObject({ warning_count: 1, warnings: message.warnings });
    expect(message.readings.map(({ key, value, current }) => [key, value, current])).toEqual([
      ['pressure', 711_875, true],
      ['temperature', 21.5, true],
    ]);
    expect(await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`)).toMatchObject({
      logger_type_id: type.id,
      logger_type_version: 1,
    });
  });

  it('make the channels that they name also where a logger may not make channels by itself', async () => {
    const { plant } = await setUp(engine, { datalogger: { auto_channels: 0 } });
    await move(plant, (await published(plant, spec([channel('a.b', { key: 'wanted' })]))).id, 1);
    expect(await body(plant.post({ a: { b: 1 }, c: 2 }))).toMatchObject({ points: 1 });
    expect((await channelsOf(plant)).map(({ key }) => key)).toEqual(['wanted']);
  });

  it('keep a published version as it is: the next one is another, and loggers stay until they are moved', async () => {
    const { plant } = await setUp(engine);
    const first = await published(plant, spec([channel('a')]));
    await move(plant, first.id, 1);
    const draft = spec([channel('a', { scale: 2 }), channel('b')]);
    const drafted = await body<LoggerTypeDetail>(plant.send('PATCH', `/logger-types/${first.id}`, { rev: first.rev, draft }));
    expect(drafted).toMatchObject({ has_draft: true, draft, published: first.published, version: 1 });
    const second = await body<LoggerTypeDetail>(plant.send('POST', `/logger-types/${first.id}/versions`, { rev: drafted.rev }));
    expect(second.versions.map(({ version, logger_count }) => [version, logger_count])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    await plant.post({ a: 1, b: 1 });
    expect((await newest(plant)).readings.map(({ key, value }) => [key, value])).toEqual([['a', 1]]);
    expect(await plant.get(`/logger-types/${first.id}/versions/1`)).toMatchObject({ spec: first.published });
    // What says the same as the version is no draft.
    const same = await plant.send('PATCH', `/logger-types/${first.id}`, { rev: second.rev, draft });
    expect(await body<LoggerTypeDetail>(same)).toMatchObject({ has_draft: false, rev: second.rev });
    expect(await problemOf(await plant.send('POST', `/logger-types/${first.id}/versions`, { rev: second.rev }))).toEqual([
      422,
      'validation_failed',
      'draft',
    ]);
  });

  it('show what a move would change before it is made, and refuse to mix units in one series', async () => {
    const { plant, sensor } = await setUp(engine);
    await plant.post({ t: 70, p: 5, gone: 1, same: 3 });
    const [first] = await channelsOf(plant);
    const type = await published(
      plant,
      spec([
        channel('t', { scale: 0.5 }),
        channel('same'),
        channel('p', { sensor_type_id: sensor('gauge_pressure'), unit: 'bar' }),
        channel('x'),
      ]),
    );
    const input = { version: 1, datalogger_ids: [plant.datalogger.id] };
    const preview = () => body<MovePreview>(plant.send('POST', `/logger-types/${type.id}/move-preview`, input));
    const changes = async () =>
      Object.fromEntries((await preview()).loggers[0]!.channels.map(({ key, change, before, after }) => [key, [change, before, after]]));
    expect(await changes()).toEqual({
      t: ['changed', 70, 35],
      same: ['unchanged', 3, 3],
      p: ['changed', 5, 500_000],
      gone: ['gone', 1, null],
      x: ['new', null, null],
    });
    // Somebody said that the numbers are bars, the type stores pascals.
    const p = (await channelsOf(plant)).find(({ key }) => key === 'p')!;
    await plant.send('PATCH', `/channels/${p.id}`, { rev: p.rev, unit: 'bar' });
    expect((await changes()).p).toEqual(['mismatch', 5, 500_000]);
    expect(await problemOf(await move(plant, type.id, 1))).toEqual([409, 'conflict']);
    expect(first).toBeDefined();
    expect(await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`)).toMatchObject({ logger_type_id: null });
  });

  it('let a logger go after showing what it gives without them, and take it back; converted values are never mixed with others', async () => {
    const { plant } = await setUp(engine);
    const type = await published(plant, spec([channel('a.b', { key: 'inner' }), channel('t')]));
    await move(plant, type.id, 1);
    await plant.post({ t: 7, a: { b: 1 } });
    const input = { datalogger_ids: [plant.datalogger.id] };
    const preview = await body<MovePreview>(plant.send('POST', `/logger-types/${type.id}/take-off-preview`, input));
    expect(preview.loggers[0]).toMatchObject({ messages: 1, errors: 1 });
    expect(preview.loggers[0]!.channels.map(({ key, change, before, after }) => [key, change, before, after])).toEqual([
      ['inner', 'gone', 1, null],
      ['t', 'unchanged', 7, 7],
    ]);
    const off = await plant.send('POST', `/logger-types/${type.id}/take-off`, input);
    expect(await body(off)).toEqual({ taken: [{ datalogger_id: plant.datalogger.id, version: 1 }] });
    expect(await plant.get(`/dataloggers/${plant.datalogger.id}`)).toMatchObject({ logger_type_id: null, logger_type_name: null });
    await plant.post({ t: 8, u: 2 });
    expect((await channelsOf(plant)).map(({ key, last }) => [key, last?.value])).toEqual([
      ['inner', 1],
      ['t', 8],
      ['u', 2],
    ]);
    expect(await problemOf(await plant.send('POST', `/logger-types/${type.id}/take-off`, input))).toEqual([404, 'not_found']);

    const scaled = await published(plant, spec([channel('t', { scale: 0.5 })]));
    await move(plant, scaled.id, 1);
    const mixed = await body<MovePreview>(plant.send('POST', `/logger-types/${scaled.id}/take-off-preview`, input));
    expect(mixed.loggers[0]!.channels.find(({ key }) => key === 't')).toMatchObject({ change: 'mismatch' });
    expect(await problemOf(await plant.send('POST', `/logger-types/${scaled.id}/take-off`, input))).toEqual([409, 'conflict']);
  });

  it('say how often their loggers send and when these are offline, unless a logger says it itself', async () => {
    const { plant } = await setUp(engine, { datalogger: { expected_interval_s: null, last_seen_at: TEST_NOW - 1_300e6 } });
    const type = await published(plant, spec([channel('t')]));
    await move(plant, type.id, 1);
    const state = async () => {
      const row = await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`);
      const { items } = await plant.get<{ items: Datalogger[] }>(`/dataloggers?state=${row.state}`);
      expect(items.map(({ id }) => id)).toEqual([plant.datalogger.id]);
      return row;
    };
    expect(await state()).toMatchObject({ state: 'late', type_interval_s: null });
    const say = async (change: object) => {
      const { rev } = await plant.get<LoggerTypeDetail>(`/logger-types/${type.id}`);
      expect((await plant.send('PATCH', `/logger-types/${type.id}`, { rev, ...change })).status).toBe(200);
    };
    await say({ sending_interval_s: 600, sampling_interval_s: 60 });
    expect(await state()).toMatchObject({ state: 'late', expected_interval_s: null, type_interval_s: 600, type_sampling_s: 60 });
    await say({ offline_after: 2 });
    expect(await state()).toMatchObject({ state: 'offline', offline_after: 2, logger_type_name: 'Převodník' });
    const row = await state();
    await plant.send('PATCH', `/dataloggers/${row.id}`, { rev: row.rev, expected_interval_s: 3_600 });
    expect(await state()).toMatchObject({ state: 'online', expected_interval_s: 3_600 });
  });

  it('try a draft on a stored message and on a pasted one, and keep nothing', async () => {
    const { plant, sensor } = await setUp(engine);
    await plant.post({ t: '21,5', mA: 3.4, odd: { x: 1 } });
    const { id } = await newest(plant);
    const draft = spec([
      channel('t', { sensor_type_id: sensor('air_temperature'), unit: 'Cel' }),
      channel('mA', { input_min: 3.6 }),
      channel('odd.x', { sensor_type_id: sensor('gauge_pressure'), unit: 'bar' }),
    ]);
    const tried = await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: draft, received_data_id: id }));
    expect(tried).toMatchObject({
      failure: null,
      reading_count: 3,
      errors: [],
      warnings: [
        { code: 'decimal_comma', path: 't' },
        { code: 'sensor_error', key: 'mA', path: 'mA' },
      ],
      readings: [
        { key: 't', channel: 0, path: 't', raw: '21,5', value: 21.5, unit: '°C', out_of_range: false },
        { key: 'mA', channel: 1, path: 'mA', out_of_range: false },
        { key: 'odd.x', channel: 2, path: 'odd.x', raw: 1, value: 1, unit: 'bar', decimals: 2 },
      ],
    });
    const pasted = await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: draft, message: '{"t":200}' }));
    expect(pasted.readings).toMatchObject([{ value: 200, out_of_range: true }]);
    expect(await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: draft, message: '{"t":' }))).toMatchObject({
      failure: { code: 'malformed_json' },
    });
    expect((await channelsOf(plant)).map(({ key }) => key)).toEqual(['t', 'mA']);
  });

  it('count over stored messages what a draft would change', async () => {
    const { plant, sensor } = await setUp(engine);
    const type = await published(plant, spec([channel('t'), channel('u')]));
    await move(plant, type.id, 1);
    for (const [i, t] of [21, 22, 500].entries()) await plant.post({ t, u: 1, v: i });
    const draft = spec([
      channel('t', { sensor_type_id: sensor('air_temperature'), unit: 'Cel' }),
      channel('v'),
      channel('u', { key: 'w', input_min: 5 }),
    ]);
    const trial = await plant.get<TrialMessages>(`/logger-types/${type.id}/trial`);
    expect(trial.loggers).toEqual([{ id: plant.datalogger.id, name: plant.datalogger.name }]);
    expect(trial.messages).toHaveLength(3);
    const ids = trial.messages.map(({ id }) => id);
    const { results } = await tried(plant, type.id, { spec: draft, ids });
    const one = { is_missing: false, readings: 3, errors: 0, warnings: 1, out_of_range: 0, new: 2, changed: 0, gone: 1, unchanged: 1 };
    expect(results).toEqual([
      { id: ids[0], ...one },
      { id: ids[1], ...one },
      { id: ids[2], ...one, out_of_range: 1 },
    ]);
  });

  it('show of a stored message reading by reading what would be other than it was, and nothing of the kind of a pasted one', async () => {
    const { plant } = await setUp(engine);
    const type = await published(plant, spec([channel('t'), channel('u'), channel('v')]));
    await move(plant, type.id, 1);
    const { id } = (await (await plant.post({ t: 21, u: 1, v: 5 })).json()) as { id: string };
    const draft = spec([channel('t', { scale: 2 }), channel('u'), channel('v', { key: 'w' })]);
    const bench = await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: draft, received_data_id: id }));
    expect(bench.readings).toMatchObject([
      { key: 't', value: 42, outcome: 'changed', before: { value: 21, unit: null } },
      { key: 'u', value: 1, outcome: 'unchanged' },
      { key: 'w', value: 5, outcome: 'new', before: null },
    ]);
    expect(bench.gone).toMatchObject([{ key: 'v', value: 5, unit: null }]);
    const pasted = await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: draft, message: '{"t":21}' }));
    expect(pasted).toMatchObject({ readings: [{ key: 't', outcome: null, before: null }], gone: [] });
  });

  it('are tried on messages of their own loggers only, and say so of those that are gone; on how many at once is bounded', async () => {
    const { plant } = await setUp(engine);
    const type = await published(plant, spec([channel('t')]));
    const { id } = (await (await plant.post({ t: 21 })).json()) as { id: string };
    const ids = [id, plant.datalogger.id];
    const of = { spec: spec([channel('t')]), ids };
    const without = await tried(plant, type.id, of);
    expect(without.results.map(({ is_missing }) => is_missing)).toEqual([true, true]);
    expect((await plant.get<TrialMessages>(`/logger-types/${type.id}/trial`)).messages).toEqual([]);
    await move(plant, type.id, 1);
    const own = await tried(plant, type.id, of);
    expect(own.results.map(({ id, is_missing, readings }) => [id, is_missing, readings])).toEqual([
      [ids[0], false, 1],
      [ids[1], true, 0],
    ]);
    const many = { ...of, ids: Array.from({ length: 51 }, () => id) };
    expect((await plant.send('POST', `/logger-types/${type.id}/trial`, many)).status).toBe(422);
  });

  it('go through the newest 500 messages of their loggers, and stop after a second at one that takes long', async () => {
    const { plant } = await setUp(engine);
    const type = await published(plant, spec([channel('t')]));
    await move(plant, type.id, 1);
    const messages = Array.from({ length: 510 }, (_, i) => {
      const receivedAt = TEST_NOW - (510 - i) * 1e6;
      return makeMessage(plant.deps, plant.organization, plant.datalogger, [], {
        body: new TextEncoder().encode(`{"t":${i}}`),
        receivedAt,
      });
    });
    for (const message of messages) await plant.deps.db.readings.commit(message);
    const { messages: listed } = await plant.get<TrialMessages>(`/logger-types/${type.id}/trial`);
    expect(listed).toHaveLength(500);
    expect(Date.parse(listed[0]!.received_at) * 1_000).toBe(messages[10]!.receivedAt);
    const ids = listed.slice(0, 50).map(({ id }) => id);
    expect((await tried(plant, type.id, { spec: spec([channel('t')]), ids })).results).toHaveLength(50);
    const endless = spec([channel('t')], { decoder: 'javascript', script: 'function decodeUplink() { for (;;) {} }' });
    const part = await tried(plant, type.id, { spec: endless, ids });
    expect(part.results.length).toBeLessThanOrEqual(50);
    expect(part.results[0]).toMatchObject({ id: ids[0], errors: 1 });
  });

  it('are refused with paths that are none, keys that are taken, and units of another quantity', async () => {
    const { plant, sensor } = await setUp(engine);
    const { id, rev } = await create(plant, { name: 'Převodník' });
    const draft = spec(
      [
        channel('a..b'),
        channel('t', { sensor_type_id: sensor('air_temperature'), unit: 'bar' }),
        channel('u', { key: 't' }),
        channel('v', { sensor_type_id: plant.datalogger.id }),
      ],
      { clock: { ...CLOCK, kind: 'zone', zone: 'Europe/Brno' } },
    );
    expect(await problemOf(await plant.send('PATCH', `/logger-types/${id}`, { rev, draft }))).toEqual([
      422,
      'validation_failed',
      'draft.clock.zone',
      'draft.channels.0.path',
      'draft.channels.1.unit',
      'draft.channels.2.key',
      'draft.channels.3.sensor_type_id',
    ]);
  });

  it('travel as files between organisations, and sensor types are found again by what they are', async () => {
    const { plant, sensor } = await setUp(engine);
    const type = await published(plant, spec([channel('t', { sensor_type_id: sensor('air_temperature'), unit: 'Cel' })]));
    const portable = await plant.get<PortableType>(`/logger-types/${type.id}/portable`);
    const { plant: other, sensor: theirs } = await setUp(engine, { deps: plant.deps });
    const made = await create(other, { portable });
    expect(made).toMatchObject({
      name: 'Převodník',
      version: null,
      draft: { channels: [{ path: 't', sensor_type_id: theirs('air_temperature') }] },
    });
    const copy = await create(plant, { copy_of: type.id, name: 'Kopie' });
    expect(copy).toMatchObject({ name: 'Kopie', draft: type.published, version: null });
  });

  it('of another organisation read nothing: neither by a move, nor by the name that a message keeps', async () => {
    const { plant } = await setUp(engine);
    const { plant: other } = await setUp(engine, { deps: plant.deps });
    const theirs = await published(other, spec([channel('a', { scale: 7 })]));
    expect(await problemOf(await move(plant, theirs.id, 1))).toEqual([404, 'not_found']);
    expect(
      await problemOf(
        await plant.send('POST', '/dataloggers', { name: 'Pec', workspace_id: plant.workspace.id, logger_type_id: theirs.id }),
      ),
    ).toEqual([422, 'validation_failed', 'logger_type_id']);
  });

  it('are the type of a new logger by their newest version', async () => {
    const { plant } = await setUp(engine);
    const type = await published(plant, spec([channel('a')]));
    const logger = await body<Datalogger>(
      plant.send('POST', '/dataloggers', { name: 'Pec', workspace_id: plant.workspace.id, logger_type_id: type.id }),
    );
    expect(logger).toMatchObject({ logger_type_id: type.id, logger_type_version: 1 });
  });

  it('that come with the product are copied and published with the first logger that wants one, and its unchanged copy serves the next', async () => {
    const { plant } = await setUp(engine);
    const { deps, organization, workspace, send, get } = plant;
    const shelly = { workspace_id: workspace.id, built_in_type: 'shelly_gen2_switch' };
    const make = (name: string, more: object = {}) => body<Datalogger>(send('POST', '/dataloggers', { ...shelly, name, ...more }));
    const copies = async () =>
      (await get<{ items: LoggerType[] }>('/logger-types')).items.filter(({ key }) => key === 'shelly_gen2_switch');
    const copyInCatalogue = async () =>
      (await get<{ items: { key: string; copy_id: string | null }[] }>('/logger-type-catalogue')).items.find(
        ({ key }) => key === 'shelly_gen2_switch',
      );
    expect(await copyInCatalogue()).toMatchObject({ copy_id: null, sending_interval_s: 60 });

    const id = '019d0000-0000-7000-8000-000000000001';
    const first = await make('Pec', { id });
    const [copy] = await copies();
    expect(copy).toMatchObject({ version: 1, has_draft: false, name: 'Shelly Plus 1PM (Shelly.GetStatus)', sending_interval_s: 60 });
    expect(first).toMatchObject({ logger_type_id: copy!.id, logger_type_version: 1, type_interval_s: 60 });
    const trail = await deps.db.read(organization.id, (db) =>
      db.selectFrom('audit_events').select(['verb', 'entity_id']).where('organization_id', '=', organization.id).orderBy('id').execute(),
    );
    expect(trail).toEqual([
      { verb: 'logger-types.create', entity_id: copy!.id },
      { verb: 'logger-types.publish', entity_id: copy!.id },
      { verb: 'dataloggers.create', entity_id: id },
    ]);
    expect(await copyInCatalogue()).toMatchObject({ copy_id: copy!.id });
    // The same request once more, and something else with its id.
    expect(await make('Pec', { id })).toEqual(first);
    expect((await send('POST', '/dataloggers', { ...shelly, id, name: 'Pec', built_in_type: 'curl' })).status).toBe(409);

    expect(await make('Lis')).toMatchObject({ logger_type_id: copy!.id });
    expect(await copies()).toHaveLength(1);
    // Who may make loggers in a workspace only may use the copy that is there.
    const member = await plant.member('technician', workspace.id);
    expect((await send('POST', '/dataloggers', { ...shelly, name: 'Hala' }, member)).status).toBe(201);

    // A copy that somebody changed reads otherwise.
    const { rev } = await get<LoggerTypeDetail>(`/logger-types/${copy!.id}`);
    await send('PATCH', `/logger-types/${copy!.id}`, { rev, sending_interval_s: 600 });
    expect(await copyInCatalogue()).toMatchObject({ copy_id: null });
    expect((await make('Sklad')).logger_type_id).not.toBe(copy!.id);
    expect(await copies()).toHaveLength(2);
  });

  it('are not copied by who may make loggers and no types, nor under a name that is none: then there is no logger either', async () => {
    const { plant } = await setUp(engine);
    const { workspace, send, get } = plant;
    const member = await plant.member('technician', workspace.id);
    const ask = (more: object, as?: Record<string, string>) =>
      send('POST', '/dataloggers', { name: 'Pec', workspace_id: workspace.id, built_in_type: 'tasmota_sensor', ...more }, as);
    expect(await problemOf(await ask({}, member))).toEqual([403, 'forbidden']);
    expect(await problemOf(await ask({ built_in_type: 'toaster' }))).toEqual([422, 'validation_failed', 'built_in_type']);
    const own = await published(plant, spec([channel('a')]));
    expect(await problemOf(await ask({ logger_type_id: own.id }))).toEqual([422, 'validation_failed', 'built_in_type']);
    expect((await get<{ items: Datalogger[] }>('/dataloggers')).items.map(({ name }) => name)).not.toContain('Pec');
    expect((await get<{ items: LoggerType[] }>('/logger-types')).items).toHaveLength(1);
  });

  it.each(BUILT_IN_TYPES.map(({ key }) => key))('%s is read from the message that a new logger is tried with', async (key) => {
    const { plant } = await setUp(engine);
    const type = await create(plant, { from: key });
    const sample = sampleMessage({ sample: type.sample, published: type.draft })!;
    const message = 'bytes' in sample ? `hex:${Buffer.from(sample.bytes).toString('hex')}` : JSON.stringify(sample.json);
    const tried = await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: type.draft, message }));
    expect([tried.failure, tried.errors]).toEqual([null, []]);
    expect(new Set(tried.readings.map(({ channel: place }) => place)).size).toBe(type.draft!.channels.length);
    expect(new Set(tried.readings.map(({ ts }) => ts)).size).toBe(1);
  });

  it.each(BUILT_IN_TYPES.map(({ key }) => key))('%s comes with the product and reads its own sample without an error', async (key) => {
    const { plant } = await setUp(engine);
    const type = await create(plant, { from: key });
    const tried = await body<Bench>(plant.send('POST', '/logger-type-bench', { spec: type.draft, message: type.sample }));
    expect([tried.failure, tried.errors]).toEqual([null, []]);
    // Bytes are shown as bytes, also where they are UTF-8 by chance.
    expect(tried.body.startsWith('hex:')).toBe(type.sample!.startsWith('hex:'));
    const given = new Set(tried.readings.map((reading) => reading.channel));
    expect([...given].sort()).toEqual(type.draft!.channels.map((_, i) => i));
    expect(tried.readings.filter(({ out_of_range }) => out_of_range)).toEqual([]);
    expect(tried.readings.map(({ key: name, value, unit }) => `${name} ${value}${unit ? ` ${unit}` : ''}`)).toEqual(READ[key]);
    expect((await plant.send('POST', `/logger-types/${type.id}/versions`, { rev: type.rev })).status).toBe(201);
  });
});
