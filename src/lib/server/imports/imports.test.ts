import { describe, expect, it } from 'vitest';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type { DataImport, ImportPreview, ImportSettings } from '../../contract/imports.ts';
import type { Recording, RecordingEvaluation, RecordingRow } from '../../contract/recordings.ts';
import type { Task } from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { forgetFiles } from '../files/files.jobs.ts';
import { TASKS } from '../process/tasks.ts';
import { judgeRecordings } from '../recordings/judge.ts';
import { TaskRunner } from '../tasks/runner.ts';
import type { TaskKinds } from '../tasks/task-kind.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeDatalogger, makeWorkspace, testClock } from '../testing/testing.ts';
import { checkImportFile, runImportFile } from './import-task.ts';
import { forgetImports } from './imports.service.ts';

type Uploaded = DataImport & { proposed: ImportSettings; preview: ImportPreview };
/** Parts of few readings, so that a small file has many. */
const SMALL: TaskKinds = { 'imports.check': checkImportFile(4), 'imports.run': runImportFile(4) };

/** Its own database: the queue is one for all organisations. */
async function alonePlant(engine: (typeof ENGINES)[number], over: Parameters<typeof testPlant>[1] = {}) {
  const clock = testClock(Date.UTC(2026, 10, 24) * 1_000);
  const { db } = await freshDatabase(engine, clock);
  return testPlant(engine, { ...over, deps: { clock, db } });
}
const sent = (
  plant: TestPlant,
  body: string | Uint8Array,
  { headers = plant.headers, logger = plant.datalogger.id, name = 'data.csv' } = {},
) =>
  plant.app.request(`${plant.root}/imports?datalogger_id=${logger}&name=${name}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    body: body as BodyInit,
  });
async function uploaded(plant: TestPlant, body: string | Uint8Array): Promise<Uploaded> {
  const answer = await sent(plant, body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Uploaded;
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const begin = (plant: TestPlant, id: string, step: 'check' | 'run', body: unknown) => plant.send('POST', `/imports/${id}/${step}`, body);
async function checked(plant: TestPlant, id: string, settings: ImportSettings, kinds: TaskKinds = SMALL) {
  expect((await begin(plant, id, 'check', { settings })).status).toBe(201);
  await new TaskRunner(plant.deps, kinds).run();
  return (await plant.get<DataImport>(`/imports/${id}`)).check!;
}
/** Stores what was checked; gives the task as it ended. */
async function stored(plant: TestPlant, id: string, kinds: TaskKinds = SMALL, body: object = {}): Promise<Task> {
  const answer = await begin(plant, id, 'run', body);
  expect(answer.status).toBe(201);
  const { id: task } = (await answer.json()) as Task;
  await new TaskRunner(plant.deps, kinds).run();
  return plant.get<Task>(`/tasks/${task}`);
}
const readingsOf = async ({ deps, organization }: TestPlant) => {
  const rows = await deps.db.read(organization.id, (db) =>
    db
      .selectFrom('readings as r')
      .innerJoin('channels as c', (join) => join.onRef('c.no', '=', 'r.channel_no'))
      .select(['c.key', 'r.ts', 'r.num', 'r.text'])
      .where('r.org_no', '=', organization.no)
      .where('c.organization_id', '=', organization.id)
      .orderBy('c.key')
      .orderBy('r.ts')
      .execute(),
  );
  return rows.map(({ key, ts, num, text }) => `${key} ${formatInstant(ts)} ${text ?? num}`);
};

/** A kind whose slices of these numbers are done and not committed, as of a process that is killed just then. */
const killedAt = (run: TaskKinds[string] | undefined, isKilled: (step: number) => boolean): TaskKinds => {
  let steps = 0;
  return {
    'imports.run': {
      ...run!,
      async step(given, cursor) {
        const slice = await run!.step(given, cursor);
        if (isKilled(steps++)) throw new Error('killed');
        return slice;
      },
    },
  };
};
const minute = (i: number) => formatInstant(Date.UTC(2026, 10, 20, 0, i) * 1_000)!;
const recordings = async (plant: TestPlant) => (await plant.get<{ items: RecordingRow[] }>('/recordings')).items;

const NIGHT = `Čas;Teplota [°C];Dveře
25.10.2026 1:30;21,5;ano
25.10.2026 2:00;21,6;ne
25.10.2026 2:30;---;ne
25.10.2026 2:00;21,8;ano
25.10.2026 2:30;21,9;ano
25.10.2026 3:00;x;ano
včera;1;ano
`;

describe.each(ENGINES)('files of readings on %s', (engine) => {
  it('are looked at, tried and stored, over the hour that comes twice, as somebody decided', async () => {
    const plant = await alonePlant(engine);
    const file = await uploaded(plant, NIGHT);
    const { proposed } = file;
    expect(proposed).toMatchObject({ separator: ';', decimal: ',', time: { format: 'dmy', zone: 'Europe/Prague', twice: null } });
    expect(proposed.columns.map(({ key, kind, unit }) => [key, kind, unit])).toEqual([
      ['Teplota', 'gauge', '°C'],
      ['Dveře', 'state', null],
    ]);
    expect(file.preview.rows[0]).toMatchObject({ line: 2, ts: '2026-10-24T23:30:00Z', values: [21.5, true], problems: [] });
    expect(file.preview.rows[1]).toMatchObject({ ts: null, problems: [{ code: 'ts_twice', line: 3 }] });

    const open = await checked(plant, file.id, proposed);
    expect(open).toMatchObject({
      rows: 7,
      new: 3,
      refused: 6,
      missing: 0,
      twice: { rows: 4, line: 3, text: '25.10.2026 2:00;21,6;ne' },
      failure: null,
    });
    expect(await codeOf(await begin(plant, file.id, 'run', {}))).toBe('409 conflict');

    const settings = { ...proposed, time: { ...proposed.time, twice: 'in_order' as const } };
    const check = await checked(plant, file.id, settings);
    expect(check).toMatchObject({
      rows: 7,
      new: 11,
      changed: 0,
      unchanged: 0,
      refused: 2,
      missing: 0,
      from: '2026-10-24T23:30:00Z',
      to: '2026-10-25T02:00:00Z',
    });
    expect(check.problems.map(({ code, line, key }) => [code, line, key])).toEqual([
      ['bad_value', 7, 'Teplota'],
      ['bad_ts', 8, undefined],
    ]);
    // Nothing was stored by looking at it.
    expect(await readingsOf(plant)).toEqual([]);
    expect(await plant.get<{ items: unknown[] }>(`/channels?datalogger_id=${plant.datalogger.id}`)).toEqual({ items: [] });

    expect(await stored(plant, file.id)).toMatchObject({
      state: 'done',
      about: { name: 'data.csv', datalogger_id: plant.datalogger.id },
      counts: { rows: 7, new: 11, changed: 0, unchanged: 0, refused: 2, missing: 0 },
      done: 7,
      total: 7,
    });
    expect((await readingsOf(plant)).filter((reading) => reading.startsWith('Teplota'))).toEqual([
      'Teplota 2026-10-24T23:30:00Z 21.5',
      'Teplota 2026-10-25T00:00:00Z 21.6',
      'Teplota 2026-10-25T00:30:00Z ---',
      'Teplota 2026-10-25T01:00:00Z 21.8',
      'Teplota 2026-10-25T01:30:00Z 21.9',
    ]);
  });

  it('bring nothing new the second time, and what changed since as changes', async () => {
    const plant = await alonePlant(engine);
    const text = (value: string) => `ts,a\n2026-11-20T00:00:00Z,1\n2026-11-20T00:01:00Z,${value}\n2026-11-20T00:02:00Z,3\n`;
    const first = await uploaded(plant, text('2'));
    await checked(plant, first.id, first.proposed);
    expect((await stored(plant, first.id)).counts).toMatchObject({ new: 3 });
    const again = await uploaded(plant, text('2'));
    expect(await checked(plant, again.id, again.proposed)).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
    expect((await stored(plant, again.id)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
    const other = await uploaded(plant, text('2.5'));
    expect(await checked(plant, other.id, other.proposed)).toMatchObject({ new: 0, changed: 1, unchanged: 2 });
    expect((await stored(plant, other.id)).counts).toMatchObject({ new: 0, changed: 1, unchanged: 2 });
  });

  it('are undone with all of their parts: what stood there before comes back, and the same file can be stored again', async () => {
    const plant = await alonePlant(engine);
    const minutes = Array.from({ length: 150 }, (_, i) => formatInstant(Date.UTC(2026, 10, 20) * 1_000 + i * 60_000_000)!);
    const text = (value: (i: number) => number) => `ts,a\n${minutes.map((ts, i) => `${ts},${value(i)}`).join('\n')}\n`;
    const first = await uploaded(
      plant,
      text((i) => i),
    );
    await checked(plant, first.id, first.proposed);
    const only = await stored(plant, first.id);
    const before = await readingsOf(plant);
    const second = await uploaded(plant, `${text((i) => (i % 3 === 0 ? i : i + 0.5))}2026-11-21T00:00:00Z,7\n`);
    await checked(plant, second.id, second.proposed);
    const task = await stored(plant, second.id);
    expect(task).toMatchObject({ undoable: true, counts: { new: 1, changed: 100, unchanged: 50 } });
    expect(await readingsOf(plant)).not.toEqual(before);

    expect((await plant.send('POST', `/tasks/${task.id}/undo`, undefined)).status).toBe(200);
    await new TaskRunner(plant.deps, SMALL).run();
    expect(await plant.get<Task>(`/tasks/${task.id}`)).toMatchObject({
      state: 'undone',
      undoable: false,
      changes: { changed: 100, gone: 1 },
    });
    expect(await readingsOf(plant)).toEqual(before);
    const { items: channels } = await plant.get<{ items: { last: unknown }[] }>('/channels');
    expect(channels[0]).toMatchObject({ last: { ts: minutes.at(-1), value: 149 } });

    const again = await uploaded(
      plant,
      text((i) => i + 0.25),
    );
    await checked(plant, again.id, again.proposed);
    const last = await stored(plant, again.id);
    expect(last.counts).toMatchObject({ new: 0, changed: 150, unchanged: 0 });
    // Without any readings the logger waits as it did before.
    const logger = () => plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`);
    expect(await logger()).toMatchObject({ state: 'file' });
    for (const { id } of [last, only]) {
      expect((await plant.send('POST', `/tasks/${id}/undo`, undefined)).status).toBe(200);
      await new TaskRunner(plant.deps, SMALL).run();
    }
    expect(await readingsOf(plant)).toEqual([]);
    expect(await logger()).toMatchObject({ state: 'never', filed_at: null });
  });

  it('are kept as messages that say how they are read, and say nothing of whether the logger works', async () => {
    const plant = await alonePlant(engine);
    const file = await uploaded(plant, NIGHT);
    await checked(plant, file.id, { ...file.proposed, time: { ...file.proposed.time, twice: 'in_order' } });
    await stored(plant, file.id);
    const { items } = await plant.get<{ items: { id: string; door: string; points: number; status: string }[] }>(
      '/received-data?sort=received_at',
    );
    expect(items.map(({ door }) => door)).toEqual(Array(4).fill('import'));
    expect(items.reduce((sum, { points }) => sum + points, 0)).toBe(11);
    const seen: string[] = [];
    for (const { id } of items) {
      const { readings } = await plant.get<{ readings: { key: string; ts: string; current: boolean }[] }>(`/received-data/${id}`);
      expect(readings.every(({ current }) => current)).toBe(true);
      seen.push(...readings.map(({ key, ts }) => `${key} ${ts}`));
    }
    expect(seen.sort()).toEqual((await readingsOf(plant)).map((text) => text.split(' ').slice(0, 2).join(' ')));
    expect(await plant.get(`/dataloggers/${plant.datalogger.id}`)).toMatchObject({
      first_seen_at: null,
      last_seen_at: null,
      refused_at: null,
      state: 'file',
      filed_at: expect.any(String),
    });
    // Of the channel it is the newest value all the same.
    const { items: channels } = await plant.get<{ items: { key: string; last: unknown }[] }>('/channels');
    expect(channels.find(({ key }) => key === 'Teplota')).toMatchObject({ unit: '°C', last: { ts: '2026-10-25T01:30:00Z', value: 21.9 } });
  });

  it('go on where a process was stopped between a part and its cursor, and count each part once', async () => {
    const plant = await alonePlant(engine);
    const rows = Array.from({ length: 20 }, (_, i) => `${formatInstant(Date.UTC(2026, 10, 20, 0, i) * 1_000)},${i}`);
    const file = await uploaded(plant, `ts,a\n${rows.join('\n')}\n`);
    await checked(plant, file.id, file.proposed);
    const failing = killedAt(SMALL['imports.run'], (step) => step % 2 === 0);
    const answer = await begin(plant, file.id, 'run', {});
    const { id } = (await answer.json()) as Task;
    for (let n = 0; n < 10; n++) {
      await new TaskRunner(plant.deps, failing).run();
      plant.deps.clock.advance(60e6);
    }
    expect(await plant.get<Task>(`/tasks/${id}`)).toMatchObject({ state: 'done', counts: { rows: 20, new: 20, unchanged: 0 } });
    expect(await readingsOf(plant)).toHaveLength(20);
    const { items } = await plant.get<{ items: { points: number }[] }>('/received-data');
    expect(items).toHaveLength(5);
  });

  it('become a recording where one is wanted, once, from the first to the last reading, also where a process was stopped', async () => {
    const plant = await alonePlant(engine);
    await makeChannel(plant.deps, plant.datalogger, { key: 'b', name: 'Vlhkost' });
    const rows = Array.from({ length: 8 }, (_, i) => `${minute(i)},${i},${i === 3 ? '' : i / 2},x`);
    const file = await uploaded(plant, `ts,a,b,c\n${rows.join('\n')}\n${minute(30)},x,,\n`);
    const settings = { ...file.proposed, columns: file.proposed.columns.map((column) => ({ ...column, kind: 'gauge' as const })) };
    expect(await checked(plant, file.id, settings)).toMatchObject({ new: 15, to: minute(7) });
    const answer = await begin(plant, file.id, 'run', { recording: { name: 'Rozvoz Ivančice', purpose: 'transport' } });
    const { id } = (await answer.json()) as Task;
    const failing = killedAt(SMALL['imports.run'], (step) => step % 2 === 0);
    for (let n = 0; n < 24; n++) {
      await new TaskRunner(plant.deps, failing).run();
      plant.deps.clock.advance(30e6);
    }
    const task = await plant.get<Task>(`/tasks/${id}`);
    expect(task).toMatchObject({ state: 'done', counts: { new: 15 }, recording: { id: expect.any(String), failure: null } });
    expect((await recordings(plant)).map((one) => one.id)).toEqual([task.recording!.id]);
    const made = await plant.get<Recording>(`/recordings/${task.recording!.id}`);
    expect(made).toMatchObject({
      name: 'Rozvoz Ivančice',
      purpose: 'transport',
      state: 'stopped',
      from: minute(0),
      // The last reading is one of it.
      to: '2026-11-20T00:07:00.000001Z',
      import: { id: file.id, name: 'data.csv', undone_at: null },
    });
    // Nothing of the third column could be stored.
    expect(made.channels.map(({ key }) => key)).toEqual(['a', 'b']);
    expect((await plant.get<RecordingEvaluation>(`/recordings/${made.id}/evaluation`)).readings).toBe(15);
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select(['verb', 'actor_id']).where('entity_id', '=', made.id).execute(),
    );
    expect(trail).toEqual([{ verb: 'recordings.create', actor_id: plant.owner.id }]);
  });

  it('leave their recording when they are undone: it says so, and what was signed of it stays', async () => {
    const plant = await alonePlant(engine);
    const file = await uploaded(plant, `ts,a\n${Array.from({ length: 20 }, (_, i) => `${minute(i)},${i}`).join('\n')}\n`);
    await checked(plant, file.id, file.proposed);
    const task = await stored(plant, file.id, SMALL, { recording: { name: 'Rozvoz', purpose: 'test' } });
    const path = `/recordings/${task.recording!.id}`;
    const { rev } = await plant.get<Recording>(path);
    const { hash } = await plant.get<RecordingEvaluation>(`${path}/evaluation`);
    expect((await plant.send('POST', `${path}/approve`, { rev, hash })).status).toBe(200);
    const effects = await plant.get(`/tasks/${task.id}/undo-effects`);
    expect(effects).toMatchObject({ recording_count: 1, signed_count: 1 });

    expect((await plant.send('POST', `/tasks/${task.id}/undo`, undefined)).status).toBe(200);
    await new TaskRunner(plant.deps, SMALL).run();
    expect(await readingsOf(plant)).toEqual([]);
    expect(await plant.get<Task>(`/tasks/${task.id}`)).toMatchObject({
      state: 'undone',
      changes: { gone: 20 },
      recording: { id: task.recording!.id, failure: null },
    });
    await judgeRecordings.run(plant.deps);
    const after = await plant.get<Recording>(path);
    expect(after).toMatchObject({
      state: 'approved',
      changed: true,
      import: { id: file.id, undone_at: formatInstant(plant.deps.clock.now()) },
    });
    expect(after.revisions.map((one) => [one.revision, one.signed_at !== null, one.channels[0]!.n])).toEqual([
      [2, false, 0],
      [1, true, 20],
    ]);
    expect(after.revisions[1]!.hash).toBe(hash);
  });

  it('are recorded by the channels that were chosen; too many, other ones and none with readings are refused', async () => {
    const plant = await alonePlant(engine);
    const wide = Array.from({ length: 13 }, (_, i) => `k${i}`);
    const file = await uploaded(plant, `ts,${wide.join()}\n${[0, 1].map((i) => [minute(i), ...wide.map(() => i)].join()).join('\n')}\n`);
    await checked(plant, file.id, file.proposed);
    const wanted = { name: 'Zkouška', purpose: 'mapping' };
    for (const recording of [wanted, { ...wanted, keys: ['k1', 'other'] }, { ...wanted, keys: [] }, { ...wanted, name: ' ' }])
      expect([recording, await codeOf(await begin(plant, file.id, 'run', { recording }))]).toEqual([recording, '422 validation_failed']);
    const task = await stored(plant, file.id, SMALL, { recording: { ...wanted, keys: ['k12', 'k1'] } });
    const made = await plant.get<Recording>(`/recordings/${task.recording!.id}`);
    expect(made.channels.map(({ key }) => key)).toEqual(['k1', 'k12']);

    const empty = await uploaded(plant, `ts,a\n${minute(5)},1\n${minute(6)},2\n`);
    const texts = { ...empty.proposed, decimal: ',' as const, columns: [{ ...empty.proposed.columns[0]!, at: 1, key: 'z' }] };
    await checked(plant, empty.id, { ...texts, time: { ...texts.time, format: 'epoch_s' } });
    expect((await stored(plant, empty.id, SMALL, { recording: wanted })).recording).toEqual({ id: null, failure: 'no_readings' });
    expect(await recordings(plant)).toHaveLength(1);
    // Who wants none gets none.
    const plain = await uploaded(plant, `ts,a\n${minute(5)},1\n`);
    await checked(plant, plain.id, plain.proposed);
    expect((await stored(plant, plain.id)).recording).toBeNull();
  });

  it('go on with the keys, kinds and words of channels that are there, and with as many channels as the logger may have', async () => {
    const plant = await alonePlant(engine, { datalogger: { channel_limit: 2 } });
    const words = [
      { value: 1, cs: 'Otevřeno', en: 'Open', sk: 'Otvorené', tone: null },
      { value: 0, cs: 'Zavřeno', en: 'Closed', sk: 'Zatvorené', tone: null },
    ];
    await makeChannel(plant.deps, plant.datalogger, { key: 'door', name: 'Dveře', kind: 'state', state_words: JSON.stringify(words) });
    const file = await uploaded(plant, 'ts;Dveře;t\n2026-11-20 08:00;otevřeno;1\n2026-11-20 08:01;Closed;2\n2026-11-20 08:02;1;3');
    expect(file.proposed.columns.map(({ key }) => key)).toEqual(['door', 't']);
    await checked(plant, file.id, file.proposed);
    expect((await stored(plant, file.id)).counts).toMatchObject({ new: 6, refused: 0 });
    expect((await readingsOf(plant)).filter((text) => text.startsWith('door')).map((text) => text.at(-1))).toEqual(['1', '0', '1']);
    const more = { ...file.proposed, columns: [...file.proposed.columns.slice(0, 1), { ...file.proposed.columns[1]!, key: 'new' }] };
    const answer = await begin(plant, file.id, 'check', { settings: more });
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'settings.columns', code: 'too_big', params: { maximum: 2 } }],
    });
  });

  it('refuse what is no table: binary data, too many bytes, a line without an end, thousands of columns, nothing but a head', async () => {
    const plant = await alonePlant(engine);
    expect(await codeOf(await sent(plant, Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8, 0)))).toBe('415 file_type_refused');
    expect(await codeOf(await sent(plant, '   \n'))).toBe('415 file_type_refused');
    expect(await codeOf(await sent(plant, new Uint8Array()))).toBe('422 validation_failed');
    expect(await codeOf(await sent(plant, new Uint8Array(33 * 1_048_576).fill(0x31)))).toBe('413 body_too_large');
    const failureOf = async (text: string, kinds = SMALL) => {
      const { id, proposed, preview } = await uploaded(plant, text);
      const { failure } = await checked(plant, id, proposed, kinds);
      expect(await codeOf(await begin(plant, id, 'run', {}))).toBe('409 conflict');
      return [preview.failure?.code, failure?.code];
    };
    expect(await failureOf(`ts;a\n"${'1'.repeat(1_000_000)}`)).toEqual(['row_too_long', 'row_too_long']);
    expect(await failureOf(`ts;a\n2026-11-20 08:00;1\n2026-11-20 08:01;"${'1\n'.repeat(300_000)}`)).toEqual([
      'row_too_long',
      'row_too_long',
    ]);
    expect(await failureOf(`${'a;'.repeat(10_000)}\n${'1;'.repeat(10_000)}`)).toEqual(['too_many_columns', 'too_many_columns']);
    // Far behind what a preview looks at: thousands of small parts would say nothing more.
    const far = Array.from({ length: 20_000 }, (_, i) => `${1_795_000_000 + i};${i}`).join('\n');
    expect(await failureOf(`ts;a\n${far}\n"${'1\n'.repeat(300_000)}`, TASKS)).toEqual([undefined, 'row_too_long']);
  });

  it('are read in every encoding, with mixed ends of lines, whatever stands in them', async () => {
    const plant = await alonePlant(engine);
    const text = 'Čas;Příkon [kW]\r\n20.11.2026 8:00;1,5\n20.11.2026 8:01;1,6\r20.11.2026 8:02;"1,7"\r\n\r\n';
    const bytes = [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(`\ufeff${text}`, 'utf16le').swap16()];
    const excel = Uint8Array.from([...text], (letter) => ({ Č: 0xc8, ř: 0xf8, í: 0xed })[letter] ?? letter.charCodeAt(0));
    for (const [n, file] of [...bytes, excel].entries()) {
      const { id, proposed } = await uploaded(plant, file);
      expect(proposed.columns).toMatchObject([{ key: 'Příkon', unit: 'kW' }]);
      expect(await checked(plant, id, proposed)).toMatchObject({ rows: 3, refused: 0, [n === 0 ? 'new' : 'unchanged']: 3 });
      await stored(plant, id);
    }
  });

  it('are written by nobody who may not, at no logger of another place, and with no zone that there isn’t', async () => {
    const plant = await alonePlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const other = await makeDatalogger(plant.deps, elsewhere);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await codeOf(await sent(plant, NIGHT, { headers: viewer }))).toBe('403 forbidden');
    const manager = await plant.member('manager', plant.workspace.id);
    expect(await codeOf(await sent(plant, NIGHT, { headers: manager, logger: other.id }))).toBe('404 not_found');
    const { id, proposed } = await uploaded(plant, NIGHT);
    const bad = [
      { ...proposed, time: { ...proposed.time, zone: 'Mars/Base' } },
      { ...proposed, columns: [proposed.columns[0]!, { ...proposed.columns[0]!, at: 2 }] },
      { ...proposed, columns: [{ ...proposed.columns[0]!, at: 0 }] },
    ];
    for (const settings of bad) {
      expect((await begin(plant, id, 'check', { settings })).status).toBe(422);
      expect((await plant.send('POST', `/imports/${id}/preview`, { settings })).status).toBe(422);
    }
    expect((await plant.send('POST', `/imports/${id}/preview`, { settings: proposed }, viewer)).status).toBe(403);
  });

  it('end when whoever began them may not write any more, and when the disk is full', async () => {
    const plant = await alonePlant(engine);
    const { id, proposed } = await uploaded(plant, NIGHT);
    await checked(plant, id, { ...proposed, time: { ...proposed.time, twice: 'skip' } });
    const answer = await begin(plant, id, 'run', {});
    const task = (await answer.json()) as Task;
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('memberships').set({ role: 'member' }).where('organization_id', '=', plant.organization.id).execute(),
    );
    await new TaskRunner(plant.deps, SMALL).run();
    const row = await plant.deps.db.read(plant.organization.id, (db) =>
      db
        .selectFrom('tasks')
        .select(['state', 'error'])
        .where('organization_id', '=', plant.organization.id)
        .where('id', '=', task.id)
        .executeTakeFirst(),
    );
    expect(row).toEqual({ state: 'failed', error: 'forbidden' });
  });

  it('are forgotten with their bytes after a week when nobody had them stored, and kept else', async () => {
    const plant = await alonePlant(engine);
    const left = await uploaded(plant, 'ts;a\n2026-11-20 08:00;1');
    const kept = await uploaded(plant, NIGHT);
    await checked(plant, kept.id, { ...kept.proposed, time: { ...kept.proposed.time, twice: 'skip' } });
    await stored(plant, kept.id);
    const sweep = async () => {
      await forgetImports(plant.deps);
      await forgetFiles(plant.deps);
    };
    plant.deps.clock.advance(6 * 86_400e6);
    await sweep();
    const again = async ({ id, proposed }: Uploaded) =>
      (await plant.send('POST', `/imports/${id}/preview`, { settings: proposed }, bearer(await signedIn(plant.deps, plant.owner)))).status;
    expect(await again(left)).toBe(200);
    plant.deps.clock.advance(2 * 86_400e6);
    await sweep();
    expect([await again(left), await again(kept)]).toEqual([404, 200]);
  });

  it('of the size that the product itself uses are what small parts make of them', async () => {
    const plant = await alonePlant(engine);
    const rows = Array.from({ length: 5_000 }, (_, i) => `${formatInstant(Date.UTC(2026, 10, 1, 0, i) * 1_000)};${i / 10};${i % 7}`);
    const { id, proposed } = await uploaded(plant, `ts;a;b\n${rows.join('\n')}`);
    expect(await checked(plant, id, { ...proposed, decimal: '.' }, TASKS)).toMatchObject({ rows: 5_000, new: 10_000, refused: 0 });
    expect(await stored(plant, id, TASKS)).toMatchObject({ state: 'done', counts: { new: 10_000 } });
    expect(await readingsOf(plant)).toHaveLength(10_000);
  });
});
