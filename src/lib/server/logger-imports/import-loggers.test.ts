import { describe, expect, it } from 'vitest';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { Problem } from '../../contract/errors.ts';
import { type importDataloggers, LOGGER_COLUMNS, type LoggerColumn } from '../../contract/logger-imports.ts';
import { TABLE_MAX_ROWS } from '../../contract/table-imports.ts';
import { LOGGER_HEADINGS, loggerValue } from '../../domain/dataloggers/logger-columns.ts';
import { BUILT_IN_TYPES } from '../../domain/logger-types/built-in.ts';
import { fieldsOf } from '../../domain/tables/columns.ts';
import { decodeCsv, parseCsv, separatorOf } from '../../domain/text/csv.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeDatalogger, makeMachine, makeWorkspace } from '../testing/testing.ts';

/** A type that comes with the product. */
const BUILT_IN = BUILT_IN_TYPES[0]!.key;
type Body = BodyInput<typeof importDataloggers>;
type Answer = ResponseOf<typeof importDataloggers>;
type Cells = Body['rows'][number]['values'];

const rowsOf = ({ deps }: TestPlant, ...values: Cells[]): Body['rows'] => values.map((one) => ({ id: deps.ids.uuid(), values: one }));
const send = (
  plant: TestPlant,
  columns: readonly LoggerColumn[],
  rows: Body['rows'],
  mode: Body['mode'],
  over: Partial<Body> = {},
  as?: Record<string, string>,
) => plant.send('POST', '/dataloggers/import', { workspace_id: plant.workspace.id, columns, rows, mode, ...over }, as);
const answered = async (...asked: Parameters<typeof send>): Promise<Answer> => {
  const answer = await send(...asked);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
};
const names = async (plant: TestPlant) =>
  (await plant.get<{ items: Datalogger[] }>('/dataloggers?limit=500&archived=1')).items.map(({ name }) => name);
const trail = ({ deps, organization }: TestPlant, verb: string) =>
  deps.db.read(organization.id, (db) =>
    db.selectFrom('audit_events').selectAll().where('organization_id', '=', organization.id).where('verb', '=', verb).execute(),
  );
const undo = async (plant: TestPlant, ids: readonly string[], as?: Record<string, string>) => {
  const answer = await plant.send('POST', '/dataloggers/import/undo', { workspace_id: plant.workspace.id, ids }, as);
  return { status: answer.status, ...((await answer.json()) as { removed: string[]; kept: string[] }) };
};
const post = ({ app }: TestPlant, token: string) =>
  app.request('/v1/ingest/json', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"temperature":4.5}',
  });
/** The list as a file, and the file as an import of it. */
async function exported(plant: TestPlant, locale: 'cs' | 'en' | 'sk', query = '') {
  const answer = await plant.app.request(`${plant.root}/dataloggers.csv?locale=${locale}${query}`, { headers: plant.headers });
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { text } = decodeCsv(bytes);
  const [head, ...lines] = parseCsv(text, separatorOf(text));
  const columns = fieldsOf(head!.cells, LOGGER_HEADINGS);
  return { columns, rows: lines.map(({ cells }) => cells.map((cell, at) => loggerValue(columns[at]!, cell))) };
}

