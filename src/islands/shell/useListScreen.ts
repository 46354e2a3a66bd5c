import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PagedRows } from '../../lib/client/kernel/paged-rows.ts';
import { type Sort, type TableColumn, useTableColumns } from '../ui/DataTable.tsx';
import { type PageContext, putQuery } from './Signed.tsx';

const NO_ROWS: readonly never[] = [];
const toSort = (text: string): Sort => ({ id: text.replace(/^-/, ''), desc: text.startsWith('-') });

interface ListQuery<F> {
  context: Pick<PageContext, 'workspace'>;
  /** The filter that the address said. */
  first: F;
  /** What of it stands in the address. */
  writeQuery: (filter: F) => Record<string, string | null>;
  /** Tells the store, which reads when it needs to; always the same function. */
  show: (query: F & { workspace: string | null }) => unknown;
}

/** What narrows a list, kept in the address. */
export function useFilter<F extends object>(first: F | (() => F), writeQuery: ListQuery<F>['writeQuery']) {
  const [filter, setFilter] = useState(first);
  const change = (next: Partial<F>) => {
    const all = { ...filter, ...next };
    setFilter(all);
    putQuery(writeQuery(all));
  };
  return { filter, change };
}

/** A filter that the store hears of, with the workspace that is chosen. */
export function useListQuery<F extends object>({ context: { workspace }, first, writeQuery, show }: ListQuery<F>) {
  const { filter, change } = useFilter(first, writeQuery);
  const query = useMemo(() => ({ ...filter, workspace }), [filter, workspace]);
  useEffect(() => void show(query), [show, query]);
  return { filter, query, change };
}

/** What a list screen keeps: filter and sort, and the columns that the person wants. */
export function useListScreen<R, F extends { sort: string }>({
  table,
  columns,
  ...given
}: ListQuery<F> & {
  /** Names the table among the person's choices of columns. */
  table: string;
  columns: readonly TableColumn<R>[];
}) {
  const query = useListQuery(given);
  const choice = useTableColumns(table, columns);
  const shownIds = choice.shown.map((column) => column.id).join();
  const shown = useMemo(() => choice.shown, [columns, shownIds]);
  const { sort: text } = query.filter;
  const sort = useMemo(() => toSort(text), [text]);
  const onSort = (by: Sort) => query.change({ sort: `${by.desc ? '-' : ''}${by.id}` } as Partial<F>);
  return { ...query, choice, columns: shown, sorting: { sort, onSort } };
}

/** As {@link useListScreen}, of a list that the server filters and sorts page by page. */
export function usePagedScreen<R extends { id: string }, Q extends { q: string; sort: string; workspace: string | null }>({
  store,
  ...given
}: Omit<Parameters<typeof useListScreen<R, Q>>[0], 'show'> & { store: Pick<PagedRows<R, Q>, '$state' | 'show' | 'more'> }) {
  const screen = useListScreen<R, Q>({ ...given, show: store.show });
  const state = useStore(store.$state);
  const onEnd = useCallback(() => void store.more(), [store]);
  const rows: readonly R[] = state.status === 'ready' ? state.rows : NO_ROWS;
  const work = state.status === 'ready' ? state.work : 'none';
  return {
    ...screen,
    state,
    /** Another query is on its way, whose answer will take the place of these rows. */
    stale: work === 'query',
    /** What other workspaces have of it, where the chosen one has nothing. */
    elsewhere: state.status === 'ready' ? state.elsewhere : undefined,
    /** The next page could not be had; `list.onEnd` asks again. */
    failed: work === 'failed',
    sorting: { ...screen.sorting, sorted: true as const },
    list: { rows, loading: state.status === 'loading' || (work === 'query' && rows.length === 0), onEnd },
  };
}
