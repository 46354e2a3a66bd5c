import type { DataloggersQuery } from '../../lib/client/dataloggers/dataloggers.store.ts';
import {
  DATALOGGER_FILTERS,
  DATALOGGER_GROUPS,
  type DataloggerFilter,
  type DataloggerGrouping,
  HEALTH_FILTERS,
  type HealthFilter,
} from '../../lib/contract/dataloggers.ts';

import { LONGEST_TAG } from '../../lib/domain/text/tags.ts';

/** The list as its address says it: filters, groups and sort. */

const SORTS = ['trouble', 'name', 'place', 'last_seen_at', 'coverage', 'coverage_7d', 'battery', 'signal', 'clock'];
/** What wants attention comes first. */
const FIRST_SORT = 'trouble';

const isFilter = (text: string | undefined): text is DataloggerFilter => DATALOGGER_FILTERS.includes(text as DataloggerFilter);

const isHealth = (text: string | undefined): text is HealthFilter => HEALTH_FILTERS.includes(text as HealthFilter);
const isGroup = (text: string | undefined): text is DataloggerGrouping => DATALOGGER_GROUPS.includes(text as DataloggerGrouping);

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): DataloggersQuery {
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    state: isFilter(query.state) ? query.state : null,
    archived: query.archived === '1',
    tag: query.tag ? query.tag.slice(0, LONGEST_TAG) : null,
    health: isHealth(query.health) ? query.health : null,
    group: isGroup(query.group) ? query.group : null,
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ q, state, archived, tag, health, group, sort }: DataloggersQuery): Record<string, string | null> {
  return { q, state, archived: archived ? '1' : null, tag, health, group, sort: sort === FIRST_SORT ? null : sort };
}

export const isFiltered = ({ q, state, tag, health }: DataloggersQuery): boolean =>
  q.trim() !== '' || state !== null || tag !== null || health !== null;

/** Nothing narrowed, in the same order. */
export const unfiltered = (query: DataloggersQuery): DataloggersQuery => ({ ...query, q: '', state: null, tag: null, health: null });
