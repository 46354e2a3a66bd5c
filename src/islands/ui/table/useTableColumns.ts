import { persistentAtom } from '@nanostores/persistent';
import { useStore } from '@nanostores/react';
import type { WritableAtom } from 'nanostores';
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  /** The name in the column chooser and for screen readers. */
  name: string;
  /** What the head shows when it is not the name: a time axis, an icon. */
  header?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable; empty values stand last in both directions. */
  sortBy?: (row: Row) => string | number | null | undefined;
  /** Pixels; exactly one column without a width takes the rest. */
  width?: number;
  end?: boolean;
  /** The cell holds the row's link. */
  link?: boolean;
  /** 1 always, 2 from 680 px, 3 from 1,080 px of table width. */
  priority?: 1 | 2 | 3;
  /** `false`: the chooser doesn't offer it. */
  hideable?: boolean;
  /** Hidden until somebody chooses it. */
  hidden?: boolean;
  /** Widths in pixels of the bars shown while rows load, one for each line. */
  skeleton?: readonly number[];
}

type Choice = Record<string, boolean>;
const stores = new Map<string, WritableAtom<Choice>>();
const NOTHING: Choice = {};

function decode(text: string): Choice {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Choice) : NOTHING;
  } catch {
    return NOTHING;
  }
}

function storeOf(table: string) {
  let store = stores.get(table);
  if (!store) {
    store = persistentAtom<Choice>(`columns:${table}`, NOTHING, { encode: JSON.stringify, decode });
    stores.set(table, store);
  }
  return store;
}

export interface ColumnChoice<Row> {
  all: readonly TableColumn<Row>[];
  shown: readonly TableColumn<Row>[];
  isShown: (id: string) => boolean;
  /** Those that were put in or out; the others are as usual. */
  chosen: Choice;
  choose: (choice: Choice) => void;
  toggle: (id: string) => void;
  reset: () => void;
}

/** Which columns of a table its reader wants to see, remembered in this browser under the table's name. */
export function useTableColumns<Row>(table: string, all: readonly TableColumn<Row>[]): ColumnChoice<Row> {
  const store = storeOf(table);
  const choice = useStore(store, { ssr: () => NOTHING });
  const visible = (column: TableColumn<Row>) => (column.hideable === false ? true : (choice[column.id] ?? !column.hidden));
  return {
    all,
    shown: all.filter(visible),
    isShown: (id) => all.some((column) => column.id === id && visible(column)),
    chosen: choice,
    choose: (next) => store.set(next),
    toggle: (id) => {
      const column = all.find((one) => one.id === id);
      if (column) store.set({ ...choice, [id]: !visible(column) });
    },
    reset: () => store.set(NOTHING),
  };
}
