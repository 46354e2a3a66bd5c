import type { OperationsQuery } from '../../lib/client/operations/operations.store.ts';
import { STANDARD_STEPS, type StandardStep } from '../../lib/contract/operations.ts';

/** The list as its address says it: filters and sort. */

const SORTS = ['code', 'name', 'created_at'];
const FIRST_SORT = 'code';

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): OperationsQuery {
  const sort = query.sort ?? '';
  const isStep = (STANDARD_STEPS as readonly string[]).includes(query.standard ?? '');
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    standard: isStep ? (query.standard as StandardStep) : null,
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ workspace: _, archived, sort, ...query }: OperationsQuery): Record<string, string | null> {
  return { ...query, archived: archived ? '1' : null, sort: sort === FIRST_SORT ? null : sort };
}
