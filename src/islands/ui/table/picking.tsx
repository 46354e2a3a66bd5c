import { useStore } from '@nanostores/react';
import { atom, type WritableAtom } from 'nanostores';
import { useMemo, useRef } from 'react';
import type { T } from '../../../lib/i18n/index.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RowPick } from './RowPick.tsx';
import type { TableColumn } from './useTableColumns.ts';

/** Ids of the rows that were picked for doing something with all of them. */
export type Picked = WritableAtom<ReadonlySet<string>>;
export const newPicked = (): Picked => atom<ReadonlySet<string>>(new Set());

/** The rows that are picked and there. */
export function usePickedRows<Row extends { id: string }>($picked: Picked, rows: readonly Row[]): Row[] {
  const picked = useStore($picked, { ssr: () => new Set<string>() });
  return useMemo(() => rows.filter(({ id }) => picked.has(id)), [picked, rows]);
}

/** What a table needs to know of the picking of its rows. */
export interface Picking<Row> {
  column: TableColumn<Row>;
  toggle: (index: number) => void;
  /** Picks everything from the row that was picked last to this one; without such a row, from `from`. */
  extend: (index: number, from?: number) => void;
  /** Tells in what order the rows stand. */
  attach: (rows: readonly { id: string; original: Row }[]) => void;
}

/** The picked row from which Shift picks, with what was picked before. */
interface Anchor {
  id: string;
  base: ReadonlySet<string>;
}

/** Rows may be picked: by their boxes, by Shift up to the last one, by the space bar and Shift with the arrows. */
function createPicking<Row>($picked: Picked, column: { name: string; label: (row: Row) => string }): Picking<Row> {
  let rows: readonly { id: string; original: Row }[] = [];
  let anchor: Anchor | null = null;
  const toggle = (index: number) => {
    const id = rows[index]?.id;
    if (id === undefined) return;
    const next = new Set($picked.get());
    if (!next.delete(id)) next.add(id);
    anchor = { id, base: new Set(next) };
    $picked.set(next);
  };
  const extend = (index: number, from = index) => {
    const at = (id: string | undefined) => rows.findIndex((row) => row.id === id);
    if (at(anchor?.id) < 0) anchor = { id: rows[from]?.id ?? '', base: new Set($picked.get()) };
    const [start, base] = [at(anchor?.id), anchor?.base ?? []];
    const range = rows.slice(Math.min(start, index), Math.max(start, index) + 1);
    $picked.set(new Set([...base, ...range.map(({ id }) => id)]));
  };
  const placeOf = (row: Row) => rows.findIndex((one) => one.original === row);
  return {
    toggle,
    extend,
    attach: (now) => {
      rows = now;
    },
    column: {
      id: 'pick',
      name: column.name,
      header: <PickAll $picked={$picked} ids={() => rows.map(({ id }) => id)} />,
      width: 48,
      hideable: false,
      cell: (row) => (
        <PickBox
          $picked={$picked}
          id={rows[placeOf(row)]?.id ?? ''}
          label={column.label(row)}
          onPress={(shift) => (shift ? extend : toggle)(placeOf(row))}
        />
      ),
      skeleton: [14],
    },
  };
}

/** Picking for a list's table; undefined where nobody may pick. `label` names the box of a row. */
export function usePicking<Row>($picked: Picked, allowed: boolean, label: (t: T, row: Row) => string): Picking<Row> | undefined {
  const t = useT();
  const latest = useRef(label);
  return useMemo(
    () => (allowed ? createPicking<Row>($picked, { name: t('ui:bulk.column'), label: (row) => latest.current(t, row) }) : undefined),
    [$picked, allowed, t],
  );
}

function PickBox({ $picked, id, label, onPress }: { $picked: Picked; id: string; label: string; onPress: (shift: boolean) => void }) {
  const checked = useStore($picked, { ssr: () => new Set<string>() }).has(id);
  return (
    <RowPick
      tabIndex={-1}
      checked={checked}
      aria-label={label}
      onClick={(event) => onPress(event.shiftKey)}
      // The press itself picks: only it knows of Shift.
      onChange={() => undefined}
    />
  );
}

/** The box in the head: everything that is loaded, or nothing. */
function PickAll({ $picked, ids }: { $picked: Picked; ids: () => string[] }) {
  const t = useT();
  const count = useStore($picked, { ssr: () => new Set<string>() }).size;
  const all = count > 0 && ids().every((id) => $picked.get().has(id));
  return (
    <RowPick
      checked={all}
      aria-label={t('ui:bulk.all')}
      ref={(element) => {
        if (element) element.indeterminate = count > 0 && !all;
      }}
      onChange={() => $picked.set(new Set(count > 0 ? [] : ids()))}
    />
  );
}
