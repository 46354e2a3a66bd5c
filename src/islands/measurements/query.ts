import type { MeasurementsQuery } from '../../lib/client/measurements/measurements.store.ts';
import { MEASUREMENT_FILTERS } from '../../lib/contract/measurements.ts';
import { METHODS } from '../../lib/contract/screens.ts';

/** The list as its address says it: filters and sort. */

const SORTS = ['day', 'name', 'created_at'];
const FIRST_SORT = '-day';
const ID = /^[0-9a-f-]{36}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const one = <T extends string>(values: readonly T[], text: string | undefined): T | null =>
  (values as readonly string[]).includes(text ?? '') ? (text as T) : null;
const like = (pattern: RegExp, text: string | undefined): string | null => (text !== undefined && pattern.test(text) ? text : null);

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): MeasurementsQuery {
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    state: one(MEASUREMENT_FILTERS, query.state),
    method: one(METHODS, query.method),
    screen: like(ID, query.screen),
    machine: like(ID, query.machine),
    person: like(ID, query.person),
    from: like(DAY, query.from),
    to: like(DAY, query.to),
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ workspace: _, archived, sort, ...query }: MeasurementsQuery): Record<string, string | null> {
  return { ...query, archived: archived ? '1' : null, sort: sort === FIRST_SORT ? null : sort };
}

/** Nothing narrowed, in the same order. */
export const unfiltered = (query: MeasurementsQuery): MeasurementsQuery => ({
  ...query,
  q: '',
  state: null,
  method: null,
  screen: null,
  machine: null,
  person: null,
  from: null,
  to: null,
});
