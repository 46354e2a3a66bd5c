import { describe, expect, it } from 'vitest';
import { importDataloggers, undoLoggerImport } from '../../contract/logger-imports.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createLoggerImport } from './logger-import.store.ts';

const HALL = '0198a3c2-0000-7000-8000-000000000900';
const THERE = '0198a3c2-0000-7000-8000-000000000901';

describe('a table of loggers on its way', () => {
  it('says which rows are there already, brings the others with their tokens, and takes back exactly these', async () => {
    const plant = world();
    const sent: { mode: string; values: readonly unknown[][] }[] = [];
    plant.answer(importDataloggers, ({ body }) => {
      sent.push({ mode: body.mode, values: body.rows.map(({ values }) => values) });
      const same = body.rows.flatMap(({ values }, row) => (values[0] === THERE ? [row] : []));
      const fresh = body.rows.flatMap(({ id, values }, row) =>
        values[0] === THERE ? [] : [{ row, id, name: String(values[1]), token: `tk_${row}` }],
      );
      return { imported: body.mode === 'check' ? [] : fresh, same, problems: [] };
    });
    const store = createLoggerImport(plant.deps, HALL);
    store.read(`Logger ID,Name,Paused,Sampling interval (s)\n${THERE},Old,no,60\n,New,yes,"1,200"`);
    await flushPromises();
    expect(store.$state.get()).toMatchObject({
      step: 'table',
      table: { columns: ['id', 'name', 'paused', 'expected_interval_s'] },
      check: { status: 'checked', same: new Set([0]) },
    });
    await store.bring('all');
    expect(sent.at(-1)).toEqual({
      mode: 'all',
      values: [
        [THERE, 'Old', 'false', 60],
        [null, 'New', 'true', 1200],
      ],
    });
    const state = store.$state.get();
    expect(state).toMatchObject({ step: 'done', done: { same: 1, left: 0, imported: [{ row: 1, name: 'New', token: 'tk_1' }] } });
    const brought = state.step === 'done' ? state.done.imported[0]!.id : '';
    plant.answer(undoLoggerImport, ({ body }) => {
      expect(body).toEqual({ workspace_id: HALL, ids: [brought] });
      return { removed: body.ids, kept: [] };
    });
    await store.undo();
    expect(store.$state.get()).toMatchObject({ done: { undo: { status: 'done', removed: 1, kept: [] } } });
  });
});
