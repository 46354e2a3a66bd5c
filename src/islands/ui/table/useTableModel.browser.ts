import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useLocale } from '../../../lib/i18n/react.tsx';
import { collatorOf, type Sort, type TableModel, type TableModelOptions } from './useTableModel.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** Rows in the chosen order: text as the language orders it, numbers by size, empty values last. */
export function useTableModel<Row extends RowData>({
  columns,
  rows,
  rowId,
  sort: given,
  onSort,
  sorted,
}: TableModelOptions<Row>): TableModel<Row> {
  const locale = useLocale();
  const [own, setOwn] = useState<Sort | null>(given ?? null);
  const sort = onSort ? (given ?? null) : own;
  const sorting = useMemo<SortingState>(() => (sort ? [sort] : []), [sort]);
  const defs = useMemo(() => {
    const { compare } = collatorOf(locale);
    return columns.map(
      ({ id, sortBy }): ColumnDef<typeof features, Row> => ({
        id,
        accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
        enableSorting: sortBy !== undefined,
        sortUndefined: 'last',
        sortFn: (a, b) => {
          const [x, y] = [a.getValue<unknown>(id), b.getValue<unknown>(id)];
          return typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y));
        },
      }),
    );
  }, [columns, locale]);
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowId,
    state: { sorting },
    manualSorting: sorted ?? false,
  });

  const toggle = (id: string) => {
    const next = { id, desc: sort?.id === id ? !sort.desc : false };
    if (onSort) onSort(next);
    else setOwn(next);
  };
  return { rows: table.getRowModel().rows, sort, toggle };
}
