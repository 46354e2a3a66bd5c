import type { SensorTypesFilter } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { QUANTITY_NAMES } from '../../lib/contract/sensor-types.ts';

export interface SensorTypesQuery extends SensorTypesFilter {
  workspace: string | null;
  sort: string;
}

const SORTS = ['name', 'quantity', 'kind', 'channels', 'updated_at'];
const FIRST_SORT = 'name';

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>): SensorTypesQuery {
  const sort = query.sort ?? '';
  return {
    workspace: null,
    q: (query.q ?? '').slice(0, 200),
    quantity: QUANTITY_NAMES.find((one) => one === query.quantity) ?? null,
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

export function writeQuery({ q, quantity, archived, sort }: SensorTypesQuery): Record<string, string | null> {
  return { q, quantity, archived: archived ? '1' : null, sort: sort === FIRST_SORT ? null : sort };
}
