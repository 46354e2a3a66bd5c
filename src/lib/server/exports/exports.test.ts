import { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import { EXPORT_DIRECT_READINGS, type ReadingsExport } from '../../contract/exports.ts';
import type { DataImport, ImportPreview, ImportSettings } from '../../contract/imports.ts';
import type { Task } from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { EXCLUDED, SENSOR_ERROR } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { TASKS } from '../process/tasks.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeDatalogger, makeMessage, makeWorkspace, testClock } from '../testing/testing.ts';
import { exportReadingsTask } from './export-task.ts';

const MINUTE = 60_000_000;
const NOW = Date.UTC(2026, 10, 24) * 1_000;
const at = (text: string) => Date.parse(text) * 1_000;
/** Slices of few readings, so that a small file has many. */
const SMALL = { ...TASKS, 'readings.export': exportReadingsTask(3) };

/** Its own database: the queue is one for all organisations. */
async function alonePlant(engine: (typeof ENGINES)[number], over: Parameters<typeof testPlant>[1] = {}) {
  const clock = testClock(NOW);
  const { db } = await freshDatabase(engine, clock);
  return testPlant(engine, { ...over, datalogger: { name: 'Pec', ...over.datalogger }, deps: { clock, db } });
}
type Value = { num?: number; text?: string; quality?: number };
const store = (plant: TestPlant, channel: Row<'channels'>, values: readonly [string, Value][], logger = plant.datalogger) =>
  plant.deps.db.readings.commit(
    makeMessage(
      plant.deps,
      plant.organization,
      logger,
      values.map(([ts, { num = null, text = null, quality = 0 }]) => ({ channelNo: channel.no, ts: at(ts), num, text, quality })),
    ),
  );
const asked = (plant: TestPlant, query: string, headers: Record<string, string> = plant.headers) =>
  plant.app.request(`${plant.root}/readings/export?${query}`, { headers });
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
async function textOf(plant: TestPlant, query: string): Promise<string> {
  const answer = await asked(plant, query);
  if (answer.status !== 200) throw new Error(await codeOf(answer));
  return answer.text();
}
const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');

/** Of a night in which the clock goes back: a temperature, a door with words, a text. */
async function night(plant: TestPlant) {
  const { deps, datalogger } = plant;
  const words = JSON.stringify([
    { value: 0, cs: 'zavřeno', en: 'closed', sk: 'zavreté', tone: null },
    { value: 1, cs: 'otevřeno', en: 'open', sk: 'otvorené', tone: null },
  ]);
  const temperature = await makeChannel(deps, datalogger, { key: 't', name: 'Teplota', unit: '°C', position: 0 });
  const door = await makeChannel(deps, datalogger, { key: 'd', name: 'Dveře', kind: 'state', unit: null, state_words: words, position: 1 });
  const note = await makeChannel(deps, datalogger, { key: 'n', name: 'Hlášení', kind: 'text', unit: null, position: 2 });
  await store(plant, temperature, [
    ['2026-10-25T00:30:00Z', { num: 21.5 }],
    ['2026-10-25T01:30:00.25Z', { num: -3 }],
    ['2026-10-25T02:00:00Z', { text: 'NaN', quality: SENSOR_ERROR }],
    ['2026-10-25T02:01:00Z', { num: 1e21, quality: EXCLUDED }],
  ]);
  await store(plant, door, [
    ['2026-10-25T00:30:00Z', { num: 1 }],
    ['2026-10-25T02:02:00Z', { num: 0 }],
  ]);
  await store(plant, note, [['2026-10-25T02:00:00Z', { text: '=SUM(1); "ok"' }]]);
  return { temperature, door, note, ids: [note, door, temperature].map(({ id }) => id).join() };
}
const LONG = [
  'Logger;Kanál;Klíč;Jednotka;Čas (Europe/Prague);Čas (UTC);Hodnota;Slovně;Kvalita',
  'Pec;Teplota;t;°C;2026-10-25 02:30:00 +02:00;2026-10-25T00:30:00Z;21,5;;dobré',
  'Pec;Teplota;t;°C;2026-10-25 02:30:00,25 +01:00;2026-10-25T01:30:00.25Z;-3;;dobré',
  'Pec;Teplota;t;°C;2026-10-25 03:00:00;2026-10-25T02:00:00Z;NaN;;chyba čidla',
  'Pec;Teplota;t;°C;2026-10-25 03:01:00;2026-10-25T02:01:00Z;1e+21;;vyloučeno',
  'Pec;Dveře;d;;2026-10-25 02:30:00 +02:00;2026-10-25T00:30:00Z;1;otevřeno;dobré',
  'Pec;Dveře;d;;2026-10-25 03:02:00;2026-10-25T02:02:00Z;0;zavřeno;dobré',
  `Pec;Hlášení;n;;2026-10-25 03:00:00;2026-10-25T02:00:00Z;"'=SUM(1); ""ok""";;dobré`,
];
const WIDE = [
  'Čas (Europe/Prague);Čas (UTC);Teplota [°C];Dveře;Hlášení;Kvalita',
  '2026-10-25 02:30:00 +02:00;2026-10-25T00:30:00Z;21,5;1;;',
  '2026-10-25 02:30:00,25 +01:00;2026-10-25T01:30:00.25Z;-3;;;',
  `2026-10-25 03:00:00;2026-10-25T02:00:00Z;NaN;;"'=SUM(1); ""ok""";Teplota: chyba čidla`,
  '2026-10-25 03:01:00;2026-10-25T02:01:00Z;1e+21;;;Teplota: vyloučeno',
  '2026-10-25 03:02:00;2026-10-25T02:02:00Z;;0;;',
];

/** Of a service that only reads. */
async function keyOf(plant: TestPlant): Promise<Record<string, string>> {
  const answer = await plant.send('POST', '/api-keys', { name: 'Grafana', scopes: ['dlog:read'], expires_in_days: 30 });
  if (answer.status !== 201) throw new Error(await answer.text());
  return { Authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
}

async function made(plant: TestPlant, body: ReadingsExport, kinds: ConstructorParameters<typeof TaskRunner>[1] = SMALL) {
  const answer = await plant.send('POST', '/readings/export', body);
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as Task;
  await new TaskRunner(plant.deps, kinds).run();
  const task = await plant.get<Task>(`/tasks/${id}`);
  return { task, content: () => plant.app.request(`${plant.root}/tasks/${id}/content`, { headers: plant.headers }) };
}

/** Entries of an archive, by the list at its end. */
function unzipped(bytes: Buffer): Map<string, string> {
  const foot = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let i = bytes.readUInt32LE(foot + 16);
  for (let n = 0; n < bytes.readUInt16LE(foot + 10); n++) {
    const [packed, size, length, where] = [20, 24, 28, 42].map((from) =>
      from === 28 ? bytes.readUInt16LE(i + from) : bytes.readUInt32LE(i + from),
    );
    const name = bytes.subarray(i + 46, i + 46 + length!).toString();
    const begin = where! + 30 + bytes.readUInt16LE(where! + 26);
    const plain = inflateRawSync(bytes.subarray(begin, begin + packed!));
    expect(plain.byteLength).toBe(size);
    files.set(name, plain.toString());
    i += 46 + length!;
  }
  return files;
}

/** A file as a program reads it that nobody here wrote; moments as text, with all their digits. */
async function parquetOf(file: ArrayBuffer) {
  const { schema, row_groups } = await parquetMetadataAsync(file);
  const parsers = { ...DEFAULT_PARSERS, timestampFromMicroseconds: (us: bigint) => formatInstant(Number(us)) };
  const rows = await parquetReadObjects({ file, parsers: parsers as unknown as typeof DEFAULT_PARSERS });
  return {
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null))),
    groups: row_groups.map(({ num_rows }) => Number(num_rows)),
    schema: schema.slice(1).map(({ name, type, converted_type }) => [name, type, converted_type].filter(Boolean).join(' ')),
  };
}

