import type { ScreensQuery } from '../../lib/client/screens/screens.store.ts';
import { METHODS, type Method } from '../../lib/contract/screens.ts';

/** The list as its address says it. */

const SORTS = ['name', 'created_at'];

export const isMethod = (text: string | null | undefined): text is Method => METHODS.includes(text as Method);

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): ScreensQuery {
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    method: isMethod(query.method) ? query.method : null,
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : 'name',
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ q, method, archived, sort }: ScreensQuery): Record<string, string | null> {
  return { q, method, archived: archived ? '1' : null, sort: sort === 'name' ? null : sort };
}

export const isFiltered = ({ q, method }: ScreensQuery): boolean => q.trim() !== '' || method !== null;
