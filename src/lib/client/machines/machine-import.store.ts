import { atom, type ReadableAtom } from 'nanostores';
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_ROWS,
  type ImportField,
  type ImportProblem,
  importMachines,
  undoMachineImport,
} from '../../contract/machines.ts';
import type { Encoding, Separator } from '../../contract/tables.ts';
import { fieldsOf, valueIn } from '../../domain/machines/import-columns.ts';
import { decodeCsv, parseCsv, plainCell, separatorOf } from '../../domain/text/csv.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';
import { uuidv7 } from '../kernel/uuid.ts';

export type ImportFault = 'too_large' | 'too_long' | 'no_rows';

export interface ImportRow {
  /** Its place among the rows, from 0, and its line in the file, from 1. */
  row: number;
  line: number;
  cells: readonly string[];
}
export interface ImportTable {
  text: string;
  separator: Separator;
  /** Null of a text that was pasted. */
  encoding: Encoding | null;
  headings: readonly string[];
  rows: readonly ImportRow[];
  /** The field of each column; null = it isn't read. */
  columns: readonly (ImportField | null)[];
}
export type ImportCheck =
  | { status: 'checking' }
  | { status: 'checked'; problems: ReadonlyMap<number, readonly ImportProblem[]> }
  | { status: 'failed'; code: ApiErrorCode };
export interface ImportDone {
  workspace: string;
  imported: readonly { row: number; id: string; name: string }[];
  /** Rows that were left out. */
  left: number;
  undo:
    | { status: 'none' | 'busy' }
    | { status: 'done'; removed: number; kept: readonly string[] }
    | { status: 'failed'; code: ApiErrorCode };
}
export type ImportState =
  | { step: 'source'; fault: ImportFault | null }
  | { step: 'table'; table: ImportTable; check: ImportCheck; busy: boolean; failed: ApiErrorCode | null }
  | { step: 'done'; done: ImportDone };

export interface MachineImport {
  $state: ReadableAtom<ImportState>;
  /** The bytes of a file, or a text that was pasted. */
  read(source: Uint8Array | string): void;
  setSeparator(separator: Separator): void;
  /** Reads a column as a field; another column that was that field is read no more. */
  setColumn(at: number, field: ImportField | null): void;
  setWorkspace(workspace: string): void;
  /** Asks the server once more what is wrong. */
  check(): Promise<void>;
  /** Brings all rows, or those without a problem. */
  bring(mode: 'all' | 'good'): Promise<void>;
  undo(): Promise<void>;
  /** Back to the beginning. */
  restart(): void;
}

const TYPING_MS = 250;

/** A table of machines on its way: read here, checked and brought by the server. */
export function createMachineImport(deps: StoreDeps, first: string): MachineImport {
  const $state = atom<ImportState>({ step: 'source', fault: null });
  const params = { organization_id: deps.organization };
  let workspace = first;
  let generation = 0;
  /** By the place of the row: the same import sent again is the same machines. */
  let ids: string[] = [];

  const shown = () => {
    const state = $state.get();
    return state.step === 'table' ? state : null;
  };
  function bodyOf({ columns, rows }: ImportTable, mode: 'check' | 'all' | 'good') {
    const read = columns.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
    return {
      workspace_id: workspace,
      mode,
      columns: read.map(({ field }) => field),
      rows: rows.map(({ row, cells }) => ({ id: ids[row]!, values: read.map(({ field, at }) => valueIn(field, cells[at] ?? '')) })),
    };
  }

  async function check(): Promise<void> {
    const state = shown();
    if (!state) return;
    const mine = ++generation;
    const put = (next: ImportCheck) => {
      const now = shown();
      if (now && mine === generation) $state.set({ ...now, check: next });
    };
    if (!state.table.columns.includes('name')) return put({ status: 'checked', problems: new Map() });
    put({ status: 'checking' });
    try {
      const { problems } = await deps.call(importMachines, { params, body: bodyOf(state.table, 'check') });
      put({ status: 'checked', problems: Map.groupBy(problems, ({ row }) => row) });
    } catch (error) {
      put({ status: 'failed', code: failureCode(error) });
    }
  }
  const soon = debounce(deps.timers, deps.now, TYPING_MS, () => void check());

  function show(text: string, separator: Separator, encoding: Encoding | null): void {
    const [head, ...rest] = parseCsv(text, separator);
    const rows = rest.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (!head || rows.length === 0 || rows.length > IMPORT_MAX_ROWS) {
      $state.set({ step: 'source', fault: rows.length > IMPORT_MAX_ROWS ? 'too_long' : 'no_rows' });
      return;
    }
    const headings = head.cells.map(plainCell);
    ids = rows.map(() => uuidv7());
    const table = {
      text,
      separator,
      encoding,
      headings,
      rows: rows.map(({ line, cells }, row) => ({ row, line, cells })),
      columns: fieldsOf(headings),
    };
    $state.set({ step: 'table', table, check: { status: 'checking' }, busy: false, failed: null });
    void check();
  }

  return {
    $state,
    read(source) {
      const size = typeof source === 'string' ? source.length : source.byteLength;
      if (size > IMPORT_MAX_BYTES) return $state.set({ step: 'source', fault: 'too_large' });
      const { text, encoding } = typeof source === 'string' ? { text: source, encoding: null } : decodeCsv(source);
      show(text, separatorOf(text), encoding);
    },
    setSeparator(separator) {
      const state = shown();
      if (state) show(state.table.text, separator, state.table.encoding);
    },
    setColumn(at, field) {
      const state = shown();
      if (!state) return;
      const columns = state.table.columns.map((one, index) => (index === at ? field : one === field ? null : one));
      $state.set({ ...state, table: { ...state.table, columns }, check: { status: 'checking' } });
      // An answer that is on its way is about other columns.
      generation++;
      soon.call();
    },
    setWorkspace(next) {
      workspace = next;
      const state = shown();
      if (state) $state.set({ ...state, check: { status: 'checking' } });
      generation++;
      soon.call();
    },
    check,
    async bring(mode) {
      const state = shown();
      if (!state || state.busy) return;
      $state.set({ ...state, busy: true, failed: null });
      try {
        const { imported, problems } = await deps.call(importMachines, { params, body: bodyOf(state.table, mode) });
        // Somebody took a code since it was checked: nothing came.
        if (imported.length === 0)
          $state.set({ ...state, busy: false, check: { status: 'checked', problems: Map.groupBy(problems, ({ row }) => row) } });
        else {
          const left = state.table.rows.length - imported.length;
          $state.set({ step: 'done', done: { workspace, imported, left, undo: { status: 'none' } } });
        }
      } catch (error) {
        $state.set({ ...state, busy: false, failed: failureCode(error) });
      }
    },
    async undo() {
      const state = $state.get();
      if (state.step !== 'done') return;
      const { done } = state;
      $state.set({ step: 'done', done: { ...done, undo: { status: 'busy' } } });
      try {
        const body = { workspace_id: done.workspace, ids: done.imported.map(({ id }) => id) };
        const { removed, kept } = await deps.call(undoMachineImport, { params, body });
        $state.set({ step: 'done', done: { ...done, undo: { status: 'done', removed: removed.length, kept } } });
      } catch (error) {
        $state.set({ step: 'done', done: { ...done, undo: { status: 'failed', code: failureCode(error) } } });
      }
    },
    restart() {
      generation++;
      $state.set({ step: 'source', fault: null });
    },
  };
}
