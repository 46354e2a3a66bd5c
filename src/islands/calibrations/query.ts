import type { CalibrationsQuery } from '../../lib/client/calibrations/calibrations.store.ts';
import { DUE_STATES, type DueState } from '../../lib/contract/calibrations.ts';

/** The list as its address says it: filters and sort. */

const SORTS = ['due', 'name'];
const FIRST_SORT = 'due';

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): CalibrationsQuery {
  const sort = query.sort ?? '';
  const isState = (DUE_STATES as readonly string[]).includes(query.state ?? '');
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    state: isState ? (query.state as DueState) : null,
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ workspace: _, sort, ...query }: CalibrationsQuery): Record<string, string | null> {
  return { ...query, sort: sort === FIRST_SORT ? null : sort };
}

/** Nothing narrowed, in the same order. */
export const unfiltered = ({ workspace, sort }: CalibrationsQuery): CalibrationsQuery => ({ ...readQuery({}, workspace), sort });
