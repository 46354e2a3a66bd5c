import { describe, expect, it } from 'vitest';
import { importMachines, undoMachineImport } from '../../contract/machine-imports.ts';
import { TABLE_MAX_BYTES } from '../../contract/table-imports.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createMachineImport } from './machine-import.store.ts';

const HALL = '0198a3c2-0000-7000-8000-000000000900';
type Asked = {
  workspace_id: string;
  mode: string;
  columns: readonly string[];
  rows: readonly { id: string; values: readonly unknown[] }[];
};

/** A server that refuses rows named "wrong". */
function plant() {
  const it = world();
  const asked: Asked[] = [];
  it.answer(importMachines, ({ body }) => {
    asked.push(body);
    const problems = body.rows.flatMap(({ values }, row) => (values[0] === 'wrong' ? [{ row, field: 'name', code: 'required' }] : []));
    const comes = body.mode === 'good' || (body.mode === 'all' && problems.length === 0);
    const good = body.rows.flatMap(({ id, values }, row) => (values[0] === 'wrong' ? [] : [{ row, id, name: String(values[0]) }]));
    return { imported: comes ? good : [], problems };
  });
  const store = createMachineImport(it.deps, HALL);
  const table = () => {
    const state = store.$state.get();
    if (state.step !== 'table') throw new Error(`the step is ${state.step}`);
    return state;
  };
  return { it, asked, store, table };
}

describe('a table of machines on its way', () => {
  it('is read with its columns known, and checked by the server without being brought', async () => {
    const { store, table, asked } = plant();
    store.read('Název;Hala;Barva;Ideální čas cyklu\nLis 1;A;modrá;7,5\n;;;\nwrong;B;;');
    expect(table().table).toMatchObject({ separator: ';', encoding: null, columns: ['name', 'hall', null, 'ideal_cycle_s'] });
    await flushPromises();
    expect(asked).toMatchObject([{ mode: 'check', workspace_id: HALL, columns: ['name', 'hall', 'ideal_cycle_s'] }]);
    expect(asked[0]!.rows.map(({ values }) => values)).toEqual([
      ['Lis 1', 'A', 7.5],
      ['wrong', 'B', null],
    ]);
    expect(table().check).toEqual({
      status: 'checked',
      problems: new Map([[1, [{ row: 1, field: 'name', code: 'required' }]]]),
      same: new Set(),
    });
    expect(table().table.rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  it('is checked again when a column is read as another field, which no two columns are', async () => {
    const { it, store, table, asked } = plant();
    store.read('Machine,Alias\nPress,P1\nLathe,L2');
    await flushPromises();
    store.setColumn(1, 'name');
    expect(table()).toMatchObject({ table: { columns: [null, 'name'] }, check: { status: 'checking' } });
    await it.pass(1_000);
    expect(asked.at(-1)!.rows.map(({ values }) => values)).toEqual([['P1'], ['L2']]);
  });

  it('comes with the same ids when it is sent again after a broken line', async () => {
    const { it, store, table, asked } = plant();
    store.read('Name\nPress');
    await flushPromises();
    it.answer(importMachines, ({ body }) => {
      asked.push(body);
      throw refusal('network');
    });
    await store.bring('all');
    expect(table()).toMatchObject({ busy: false, failed: 'network' });
    await store.bring('all');
    const ids = asked.map(({ rows }) => rows[0]!.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('brings the good rows when that is asked for, and takes back exactly these', async () => {
    const { it, store, asked } = plant();
    store.read('Name\nPress\nwrong\nLathe');
    await flushPromises();
    await store.bring('all');
    expect(store.$state.get().step).toBe('table');
    await store.bring('good');
    expect(store.$state.get()).toMatchObject({ step: 'done', done: { left: 1, imported: [{ name: 'Press' }, { name: 'Lathe' }] } });
    const brought = asked.at(-1)!.rows;
    it.answer(undoMachineImport, ({ body }) => {
      expect(body).toEqual({ workspace_id: HALL, ids: [brought[0]!.id, brought[2]!.id] });
      return { removed: [body.ids[0]!], kept: [body.ids[1]!] };
    });
    await store.undo();
    expect(store.$state.get()).toMatchObject({ done: { undo: { status: 'done', removed: 1, kept: [brought[2]!.id] } } });
  });

  it('says what it can’t read: nothing in it, too many rows, a file that is too large or no text', () => {
    const { store } = plant();
    const faultOf = (source: string | Uint8Array) => {
      store.read(source);
      const state = store.$state.get();
      return state.step === 'source' ? state.fault : state.step;
    };
    expect(faultOf('Name\n\n')).toBe('no_rows');
    expect(faultOf(`Name\n${'Press\n'.repeat(5_001)}`)).toBe('too_long');
    expect(faultOf(new Uint8Array(TABLE_MAX_BYTES + 1))).toBe('too_large');
    expect(faultOf(new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x21, 0xb5, 0x55]))).toBe('no_text');
    expect(faultOf(`Name\n${'Press\n'.repeat(5_000)}`)).toBe('table');
  });
});
