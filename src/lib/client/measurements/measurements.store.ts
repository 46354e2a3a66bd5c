import { atom, computed, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { listMachines } from '../../contract/machines.ts';
import {
  countMeasurements,
  getMeasurement,
  listMeasurements,
  type Measurement,
  type MeasurementCounts,
  type MeasurementFilter,
  updateMeasurement,
} from '../../contract/measurements.ts';
import { getPerson } from '../../contract/people.ts';
import { listScreens, type Method } from '../../contract/screens.ts';
import { createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { currentRow, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface MeasurementsQuery {
  workspace: string | null;
  q: string;
  state: MeasurementFilter | null;
  method: Method | null;
  screen: string | null;
  machine: string | null;
  /** Who captured or observed it. */
  person: string | null;
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
  /** The one whose measurements are shown; others are chosen from the list of people. */
  people: readonly { id: string; text: string }[];
}

export interface MeasurementsStore extends Pick<PagedRows<Measurement, MeasurementsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** How many run and how many want a review, the other filters being as they are; null until it is known for them. */
  $counts: ReadableAtom<MeasurementCounts | null>;
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
export function measurementsRequest(query: MeasurementsQuery) {
  return { sort: query.sort, ...countsRequest(query), ...(query.state === null ? {} : { state: query.state }) };
}
/** The same without the state, by which it is counted. */
function countsRequest({ workspace, q, method, screen, machine, person, from, to, archived }: MeasurementsQuery) {
  return {
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(method === null ? {} : { method }),
    ...(screen === null ? {} : { screen_id: screen }),
    ...(machine === null ? {} : { machine_id: machine }),
    ...(person === null ? {} : { person_id: person }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(archived ? { archived: '1' as const } : {}),
  };
}

/** Is anything left out beside the archived ones and other workspaces? */
export const isNarrowed = ({ q, state, method, screen, machine, from, to }: MeasurementsQuery): boolean =>
  q.trim() !== '' || [state, method, screen, machine, from, to].some((value) => value !== null);

/** Does the row stay in the list, as far as that can be told without asking? */
const belongs = (row: Measurement, query: MeasurementsQuery) =>
  (query.workspace === null || row.workspace_id === query.workspace) &&
  (query.archived || row.archived_at === null) &&
  (query.state === null || (query.state === 'review' ? row.conflict_count > 0 : row.state === query.state)) &&
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
    everything: (query) => (isNarrowed(query) ? null : measurementsRequest({ ...query, archived: true })),
    place: ({ name, day, created_at }) => `${name}\n${day}\n${created_at}`,
    changed: () => counted.reload(),
  });
  const $asked = atom(JSON.stringify(countsRequest(initial.query)));
  const counted = createBlock<{ asked: string; counts: MeasurementCounts }>(
    deps,
    null,
    async (call) => {
      const request = countsRequest(rows.query());
      return { asked: JSON.stringify(request), counts: await call(countMeasurements, { params, query: request }) };
    },
    { hear: () => undefined },
  );

  async function loadChoices(): Promise<void> {
    const { workspace } = rows.query();
    choicesOf = workspace;
    const where = { limit: String(MOST_CHOICES), sort: 'name', ...(workspace === null ? {} : { workspace_id: workspace }) };
    const named = ({ items }: { items: readonly { id: string; name: string }[] }) => items.map(({ id, name }) => ({ id, text: name }));
    // Without names a filter offers what is chosen already; the list itself tells of a broken line.
    const none = () => [];
    const { person } = rows.query();
    const [screens, machines, people] = await Promise.all([
      view.call(listScreens, { params, query: { ...where, archived: '1' } }).then(named, none),
      view.call(listMachines, { params, query: where }).then(named, none),
      person === null
        ? none()
        : view.call(getPerson, { params: { ...params, id: person } }).then((found) => named({ items: [found] }), none),
    ]);
    if (workspace === rows.query().workspace) $choices.set({ screens, machines, people });
  }

  return {
    ...rows,
    $choices,
    $counts: computed([counted.$state, $asked], (state, asked) =>
      state.status === 'ready' && state.data.asked === asked ? state.data.counts : null,
    ),
    start() {
      const ends = [rows.start(), counted.start()];
      return () => {
        for (const end of ends) end();
      };
    },
    show(query) {
      const isOther = rows.show(query);
      const asked = JSON.stringify(countsRequest(query));
      if (asked !== $asked.get()) {
        $asked.set(asked);
        counted.reload();
      }
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
