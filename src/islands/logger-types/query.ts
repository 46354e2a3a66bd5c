import type { LoggerTypesFilter } from '../../lib/client/logger-types/logger-types.store.ts';

export interface LoggerTypesQuery extends LoggerTypesFilter {
  workspace: string | null;
  sort: string;
}

const SORTS = ['name', 'maker', 'channels', 'loggers', 'updated_at'];
const FIRST_SORT = 'name';

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>): LoggerTypesQuery {
  const sort = query.sort ?? '';
  return {
    workspace: null,
    q: (query.q ?? '').slice(0, 200),
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

export function writeQuery({ q, archived, sort }: LoggerTypesQuery): Record<string, string | null> {
  return { q, archived: archived ? '1' : null, sort: sort === FIRST_SORT ? null : sort };
}
