import { describe, expect, it } from 'vitest';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { Problem } from '../../contract/errors.ts';
import type { importMachines } from '../../contract/machine-imports.ts';
import type { Machine } from '../../contract/machines.ts';
import { TABLE_MAX_ROWS } from '../../contract/table-imports.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeMachine, makeWorkspace } from '../testing/testing.ts';

type Body = BodyInput<typeof importMachines>;
type Answer = ResponseOf<typeof importMachines>;
const COLUMNS: Body['columns'] = ['name', 'code', 'hall'];

const rowsOf = ({ deps }: TestPlant, ...values: Body['rows'][number]['values'][]): Body['rows'] =>
  values.map((one) => ({ id: deps.ids.uuid(), values: one }));
const send = (plant: TestPlant, rows: Body['rows'], mode: Body['mode'], over: Partial<Body> = {}, as?: Record<string, string>) =>
  plant.send('POST', '/machines/import', { workspace_id: plant.workspace.id, columns: COLUMNS, rows, mode, ...over }, as);
const answered = async (...asked: Parameters<typeof send>): Promise<Answer> => {
  const answer = await send(...asked);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
};
const names = async (plant: TestPlant) =>
  (await plant.get<{ items: Machine[] }>('/machines?limit=500&archived=1')).items.map(({ name }) => name);
const trail = ({ deps, organization }: TestPlant, verb: string) =>
  deps.db.read(organization.id, (db) =>
    db.selectFrom('audit_events').selectAll().where('organization_id', '=', organization.id).where('verb', '=', verb).execute(),
  );
const undo = async (plant: TestPlant, ids: readonly string[], as?: Record<string, string>) => {
  const answer = await plant.send('POST', '/machines/import/undo', { workspace_id: plant.workspace.id, ids }, as);
  return { status: answer.status, ...((await answer.json()) as { removed: string[]; kept: string[] }) };
};