describe.each(ENGINES)('loggers from a table, on %s', (engine) => {
  it('come all at once, each with a token that sends, told only in the answer and in the trail never', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Pec 1', code: 'P-1' });
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const columns: LoggerColumn[] = [
      'name',
      'code',
      'workspace',
      'place',
      'tags',
      'machine',
      'expected_interval_s',
      'auto_channels',
      'paused',
    ];
    const rows = rowsOf(
      plant,
      ['Chladnička 1', 'SN-1', null, 'Sklad', 'HACCP, chlazení', 'p-1', 60, 'true', null],
      ['Chladnička 2', 7, 'HALA 2', null, null, null, null, 'false', 'true'],
    );
    const { imported, problems, same } = await answered(plant, columns, rows, 'all');
    expect([problems, same]).toEqual([[], []]);
    expect(imported.map(({ token, ...one }) => one)).toEqual(rows.map(({ id, values }, row) => ({ row, id, name: values[0] })));
    const [first, second] = await Promise.all(rows.map(({ id }) => plant.get<Datalogger>(`/dataloggers/${id}`)));
    expect(first).toMatchObject({
      code: 'SN-1',
      place: 'Sklad',
      tags: ['HACCP', 'chlazení'],
      machine_id: machine.id,
      expected_interval_s: 60,
      auto_channels: true,
      state: 'never',
      rev: 1,
    });
    expect(second).toMatchObject({ workspace_id: other.id, code: '7', auto_channels: false, state: 'paused' });
    expect((await post(plant, imported[0]!.token!)).status).toBe(200);
    const made = await trail(plant, 'dataloggers.import');
    expect(made.map(({ entity_id, workspace_id }) => [entity_id, workspace_id]).sort()).toEqual(
      [
        [first!.id, plant.workspace.id],
        [second!.id, other.id],
      ].sort(),
    );
    const tokens = await trail(plant, 'credentials.create');
    expect(tokens).toHaveLength(2);
    for (const { after } of [...made, ...tokens]) for (const { token } of imported) expect(after).not.toContain(token);
    const numbers = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('dataloggers').select('no').where('organization_id', '=', plant.organization.id).orderBy('no').execute(),
    );
    expect(new Set(numbers.map(({ no }) => no)).size).toBe(3);
  });

  it('are only looked at when asked so: every problem is told at its row, and nothing is written', async () => {
    const plant = await testPlant(engine);
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Starý', code: 'SN-9' });
    for (const name of ['Lis', 'Lis']) await makeMachine(plant.deps, plant.workspace, { name });
    const columns: LoggerColumn[] = [
      'name',
      'code',
      'workspace',
      'machine',
      'type',
      'type_version',
      'expected_interval_s',
      'auto_channels',
    ];
    const rows = rowsOf(
      plant,
      ['Dobrý', 'SN-1'],
      ['', 'SN-2'],
      ['Třetí', 'SN-9'],
      ['Čtvrtý', 'SN-1'],
      ['Pátý', null, 'Neznámé'],
      ['Šestý', null, null, 'Lis', 'Neznámý typ'],
      ['Sedmý', null, null, null, null, 3],
      ['Osmý', null, null, null, null, null, 0, 'možná'],
    );
    expect(await answered(plant, columns, rows, 'check')).toEqual({
      imported: [],
      same: [],
      problems: [
        { row: 1, field: 'name', code: 'required' },
        { row: 2, field: 'code', code: 'taken' },
        { row: 3, field: 'code', code: 'repeated' },
        { row: 4, field: 'workspace', code: 'unknown' },
        { row: 5, field: 'machine', code: 'ambiguous' },
        { row: 5, field: 'type', code: 'unknown' },
        { row: 6, field: 'type', code: 'required' },
        { row: 7, field: 'expected_interval_s', code: 'too_small' },
        { row: 7, field: 'auto_channels', code: 'invalid_type' },
      ],
    });
    expect((await names(plant)).sort()).toEqual(['Starý', plant.datalogger.name].sort());
    expect(plant.deps.bus.published).toEqual([]);
    expect((await answered(plant, columns, rows, 'all')).imported).toEqual([]);
    expect((await answered(plant, columns, rows, 'good')).imported).toMatchObject([{ row: 0, name: 'Dobrý' }]);
  });

  it('come once when the same import is sent again after a broken line; their tokens are told no more', async () => {
    const plant = await testPlant(engine);
    const rows = rowsOf(plant, ['Jedna', 'a'], ['Dvě', 'b']);
    await answered(plant, ['name', 'code'], rows, 'all');
    const again = await answered(plant, ['name', 'code'], rows, 'all');
    expect(again.imported.map(({ name, token }) => [name, token])).toEqual([
      ['Jedna', null],
      ['Dvě', null],
    ]);
    expect(await trail(plant, 'dataloggers.import')).toHaveLength(2);
    const other = await answered(plant, ['name', 'code'], [{ ...rows[0]!, values: ['Něco jiného', 'a2'] }], 'all');
    expect(other.problems).toEqual([{ row: 0, field: 'id', code: 'taken' }]);
  });

  it('exported and imported again change nothing, in every language; a row that says something else is told and left', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Pec; "velká"' });
    await makeMachine(plant.deps, plant.workspace, { name: 'Pec; "velká"' });
    const { id } = plant.datalogger;
    await plant.send('PATCH', `/dataloggers/${id}`, {
      rev: 1,
      name: '=SUM(A1);-2,+3 "uvozovky"',
      code: '007',
      kind: "'apostrof",
      place: 'Sklad | regál, -5',
      tags: ['HACCP', 'chlazení'],
      machine_id: machine.id,
      expected_interval_s: 900,
      channel_limit: 33,
      mb_per_day: 12,
      paused: true,
    });
    await plant.send('POST', '/dataloggers', { workspace_id: plant.workspace.id, name: '12', place: '1 250', built_in_type: BUILT_IN });
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Pryč', archived_at: 1 });
    for (const locale of ['cs', 'en', 'sk'] as const) {
      const { columns, rows } = await exported(plant, locale, '&archived=1');
      expect(columns).toEqual([...LOGGER_COLUMNS]);
      expect(rows).toHaveLength(3);
      const before = [await names(plant), (await trail(plant, 'dataloggers.import')).length];
      const table = rowsOf(plant, ...rows);
      expect(await answered(plant, LOGGER_COLUMNS, table, 'all')).toEqual({ imported: [], same: [0, 1, 2], problems: [] });
      expect([await names(plant), (await trail(plant, 'dataloggers.import')).length]).toEqual(before);
      const changed = table.map((one, at) => (at === 0 ? { ...one, values: one.values.with(1, 'Jiný') } : one));
      expect((await answered(plant, LOGGER_COLUMNS, changed, 'good')).problems).toEqual([{ row: 0, field: 'name', code: 'differs' }]);
    }
    expect((await plant.get<Datalogger>(`/dataloggers/${id}`)).name).toBe('=SUM(A1);-2,+3 "uvozovky"');
    // What the filters of the list leave.
    expect((await exported(plant, 'en', '&q=chlazeni')).rows).toHaveLength(1);
  });

  it('are the same in another organisation, where their ids name nothing', async () => {
    const [one, two] = [await testPlant(engine), await testPlant(engine)];
    await one.send('PATCH', `/dataloggers/${one.datalogger.id}`, {
      rev: 1,
      name: 'Mrazák',
      tags: ['a', 'b'],
      channel_limit: 7,
      mb_per_day: 3,
    });
    const { columns, rows } = await exported(one, 'cs');
    const at = columns.indexOf('workspace');
    const there = rows.map((cells) => cells.with(at, two.workspace.name));
    expect((await answered(two, LOGGER_COLUMNS, rowsOf(two, ...there), 'all')).imported).toMatchObject([{ name: 'Mrazák' }]);
    const after = (await exported(two, 'cs')).rows.at(-1)!;
    expect(after.slice(1)).toEqual(there[0]!.slice(1));
    expect(after[0]).not.toBe(there[0]![0]);
  });

  it('are taken back with their tokens as long as nobody touched them and nothing came: the others stay', async () => {
    const plant = await testPlant(engine);
    const rows = rowsOf(plant, ['Nedotčený'], ['Změněný'], ['Poslal'], ['S kanálem'], ['Nový token'], ['Pozastavený poslal']);
    const { imported } = await answered(plant, ['name'], rows, 'all');
    const [untouched, changed, sent, measured, tokened, paused] = rows.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await plant.send('PATCH', `/dataloggers/${changed}`, { rev: 1, place: 'Jinde' });
    await post(plant, imported[2]!.token!);
    await plant.send('POST', '/channels', { datalogger_id: measured, key: 't', kind: 'gauge' });
    await plant.send('POST', `/dataloggers/${tokened}/credentials`, {});
    await plant.deps.db.write(plant.organization.id, (db) =>
      db
        .updateTable('dataloggers')
        .set({ paused_at: 1 })
        .where('organization_id', '=', plant.organization.id)
        .where('id', '=', paused)
        .execute(),
    );
    await post(plant, imported[5]!.token!);
    const ids = [untouched, changed, sent, measured, tokened, paused, plant.datalogger.id];
    expect(await undo(plant, ids)).toEqual({ status: 200, removed: [untouched], kept: ids.slice(1) });
    expect(await trail(plant, 'dataloggers.remove')).toMatchObject([{ entity_id: untouched, workspace_id: plant.workspace.id }]);
    expect((await post(plant, imported[0]!.token!)).status).toBe(401);
    expect((await post(plant, imported[4]!.token!)).status).toBe(200);
    expect(await undo(plant, [untouched])).toMatchObject({ removed: [] });
  });

  it('are for those who may add loggers to their workspaces; what somebody may not see has no name there', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    await makeMachine(plant.deps, elsewhere, { name: 'Skrytý stroj' });
    const manager = await plant.member('manager', elsewhere.id);
    const viewer = await plant.member('viewer', plant.workspace.id);
    const rows = rowsOf(plant, ['Jedna', null]);
    for (const as of [manager, viewer])
      for (const mode of ['check', 'all'] as const) expect((await send(plant, ['name'], rows, mode, {}, as)).status).toBe(403);
    expect((await undo(plant, [plant.datalogger.id], viewer)).status).toBe(403);
    const named = rowsOf(plant, ['Jedna', plant.workspace.name]);
    const there = await send(plant, ['name', 'workspace'], named, 'all', { workspace_id: elsewhere.id }, manager);
    expect(((await there.json()) as Answer).problems).toEqual([{ row: 0, field: 'workspace', code: 'unknown' }]);
    const nowhere = await send(plant, ['name'], rows, 'all', { workspace_id: plant.deps.ids.uuid() });
    expect(((await nowhere.json()) as Problem).errors).toEqual([{ path: 'workspace_id', code: 'invalid_value' }]);
    // Neither its list nor an id of another workspace tells anything.
    const file = await plant.app.request(`${plant.root}/dataloggers.csv`, { headers: manager });
    expect((await file.text()).split('\r\n')).toHaveLength(2);
    const asNew = await send(
      plant,
      ['id', 'name'],
      rowsOf(plant, [plant.datalogger.id, 'Cizí']),
      'check',
      { workspace_id: elsewhere.id },
      manager,
    );
    expect(await asNew.json()).toEqual({ imported: [], same: [], problems: [] });
  });

  it('may be five thousand at once, in a bounded number of queries, and no more', async () => {
    const plant = await testPlant(engine);
    const many = (count: number) => rowsOf(plant, ...Array.from({ length: count }, (_, n) => [`Logger ${n}`, `S-${n}`]));
    const rows = many(TABLE_MAX_ROWS);
    const queries = await queriesOf(plant.deps.db, async () =>
      expect((await answered(plant, ['name', 'code'], rows, 'all')).imported).toHaveLength(5_000),
    );
    expect(queries).toBeLessThan(80);
    expect((await send(plant, ['name', 'code'], [...rows, ...rowsOf(plant, ['Jeden navíc', null])], 'check')).status).toBe(422);
    const ids = rows.map(({ id }) => id);
    expect((await undo(plant, ids)).removed).toHaveLength(5_000);
    expect(await names(plant)).toEqual([plant.datalogger.name]);
  }, 60_000);
});
