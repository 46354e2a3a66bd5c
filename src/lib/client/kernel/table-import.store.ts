import { atom, type ReadableAtom } from 'nanostores';
import { TABLE_MAX_BYTES, TABLE_MAX_ROWS, type TableMode, type TableProblem } from '../../contract/table-imports.ts';
import type { Encoding, Separator } from '../../contract/tables.ts';
import { fieldsOf, type Headings } from '../../domain/tables/columns.ts';
import { decodeCsv, isText, parseCsv, plainCell, separatorOf } from '../../domain/text/csv.ts';
import type { ApiErrorCode } from './api.ts';
import { debounce, failureCode, type StoreDeps } from './store-deps.ts';
import { uuidv7 } from './uuid.ts';

export type ImportFault = 'too_large' | 'too_long' | 'no_rows' | 'no_text';

export interface ImportRow {
  /** Its place among the rows, from 0, and its line in the file, from 1. */
  row: number;
  line: number;
  cells: readonly string[];
}
export interface ImportTable<F extends string = string> {
  text: string;
  separator: Separator;
  /** Null of a text that was pasted. */
  encoding: Encoding | null;
  headings: readonly string[];
  rows: readonly ImportRow[];
  /** The field of each column; null = it isn't read. */
  columns: readonly (F | null)[];
}
export type ImportCheck =
  | { status: 'checking' }
  /** `same` = rows of what is there already, just so. */
  | { status: 'checked'; problems: ReadonlyMap<number, readonly TableProblem[]>; same: ReadonlySet<number> }
  | { status: 'failed'; code: ApiErrorCode };
export interface Brought {
  row: number;
  id: string;
  name: string;
  /** Of what has one; null = it was told before, and is told no more. */
  token?: string | null;
}
export interface ImportDone {
  workspace: string;
  imported: readonly Brought[];
  /** Rows of what was there already. */
  same: number;
  /** Rows that were left out. */
  left: number;
  undo:
    | { status: 'none' | 'busy' }
    | { status: 'done'; removed: number; kept: readonly string[] }
    | { status: 'failed'; code: ApiErrorCode };
}
export type ImportState<F extends string = string> =
  | { step: 'source'; fault: ImportFault | null }
  | { step: 'table'; table: ImportTable<F>; check: ImportCheck; busy: boolean; failed: ApiErrorCode | null }
  | { step: 'done'; done: ImportDone };

export interface TableImport<F extends string = string> {
  $state: ReadableAtom<ImportState<F>>;
  /** The bytes of a file, or a text that was pasted. */
  read(source: Uint8Array | string): void;
  setSeparator(separator: Separator): void;
  /** Reads a column as a field; another column that was that field is read no more. */
  setColumn(at: number, field: F | null): void;
  setWorkspace(workspace: string): void;
  /** Asks the server once more what is wrong. */
  check(): Promise<void>;
  /** Brings all rows, or those without a problem. */
  bring(mode: 'all' | 'good'): Promise<void>;
  undo(): Promise<void>;
  /** Back to the beginning. */
  restart(): void;
}

/** What is brought, and how. */
interface TableKind<F extends string> {
  headings: Headings<F>;
  /** The field without which there is nothing to bring. */
  needed: F;
  /** What a cell brings to a field. */
  value(field: F, cell: string): string | number | null;
  send(body: {
    workspace_id: string;
    mode: TableMode;
    columns: F[];
    rows: { id: string; values: (string | number | null)[] }[];
  }): Promise<{ imported: Brought[]; same?: number[]; problems: TableProblem[] }>;
  undo(body: { workspace_id: string; ids: string[] }): Promise<{ removed: string[]; kept: string[] }>;
}

const TYPING_MS = 250;

/** A table on its way: read here, checked and brought by the server. */
export function createTableImport<F extends string>(deps: StoreDeps, first: string, kind: TableKind<F>): TableImport<F> {
  const $state = atom<ImportState<F>>({ step: 'source', fault: null });
  let workspace = first;
  let generation = 0;
  /** By the place of the row: the same import sent again is the same machines. */
  let ids: string[] = [];

  const shown = () => {
    const state = $state.get();
    return state.step === 'table' ? state : null;
  };
  function bodyOf({ columns, rows }: ImportTable<F>, mode: TableMode) {
    const read = columns.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
    return {
      workspace_id: workspace,
      mode,
      columns: read.map(({ field }) => field),
      rows: rows.map(({ row, cells }) => ({ id: ids[row]!, values: read.map(({ field, at }) => kind.value(field, cells[at] ?? '')) })),
    };
  }

  const checked = ({ problems, same = [] }: { problems: TableProblem[]; same?: number[] }) =>
    ({ status: 'checked', problems: Map.groupBy(problems, ({ row }) => row), same: new Set(same) }) as const;

  async function check(): Promise<void> {
    const state = shown();
    if (!state) return;
    const mine = ++generation;
    const put = (next: ImportCheck) => {
      const now = shown();
      if (now && mine === generation) $state.set({ ...now, check: next });
    };
    if (!state.table.columns.includes(kind.needed)) return put({ status: 'checked', problems: new Map(), same: new Set() });
    put({ status: 'checking' });
    try {
      put(checked(await kind.send(bodyOf(state.table, 'check'))));
    } catch (error) {
      put({ status: 'failed', code: failureCode(error) });
    }
  }
  const soon = debounce(deps.timers, deps.now, TYPING_MS, () => void check());

  function show(text: string, separator: Separator, encoding: Encoding | null): void {
    const [head, ...rest] = parseCsv(text, separator);
    const rows = rest.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (!head || rows.length === 0 || rows.length > TABLE_MAX_ROWS) {
      $state.set({ step: 'source', fault: rows.length > TABLE_MAX_ROWS ? 'too_long' : 'no_rows' });
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
      columns: fieldsOf(headings, kind.headings),
    };
    $state.set({ step: 'table', table, check: { status: 'checking' }, busy: false, failed: null });
    void check();
  }

  return {
    $state,
    read(source) {
      const size = typeof source === 'string' ? source.length : source.byteLength;
      if (size > TABLE_MAX_BYTES) return $state.set({ step: 'source', fault: 'too_large' });
      const { text, encoding } = typeof source === 'string' ? { text: source, encoding: null } : decodeCsv(source);
      if (encoding !== null && !isText(text)) return $state.set({ step: 'source', fault: 'no_text' });
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
        const answer = await kind.send(bodyOf(state.table, mode));
        // Somebody took a code since it was checked: nothing came.
        if (answer.imported.length === 0) $state.set({ ...state, busy: false, check: checked(answer) });
        else {
          const { imported, same = [] } = answer;
          const left = state.table.rows.length - imported.length - same.length;
          $state.set({ step: 'done', done: { workspace, imported, same: same.length, left, undo: { status: 'none' } } });
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
        const { removed, kept } = await kind.undo(body);
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
