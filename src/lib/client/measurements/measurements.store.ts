import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { listMachines } from '../../contract/machines.ts';
import {
  getMeasurement,
  listMeasurements,
  type Measurement,
  type MeasurementState,
  updateMeasurement,
} from '../../contract/measurements.ts';
import { listScreens, type Method } from '../../contract/screens.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { currentRow, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface MeasurementsQuery {
  workspace: string | null;
  q: string;
  state: MeasurementState | null;
  method: Method | null;
  screen: string | null;
  machine: string | null;
  /** Days, both included, as `2026-11-20`. */
  from: string | null;
  to: string | null;
  archived: boolean;
  /** A sort of the contract, such as `-day`. */
  sort: string;
}

export interface MeasurementChoices {
  screens: readonly { id: string; text: string }[];
  machines: readonly { id: string; text: string }[];
}

export interface MeasurementsStore extends Pick<PagedRows<Measurement, MeasurementsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** Names that filters offer; null until {@link loadChoices}. */
  $choices: ReadableAtom<MeasurementChoices | null>;
  loadChoices(): Promise<void>;
  /** Archives one or brings it back. @throws ApiError */
  archive(row: Measurement, archived: boolean): Promise<Measurement>;
}

export const MEASUREMENTS_PAGE = 100;
/** Names of one filter, at most. */
const MOST_CHOICES = 500;

/** The query as the API takes it. */
export function measurementsRequest({ workspace, q, state, method, screen, machine, from, to, archived, sort }: MeasurementsQuery) {
  return {
    sort,
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(state === null ? {} : { state }),
    ...(method === null ? {} : { method }),
    ...(screen === null ? {} : { screen_id: screen }),
    ...(machine === null ? {} : { machine_id: machine }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(archived ? { archived: '1' as const } : {}),
  };
}

/** Does the row stay in the list, as far as that can be told without asking? */
const belongs = (row: Measurement, query: MeasurementsQuery) =>
  (query.workspace === null || row.workspace_id === query.workspace) &&
  (query.archived || row.archived_at === null) &&
  (query.state === null || row.state === query.state) &&
  (query.method === null || row.method === query.method) &&
  (query.screen === null || row.screen_id === query.screen) &&
  (query.machine === null || row.machine_id === query.machine) &&
  (query.from === null || row.day >= query.from) &&
  (query.to === null || row.day <= query.to);

/** Measurements of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createMeasurements(
  deps: StoreDeps,
  initial: { query: MeasurementsQuery; answer: ResponseOf<typeof listMeasurements> | null },
): MeasurementsStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const $choices = atom<MeasurementChoices | null>(null);
  let choicesOf: string | null | undefined;
  const rows = createPagedRows(deps, {
    ...initial,
    view,
    entity: 'measurements',
    pageSize: MEASUREMENTS_PAGE,
    request: measurementsRequest,
    list: (call, query) => call(listMeasurements, { params, query }),
    get: (call, id) => call(getMeasurement, { params: { ...params, id } }),
    belongs,
    place: ({ name, day, created_at }) => `${name}\n${day}\n${created_at}`,
  });

  async function loadChoices(): Promise<void> {
    const { workspace } = rows.query();
    choicesOf = workspace;
    const where = { limit: String(MOST_CHOICES), sort: 'name', ...(workspace === null ? {} : { workspace_id: workspace }) };
    const named = ({ items }: { items: readonly { id: string; name: string }[] }) => items.map(({ id, name }) => ({ id, text: name }));
    // Without names a filter offers what is chosen already; the list itself tells of a broken line.
    const none = () => [];
    const [screens, machines] = await Promise.all([
      view.call(listScreens, { params, query: { ...where, archived: '1' } }).then(named, none),
      view.call(listMachines, { params, query: where }).then(named, none),
    ]);
    if (workspace === rows.query().workspace) $choices.set({ screens, machines });
  }

  return {
    ...rows,
    $choices,
    show(query) {
      const isOther = rows.show(query);
      if (isOther && choicesOf !== undefined && choicesOf !== query.workspace) void loadChoices();
      return isOther;
    },
    loadChoices,
    async archive(row, archived) {
      const at = (rev: number) => deps.call(updateMeasurement, { params: { ...params, id: row.id }, body: { rev, archived } });
      const saved = await at(row.rev).catch((error: unknown) => {
        // A tap came meanwhile, which says nothing against it.
        const current = currentRow<Measurement>(error);
        if (!current) throw error;
        return at(current.rev);
      });
      rows.put(row.id, saved);
      // One that came back stands nowhere yet.
      if (!archived) await rows.refresh();
      return saved;
    },
  };
}
