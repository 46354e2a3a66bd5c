import { useState } from 'react';
import { useLocale } from '../../../lib/i18n/react.tsx';
import type { TableColumn } from './useTableColumns.ts';

export interface Sort {
  id: string;
  desc: boolean;
}

export interface TableModelOptions<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort?: Sort | null | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  sorted?: boolean | undefined;
}

/** Rows as the table shows them. */
export interface TableModel<Row> {
  rows: readonly { readonly id: string; readonly original: Row }[];
  sort: Sort | null;
  toggle: (id: string) => void;
}

const collators = new Map<string, Intl.Collator>();
/** What compares texts as the language orders them. */
export function collatorOf(locale: string): Intl.Collator {
  const collator = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, collator);
  return collator;
}

/**
 * The rows on the server, in the order that the browser's model gives them: a table that nobody presses needs nothing of a model but that, which is a tenth of what a
 * list takes.
 */
export function useTableModel<Row>({ columns, rows, rowId, sort: given, onSort, sorted }: TableModelOptions<Row>): TableModel<Row> {
  const locale = useLocale();
  const [own] = useState(given ?? null);
  const sort = onSort ? (given ?? null) : own;
  const sortBy = sorted ? undefined : columns.find(({ id }) => id === sort?.id)?.sortBy;
  const ordered = sort && sortBy ? inOrder(rows, sortBy, sort.desc, collatorOf(locale)) : rows;
  return { rows: ordered.map((row) => ({ id: rowId(row), original: row })), sort, toggle: () => undefined };
}

function inOrder<Row>(
  rows: readonly Row[],
  sortBy: NonNullable<TableColumn<Row>['sortBy']>,
  desc: boolean,
  collator: Intl.Collator,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: sortBy(row) ?? null }));
  const sign = desc ? -1 : 1;
  return keyed
    .sort(({ key: a }, { key: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
    })
    .map(({ row }) => row);
}