describe.each(ENGINES)('readings as files on %s', (engine) => {
  it('are a reading in each row or a moment in each row, by the clock of the place and in UTC, as the reader writes numbers', async () => {
    const plant = await alonePlant(engine);
    const { ids } = await night(plant);
    const answer = await asked(plant, `channels=${ids}&format=csv&locale=cs`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="hodnoty-2026-11-24-0100.csv"',
    ]);
    expect(linesOf(await answer.text())).toEqual(LONG);
    expect(linesOf(await textOf(plant, `channels=${ids}&format=csv&locale=cs&layout=wide`))).toEqual(WIDE);
    const part = `channels=${ids}&format=csv&locale=cs&from=2026-10-25T01:00:00Z&to=2026-10-25T02:00:00Z`;
    expect(linesOf(await textOf(plant, part))).toEqual([LONG[0], LONG[2]]);
  });

  it('are a head alone where there are no readings', async () => {
    const plant = await alonePlant(engine);
    const { id } = await makeChannel(plant.deps, plant.datalogger, { name: 'Nic', unit: null });
    const answer = await asked(plant, `channels=${id}&format=csv&layout=wide`);
    expect(answer.status).toBe(200);
    expect(linesOf(await answer.text())).toEqual(['Time (Europe/Prague),Time (UTC),Nic,Quality']);
    expect(await textOf(plant, `channels=${id}&format=json`)).toBe('');
  });

  it('are objects in lines, and lines that a database of time takes', async () => {
    const plant = await alonePlant(engine);
    const { ids } = await night(plant);
    const json = (await textOf(plant, `channels=${ids}&format=json`))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(json).toHaveLength(7);
    expect(json[2]).toEqual({
      logger: 'Pec',
      channel: 'Teplota',
      key: 't',
      unit: '°C',
      time: '2026-10-25T02:00:00Z',
      value: 'NaN',
      quality: 'sensor_error',
    });
    expect(json[4]).toEqual({
      logger: 'Pec',
      channel: 'Dveře',
      key: 'd',
      time: '2026-10-25T00:30:00Z',
      value: 1,
      word: 'open',
      quality: 'good',
    });
    const wide = (await textOf(plant, `channels=${ids}&format=json&layout=wide`))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(wide[0]).toEqual({ time: '2026-10-25T00:30:00Z', Teplota: 21.5, Dveře: 1 });
    const lines = (await textOf(plant, `channels=${ids}&format=line-protocol`)).trimEnd().split('\n');
    expect(lines[1]).toBe(
      'readings,logger=Pec,channel=Teplota,key=t,unit=°C value=-3,quality="good" 1761355800250000000'.replace(
        '1761355800250',
        String(at('2026-10-25T01:30:00.25Z') / 1_000),
      ),
    );
    expect(lines[6]).toContain('channel=Hlášení,key=n text="=SUM(1); \\"ok\\"",quality="good" ');
    expect(await codeOf(await asked(plant, `channels=${ids}&format=line-protocol&layout=wide`))).toBe('422 validation_failed');
  });

  it('are written by a task in slices, byte for byte as at once, and read by whoever may read them', async () => {
    const plant = await alonePlant(engine);
    const { ids } = await night(plant);
    const channels = ids.split(',');
    for (const layout of ['long', 'wide'] as const) {
      const { task, content } = await made(plant, { channels, format: 'csv', layout, locale: 'cs' });
      expect(task).toMatchObject({
        state: 'done',
        done: 7,
        total: 7,
        file: { name: 'hodnoty-2026-11-24-0100.csv' },
        workspace_id: plant.workspace.id,
      });
      const answer = await content();
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(linesOf(await answer.text())).toEqual(layout === 'long' ? LONG : WIDE);
    }
    const { task, content } = await made(plant, { channels, format: 'json', locale: 'en' });
    expect(task.file?.name).toBe('readings-2026-11-24-0100.jsonl');
    const answer = await content();
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/x-ndjson; charset=utf-8',
      expect.stringContaining('readings-2026-11-24-0100.jsonl"'),
    ]);
    expect(await answer.text()).toBe(await textOf(plant, `channels=${ids}&format=json`));
    const audit = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select(['verb', 'entity_id']).where('organization_id', '=', plant.organization.id).execute(),
    );
    expect(audit.filter(({ entity_id }) => entity_id === task.id)).toEqual([{ verb: 'tasks.create', entity_id: task.id }]);
  });

  it('are a workbook with real numbers and dates, the same at once and in slices', async () => {
    const plant = await alonePlant(engine);
    const { ids } = await night(plant);
    const { content } = await made(plant, { channels: ids.split(','), format: 'xlsx', locale: 'cs' });
    const sliced = unzipped(Buffer.from(await (await content()).arrayBuffer()));
    const whole = unzipped(Buffer.from(await (await asked(plant, `channels=${ids}&format=xlsx&locale=cs`)).arrayBuffer()));
    expect([...sliced]).toEqual([...whole]);
    const sheet = sliced.get('xl/worksheets/sheet1.xml')!;
    const cells = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row]) =>
      [...row!.matchAll(/<c\/>|<c[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/g)].map(
        ([, number, text]) => number ?? text ?? null,
      ),
    );
    expect(cells[1]).toEqual(['Pec', 'Teplota', 't', '°C', '2026-10-25 02:30:00 +02:00', '2026-10-25T00:30:00Z', '21.5', null, 'dobré']);
    // 2026-10-25 03:00 by the clock of Prague.
    expect(Number(cells[3]![4])).toBeCloseTo(Date.UTC(2026, 9, 25, 3) / 86_400_000 + 25_569, 9);
    expect(sheet).toContain('<c s="2"><v>');
    expect([...sliced.keys()]).toContain('[Content_Types].xml');
  });

  it('are columns for programs that analyse data, equal to lines of JSON at once and in groups that somebody else goes on with', async () => {
    const plant = await alonePlant(engine);
    const { ids, temperature } = await night(plant);
    // Some microseconds apart, more than one group has room for.
    const many = Array.from({ length: 70 }, (_, i) => ({
      channelNo: temperature.no,
      ts: at('2026-11-01T00:00:00Z') + 7 * i,
      num: i / 8,
      text: null,
    }));
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, many));
    const json = (await textOf(plant, `channels=${ids}&format=json`))
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { value, ...row } = JSON.parse(line) as Record<string, unknown>;
        return { ...row, ...(typeof value === 'number' ? { value } : { text: value }) };
      });
    const answer = await asked(plant, `channels=${ids}&format=parquet`);
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/vnd.apache.parquet',
      'attachment; filename="readings-2026-11-24-0100.parquet"',
    ]);
    const whole = await parquetOf(await answer.arrayBuffer());
    expect(whole.rows).toEqual(json);
    expect(whole.groups).toEqual([77]);

    // Each slice is taken by a runner that knows nothing but what is stored.
    const begun = await plant.send('POST', '/readings/export', { channels: ids.split(','), format: 'parquet', locale: 'en' });
    const { id } = (await begun.json()) as Task;
    const stopping = { ...plant.deps, stopping: () => true };
    while (await new TaskRunner(stopping, { 'readings.export': exportReadingsTask(3) }).turn());
    const task = await plant.get<Task>(`/tasks/${id}`);
    expect(task).toMatchObject({ state: 'done', done: 77, file: { name: 'readings-2026-11-24-0100.parquet' } });
    const content = await plant.app.request(`${plant.root}/tasks/${id}/content`, { headers: plant.headers });
    const sliced = await parquetOf(await content.arrayBuffer());
    expect(sliced.rows).toEqual(json);
    expect(sliced.groups).toEqual([12, 12, 12, 12, 12, 12, 5]);
    expect(sliced.schema).toEqual(whole.schema);
    expect(await codeOf(await asked(plant, `channels=${ids}&format=parquet&layout=wide`))).toBe('422 validation_failed');
  });

  it('are columns without a row where there are no readings', async () => {
    const plant = await alonePlant(engine);
    const { id } = await makeChannel(plant.deps, plant.datalogger, { name: 'Nic', unit: null });
    const empty = await parquetOf(await (await asked(plant, `channels=${id}&format=parquet`)).arrayBuffer());
    expect([empty.rows, empty.groups]).toEqual([[], []]);
    expect(empty.schema).toEqual([
      'logger BYTE_ARRAY UTF8',
      'channel BYTE_ARRAY UTF8',
      'key BYTE_ARRAY UTF8',
      'unit BYTE_ARRAY UTF8',
      'time INT64 TIMESTAMP_MICROS',
      'value DOUBLE',
      'text BYTE_ARRAY UTF8',
      'word BYTE_ARRAY UTF8',
      'quality BYTE_ARRAY UTF8',
    ]);
  });

  it('are refused at once beyond what a request gets', async () => {
    const plant = await alonePlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const { no } = channel;
    const many = Array.from({ length: EXPORT_DIRECT_READINGS + 1 }, (_, i) => ({
      channelNo: no,
      ts: at('2026-01-01T00:00:00Z') + i * 1_000,
      num: i,
      text: null,
    }));
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, many));
    expect(await codeOf(await asked(plant, `channels=${channel.id}&format=csv`))).toBe('413 too_many_rows');
    const answer = await asked(plant, `channels=${channel.id}&format=csv&from=2026-01-01T00:00:00.001Z`);
    expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(EXPORT_DIRECT_READINGS + 1);
  }, 60_000);

  it('are those of loggers that the reader may see, and the answers of what is asked wrongly say so', async () => {
    const plant = await alonePlant(engine);
    const { temperature } = await night(plant);
    const elsewhere = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    const hidden = await makeChannel(plant.deps, elsewhere);
    const viewer = await plant.member('viewer', plant.workspace.id);
    const both = `${temperature.id},${hidden.id}`;
    expect((await asked(plant, `channels=${both}&format=csv`)).status).toBe(200);
    expect((await asked(plant, `channels=${temperature.id}&format=csv`, viewer)).status).toBe(200);
    expect(await codeOf(await asked(plant, `channels=${both}&format=csv`, viewer))).toBe('404 not_found');
    expect(
      await codeOf(await plant.send('POST', '/readings/export', { channels: both.split(','), format: 'csv', locale: 'cs' }, viewer)),
    ).toBe('404 not_found');
    expect(await codeOf(await asked(plant, `channels=${both}&format=doc`))).toBe('422 validation_failed');
    expect(await codeOf(await asked(plant, `channels=${both}&format=csv&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`))).toBe(
      '422 validation_failed',
    );
    expect(await codeOf(await asked(plant, `channels=${Array(101).fill(temperature.id).join()}&format=csv`))).toBe('422 validation_failed');
  });

  it('are told of by their channel and logger where names repeat, and shown in the units that people see, or as stored', async () => {
    const plant = await alonePlant(engine);
    const { deps, datalogger, workspace } = plant;
    const words = { cs: 'Pec', en: 'Oven', sk: 'Pec' };
    const look = { display_unit: '[degF]', decimals: 1, color: null, state_words: null, range_min: null, range_max: 100 };
    const answer = await plant.send('POST', '/sensor-types', {
      names: words,
      quantity: 'temperature',
      kind: 'gauge',
      mean: 'arithmetic',
      ...look,
    });
    const type = (await answer.json()) as { id: string };
    const one = await makeChannel(deps, datalogger, { key: 'a', name: 'Teplota', unit: '°C', sensor_type_id: type.id, position: 0 });
    const two = await makeChannel(deps, datalogger, { key: 'b', name: 'Teplota', unit: '°C', position: 1 });
    const press = await makeDatalogger(deps, workspace, { name: 'Lis' });
    const three = await makeChannel(deps, press, { key: 'a', name: 'Teplota', unit: '°C' });
    await store(plant, one, [['2026-10-01T00:00:00Z', { num: 100 }]]);
    await store(plant, three, [['2026-10-01T00:00:00Z', { num: 7 }]], press);
    const wide = async (more: string) =>
      linesOf(await textOf(plant, `channels=${[one, two, three].map(({ id }) => id).join()}&format=csv&layout=wide${more}`));
    expect(await wide('')).toEqual([
      'Time (Europe/Prague),Time (UTC),Lis – Teplota [°C],Pec – Teplota (a) [°F],Pec – Teplota (b) [°C],Quality',
      '2026-10-01 02:00:00,2026-10-01T00:00:00Z,7,212,,',
    ]);
    expect(await wide('&units=stored')).toEqual([
      'Time (Europe/Prague),Time (UTC),Lis – Teplota [°C],Pec – Teplota (a) [°C],Pec – Teplota (b) [°C],Quality',
      '2026-10-01 02:00:00,2026-10-01T00:00:00Z,7,100,,',
    ]);
  });

  it('are those that count: calibrated, corrected and excluded ones as people said', async () => {
    const plant = await alonePlant(engine);
    const { temperature } = await night(plant);
    const mark = (body: object) => plant.send('POST', '/marks', { channel_id: temperature.id, reason: 'Zkouška', value_to: null, ...body });
    const offset = await mark({ kind: 'offset', value: 0.5, from: '2026-10-25T00:00:00Z', to: '2026-10-25T01:00:00Z' });
    const exclusion = await mark({ kind: 'exclude', value: null, from: '2026-10-25T01:00:00Z', to: '2026-10-25T02:00:00Z' });
    const curve = { kind: 'linear', gain: 2, offset: 0 };
    const body = { channel_id: temperature.id, from: '2026-01-01T00:00:00Z', curve, laboratory: 'ČMI' };
    const calibration = await plant.send('POST', '/calibrations', body);
    expect([offset.status, exclusion.status, calibration.status]).toEqual([201, 201, 201]);
    const lines = linesOf(await textOf(plant, `channels=${temperature.id}&format=csv&locale=cs`)).map((line) => line.split(';'));
    expect(lines.slice(1, 3).map((cells) => [cells[6], cells[8]])).toEqual([
      ['43,5', 'dobré'],
      ['-6', 'vyloučeno'],
    ]);
  });

  it('bring nothing new when they are read in again', async () => {
    const plant = await alonePlant(engine);
    const { ids } = await night(plant);
    const again = async (text: string, unchanged: number) => {
      const uploaded = await plant.app.request(`${plant.root}/imports?datalogger_id=${plant.datalogger.id}&name=again.csv`, {
        method: 'POST',
        headers: { ...plant.headers, 'Content-Type': 'application/octet-stream' },
        body: text,
      });
      const { id, proposed, preview } = (await uploaded.json()) as DataImport & { proposed: ImportSettings; preview: ImportPreview };
      expect(preview.rows.flatMap(({ problems }) => problems)).toEqual([]);
      await plant.send('POST', `/imports/${id}/check`, { settings: proposed });
      await new TaskRunner(plant.deps, TASKS).run();
      expect((await plant.get<DataImport>(`/imports/${id}`)).check).toMatchObject({ new: 0, changed: 0, unchanged, refused: 0 });
      const { id: run } = (await (await plant.send('POST', `/imports/${id}/run`, {})).json()) as Task;
      await new TaskRunner(plant.deps, TASKS).run();
      expect((await plant.get<Task>(`/tasks/${run}`)).counts).toMatchObject({ new: 0, changed: 0, unchanged, refused: 0 });
    };
    // As the files are guessed to be meant.
    for (const locale of ['cs', 'en', 'sk'] as const)
      await again(await textOf(plant, `channels=${ids}&format=csv&layout=wide&units=stored&locale=${locale}`), 7);
    // Rows that name their channel by its key.
    for (const locale of ['cs', 'en', 'sk'] as const)
      await again(await textOf(plant, `channels=${ids}&format=csv&layout=long&units=stored&locale=${locale}`), 7);
  });

  it('are the same in order whatever the slices are, of rows and of chunks', async () => {
    const plant = await alonePlant(engine);
    const channels = await Promise.all(
      [0, 1, 2].map((position) =>
        makeChannel(plant.deps, plant.datalogger, { key: `k${position}`, name: `K${position}`, unit: null, position }),
      ),
    );
    for (const [step, channel] of channels.entries()) {
      const readings = Array.from({ length: 40 }, (_, i) => ({
        channelNo: channel.no,
        ts: at('2026-10-01T00:00:00Z') + i * (step + 1) * MINUTE,
        num: i,
        text: null,
      }));
      await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
    }
    const ids = channels.map(({ id }) => id);
    for (const layout of ['long', 'wide'] as const) {
      const whole = await textOf(plant, `channels=${ids.join()}&format=csv&layout=${layout}&locale=sk`);
      const { content } = await made(
        plant,
        { channels: ids, format: 'csv', layout, locale: 'sk' },
        { 'readings.export': exportReadingsTask(7) },
      );
      expect(await (await content()).text()).toBe(whole);
      const moments = linesOf(whole)
        .slice(1)
        .map((line) => line.split(';')[layout === 'long' ? 5 : 1]!);
      if (layout === 'long') expect(moments).toHaveLength(120);
      else expect(moments).toEqual([...new Set(moments)].sort());
    }
  });

  it('are rows of moments for other programs, as fine as they ask, by their keys', async () => {
    const plant = await alonePlant(engine);
    const { ids } = await night(plant);
    const key = await keyOf(plant);
    const read = async (more: string) => {
      const answer = await plant.app.request(`${plant.root}/readings/values?channels=${ids}&${more}`, { headers: key });
      return answer.status === 200 ? ((await answer.json()) as object[]) : codeOf(answer);
    };
    const span = `from=${Date.parse('2026-10-25T00:00:00Z')}&to=${Date.parse('2026-10-25T03:00:00Z')}`;
    expect(await read(span)).toEqual([
      { time: '2026-10-25T00:30:00Z', Teplota: 21.5, Dveře: 1 },
      { time: '2026-10-25T01:30:00.25Z', Teplota: -3 },
      { time: '2026-10-25T02:00:00Z', Hlášení: '=SUM(1); "ok"' },
      { time: '2026-10-25T02:02:00Z', Dveře: 0 },
    ]);
    expect(await read(`${span}&layout=long&units=stored`)).toContainEqual({
      time: '2026-10-25T00:30:00Z',
      name: 'Teplota',
      value: 21.5,
      unit: '°C',
    });
    expect(await read('from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z')).toEqual([]);
    expect(await read(`${span}&points=0`)).toBe('422 validation_failed');
    // The same key reads files.
    expect((await asked(plant, `channels=${ids}&format=csv`, key)).status).toBe(200);
  });

  it('are metrics of newest values, with their age, and the states of loggers', async () => {
    const plant = await alonePlant(engine, { datalogger: { name: 'Pec "A"' } });
    await night(plant);
    plant.deps.clock.advance(1e6);
    const answer = await plant.app.request(`${plant.root}/metrics`, { headers: await keyOf(plant) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/[0-9a-f-]{36}/, 'ID'));
    expect(lines).toContain('# TYPE taktlog_reading gauge');
    expect(lines).toContain('taktlog_reading{logger="Pec \\"A\\"",channel="Teplota",unit="°C",channel_id="ID"} -3');
    const age = (NOW + 1e6 - at('2026-10-25T02:02:00Z')) / 1e6;
    expect(lines).toContain(`taktlog_reading_age_seconds{logger="Pec \\"A\\"",channel="Dveře",unit="",channel_id="ID"} ${age}`);
    expect(lines.filter((line) => line.startsWith('taktlog_sensor_failing{'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('taktlog_logger_state{'))).toHaveLength(1);
    expect(lines.join()).not.toContain('Hlášení');
  });
});
