import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import {
  createMachine,
  getMachine,
  listMachinePlaces,
  listMachines,
  type Machine,
  type MachineStatus,
  updateMachine,
} from '../../contract/machines.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface MachinesQuery {
  workspace: string | null;
  q: string;
  status: MachineStatus | null;
  kind: string | null;
  site: string | null;
  hall: string | null;
  line: string | null;
  archived: boolean;
  /** A sort of the contract, such as `-name`. */
  sort: string;
}
/** Filters whose choices are words that machines have. */
export const MACHINE_FACETS = ['site', 'hall', 'line', 'kind'] as const;
export type MachineFacet = (typeof MACHINE_FACETS)[number];

export type MachinePlaces = ResponseOf<typeof listMachinePlaces>['items'];
export type NewMachine = BodyInput<typeof createMachine>;
export type MachinePatch = Omit<BodyInput<typeof updateMachine>, 'rev'>;

export interface MachinesStore extends Pick<PagedRows<Machine, MachinesQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** Combinations of words that machines have; null until {@link loadPlaces}. */
  $places: ReadableAtom<MachinePlaces | null>;
  loadPlaces(): Promise<void>;
  create(input: NewMachine): Promise<Machine>;
  /** Changes a row that the person saw. @throws ApiError */
  save(row: Machine, patch: MachinePatch): Promise<Machine>;
  /** Looks again for what came and went, after several rows were saved. */
  settle(): Promise<void>;
}

export const MACHINES_PAGE = 100;

/** The query as the API takes it. */
export function machinesRequest({ workspace, q, archived, sort, ...filters }: MachinesQuery) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as Partial<
    Record<MachineFacet, string> & { status: MachineStatus }
  >;
  return {
    sort,
    ...given,
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(archived ? { archived: '1' as const } : {}),
  };
}

/** Is anything left out beside the archived ones and other workspaces? */
export const isNarrowed = ({ q, status, kind, site, hall, line }: MachinesQuery): boolean =>
  q.trim() !== '' || [status, kind, site, hall, line].some((value) => value !== null);

/** Does the row stay in the list, as far as that can be told without asking? */
const belongs = (row: Machine, query: MachinesQuery) =>
  (query.workspace === null || row.workspace_id === query.workspace) &&
  (query.archived || row.archived_at === null) &&
  (query.status === null || row.status === query.status) &&
  MACHINE_FACETS.every((facet) => query[facet] === null || row[facet] === query[facet]);

/** Machines of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createMachines(
  deps: StoreDeps,
  initial: { query: MachinesQuery; answer: ResponseOf<typeof listMachines> | null },
): MachinesStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const $places = atom<MachinePlaces | null>(null);
  let placesOf: string | null | undefined;
  const list = createPagedRows(deps, {
    ...initial,
    view,
    entity: 'machines',
    pageSize: MACHINES_PAGE,
    request: machinesRequest,
    list: (call, query) => call(listMachines, { params, query }),
    get: (call, id) => call(getMachine, { params: { ...params, id } }),
    belongs,
    everything: (query) => (isNarrowed(query) ? null : machinesRequest({ ...query, archived: true })),
    place: ({ name, code, status }) => `${name}\n${code}\n${status}`,
    hear,
    changed: () => placesOf !== undefined && void loadPlaces(),
  });

  async function loadPlaces(): Promise<void> {
    const { workspace } = list.query();
    placesOf = workspace;
    try {
      const { items } = await view.call(listMachinePlaces, { params, query: workspace === null ? {} : { workspace_id: workspace } });
      if (workspace === list.query().workspace) $places.set(items);
    } catch {
      // Without counts the menus offer what is chosen already; the list itself tells of a broken line.
      if (workspace === list.query().workspace && $places.get() === null) $places.set([]);
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name !== 'values') return;
    const { datalogger_id, last_seen_at } = event.data;
    const state = list.$state.get();
    const row = state.status === 'ready' ? state.rows.find((one) => one.datalogger_ids.includes(datalogger_id)) : undefined;
    if (row && Date.parse(row.last_seen_at ?? '1970-01-01') < Date.parse(last_seen_at)) list.put(row.id, { ...row, last_seen_at });
  }

  return {
    ...list,
    $places,
    show(query) {
      const isOther = list.show(query);
      if (isOther && placesOf !== undefined && placesOf !== query.workspace) void loadPlaces();
      return isOther;
    },
    loadPlaces,
    async create(input) {
      const row = await deps.call(createMachine, { params, body: input });
      await list.refresh();
      return row;
    },
    async save(row, patch) {
      const saved = await deps.call(updateMachine, { params: { ...params, id: row.id }, body: { rev: row.rev, ...patch } });
      list.put(row.id, saved);
      return saved;
    },
    async settle() {
      void loadPlaces();
      await list.refresh();
    },
  };
}
