import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PagedRows } from '../../lib/client/kernel/paged-rows.ts';
import { type Sort, type TableColumn, useTableColumns } from '../ui/DataTable.tsx';
import { type Place, putQuery } from './Signed.tsx';

const NO_ROWS: readonly never[] = [];
const toSort = (text: string): Sort => ({ id: text.replace(/^-/, ''), desc: text.startsWith('-') });

/** What a list screen keeps: filter and sort, in the address and in the store, and the columns that the person wants. */
export function useListScreen<R extends { id: string }, Q extends { q: string; sort: string; workspace: string | null }>(options: {
  /** Names the table among the person's choices of columns. */
  table: string;
  place: Place;
  store: Pick<PagedRows<R, Q>, '$state' | 'show' | 'more'>;
  /** The query that the address said. */
  first: Q;
  columns: readonly TableColumn<R>[];
  writeQuery: (query: Q) => Record<string, string | null>;
}) {
  const { table, place, store, first, columns, writeQuery } = options;
  const [filter, setFilter] = useState(first);
  const state = useStore(store.$state);
  const { workspace } = place;
  const query = useMemo(() => ({ ...filter, workspace }), [filter, workspace]);
  useEffect(() => void store.show(query), [store, query]);
  const change = (next: Partial<Q>) => {
    const all = { ...filter, ...next };
    setFilter(all);
    putQuery(writeQuery(all));
  };
  const choice = useTableColumns(table, columns);
  const shownIds = choice.shown.map((column) => column.id).join();
  const shown = useMemo(() => choice.shown, [columns, shownIds]);
  const sort = useMemo(() => toSort(filter.sort), [filter.sort]);
  const onEnd = useCallback(() => void store.more(), [store]);
  const rows: readonly R[] = state.status === 'ready' ? state.rows : NO_ROWS;
  const work = state.status === 'ready' ? state.work : 'none';
  return {
    state,
    filter,
    query,
    change,
    choice,
    /** Another query is on its way, whose answer will take the place of these rows. */
    stale: work === 'query',
    /** The next page could not be had; `list.onEnd` asks again. */
    failed: work === 'failed',
    columns: shown,
    sorting: { sort, onSort: (by: Sort) => change({ sort: `${by.desc ? '-' : ''}${by.id}` } as Partial<Q>), sorted: true as const },
    list: { rows, loading: state.status === 'loading' || (work === 'query' && rows.length === 0), onEnd },
  };
}
