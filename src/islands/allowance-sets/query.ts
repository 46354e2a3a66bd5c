import type { SetsQuery } from '../../lib/client/allowance-sets/allowance-sets.store.ts';

/** The list as its address says it: filters and sort. */

const SORTS = ['name', 'created_at'];
const FIRST_SORT = 'name';

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): SetsQuery {
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ workspace: _, archived, sort, ...query }: SetsQuery): Record<string, string | null> {
  return { ...query, archived: archived ? '1' : null, sort: sort === FIRST_SORT ? null : sort };
}
