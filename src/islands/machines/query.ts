import type { MachinesQuery } from '../../lib/client/machines/machines.store.ts';
import { MACHINE_STATUSES, type MachineStatus } from '../../lib/contract/machines.ts';

/** The list as its address says it: filters, sort and the way it is shown. */

export type MachinesView = 'table' | 'cards';
const SORTS = ['name', 'code', 'status', 'created_at'];
const LONGEST = 80;

export const isStatus = (text: string | undefined): text is MachineStatus => MACHINE_STATUSES.includes(text as MachineStatus);

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): MachinesQuery {
  const word = (text: string | undefined) => (text ? text.slice(0, LONGEST) : null);
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    status: isStatus(query.status) ? query.status : null,
    kind: word(query.kind),
    site: word(query.site),
    hall: word(query.hall),
    line: word(query.line),
    archived: query.archived === '1',
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : 'name',
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ q, status, kind, site, hall, line, archived, sort }: MachinesQuery): Record<string, string | null> {
  return { q, status, kind, site, hall, line, archived: archived ? '1' : null, sort: sort === 'name' ? null : sort };
}

/** Nothing narrowed, in the same order. */
export const unfiltered = (query: MachinesQuery): MachinesQuery => ({
  ...query,
  q: '',
  status: null,
  kind: null,
  site: null,
  hall: null,
  line: null,
});

export const readView = (text: string | undefined): MachinesView | null => (text === 'table' || text === 'cards' ? text : null);