describe.each(ENGINES)('machines from a table, on %s', (engine) => {
  it('come all at once, each with its row in the trail, and one event says that they came', async () => {
    const plant = await testPlant(engine);
    const rows = rowsOf(plant, ['Lis 1', 'M-1', 'Hala A'], ['Lis 2', 'M-2', null], ['Lis 3', '', 'Hala B']);
    const { imported, problems } = await answered(plant, rows, 'all');
    expect(problems).toEqual([]);
    expect(imported).toEqual(rows.map(({ id, values }, row) => ({ row, id, name: values[0] })));
    const machine = await plant.get<Machine>(`/machines/${rows[0]!.id}`);
    expect(machine).toMatchObject({ name: 'Lis 1', code: 'M-1', hall: 'Hala A', status: 'in_operation', rev: 1, line: null });
    expect((await plant.get<Machine>(`/machines/${rows[2]!.id}`)).code).toBeNull();
    expect((await trail(plant, 'machines.import')).map(({ entity_id }) => entity_id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(plant.deps.bus.published.filter(({ event }) => event.name === 'changed')).toHaveLength(1);
    const found = await plant.get<{ items: Machine[] }>('/machines?q=lis+2');
    expect(found.items.map(({ name }) => name)).toEqual(['Lis 2']);
  });

  it('are only looked at when asked so: every problem is told at its row, and nothing is written', async () => {
    const plant = await testPlant(engine);
    await makeMachine(plant.deps, plant.workspace, { name: 'Stará', code: 'M-9' });
    const rows = rowsOf(
      plant,
      ['Lis 1', 'M-1', null],
      ['', 'M-2', null],
      ['Lis 3', 'M-9', null],
      ['Lis 4', 'M-1', null],
      ['x'.repeat(201), null, 'y'.repeat(81)],
    );
    expect(await answered(plant, rows, 'check')).toEqual({
      imported: [],
      problems: [
        { row: 1, field: 'name', code: 'required' },
        { row: 2, field: 'code', code: 'taken' },
        { row: 3, field: 'code', code: 'repeated' },
        { row: 4, field: 'name', code: 'too_big' },
        { row: 4, field: 'hall', code: 'too_big' },
      ],
    });
    expect(await names(plant)).toEqual(['Stará']);
    expect(plant.deps.bus.published).toEqual([]);
  });

  it('come none when one has a problem, or the good ones when that is asked for', async () => {
    const plant = await testPlant(engine);
    const rows = rowsOf(plant, ['Lis 1', null, null], ['', null, null], ['Lis 3', null, null]);
    expect((await answered(plant, rows, 'all')).imported).toEqual([]);
    expect(await names(plant)).toEqual([]);
    const { imported, problems } = await answered(plant, rows, 'good');
    expect(imported.map(({ row }) => row)).toEqual([0, 2]);
    expect(problems.map(({ row }) => row)).toEqual([1]);
    expect(await names(plant)).toEqual(['Lis 1', 'Lis 3']);
  });

  it('come once when the same import is sent again after a broken line', async () => {
    const plant = await testPlant(engine);
    const rows = rowsOf(plant, ['Lis 1', 'M-1', null], ['Lis 2', 'M-2', null]);
    const first = await answered(plant, rows, 'all');
    expect(await answered(plant, rows, 'all')).toEqual(first);
    expect(await names(plant)).toEqual(['Lis 1', 'Lis 2']);
    expect(await trail(plant, 'machines.import')).toHaveLength(2);
    const other = await answered(plant, [{ ...rows[0]!, values: ['Něco jiného', null, null] }], 'all');
    expect(other.problems).toEqual([{ row: 0, field: 'id', code: 'taken' }]);
  });

  it('are taken back as long as nobody touched them: what was changed, is measured, has files or was no import stays', async () => {
    const plant = await testPlant(engine);
    const rows = rowsOf(plant, ['Nedotčený', null, null], ['Změněný', null, null], ['S loggerem', null, null]);
    await answered(plant, rows, 'all');
    const [untouched, changed, measured] = rows.map(({ id }) => id) as [string, string, string];
    const made = await makeMachine(plant.deps, plant.workspace, { name: 'Ručně' });
    await plant.send('PATCH', `/machines/${changed}`, { rev: 1, hall: 'Hala C' });
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, machine_id: measured });
    const ids = [untouched, changed, measured, made.id];
    expect(await undo(plant, ids)).toEqual({ status: 200, removed: [untouched], kept: [changed, measured, made.id] });
    expect((await names(plant)).sort()).toEqual(['Ručně', 'S loggerem', 'Změněný']);
    expect(await trail(plant, 'machines.remove')).toMatchObject([{ entity_id: untouched, workspace_id: plant.workspace.id }]);
    expect(await undo(plant, ids)).toMatchObject({ removed: [] });
  });

  it('are for those who may add machines to that workspace', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const rows = rowsOf(plant, ['Lis 1', null, null]);
    const manager = await plant.member('manager', elsewhere.id);
    for (const mode of ['check', 'all'] as const) expect((await send(plant, rows, mode, {}, manager)).status).toBe(403);
    expect((await undo(plant, [rows[0]!.id], manager)).status).toBe(403);
    const nowhere = await send(plant, rows, 'all', { workspace_id: plant.deps.ids.uuid() });
    expect(((await nowhere.json()) as Problem).errors).toEqual([{ path: 'workspace_id', code: 'invalid_value' }]);
    expect((await send(plant, rows, 'all', { workspace_id: elsewhere.id }, manager)).status).toBe(200);
  });

  it('may be five thousand at once, in a bounded number of queries, and no more', async () => {
    const plant = await testPlant(engine);
    const many = (count: number) => rowsOf(plant, ...Array.from({ length: count }, (_, n) => [`Stroj ${n}`, `S-${n}`, 'Hala A']));
    const rows = many(TABLE_MAX_ROWS);
    const queries = await queriesOf(plant.deps.db, async () => expect((await answered(plant, rows, 'all')).imported).toHaveLength(5_000));
    expect(queries).toBeLessThan(40);
    const counted = await plant.get<{ total: number }>('/machines?count=1&limit=1');
    expect(counted.total).toBe(5_000);
    expect((await send(plant, [...rows, ...rowsOf(plant, ['Jeden navíc', null, null])], 'check')).status).toBe(422);
    expect(
      (
        await undo(
          plant,
          rows.map(({ id }) => id),
        )
      ).removed,
    ).toHaveLength(5_000);
  }, 60_000);
});
