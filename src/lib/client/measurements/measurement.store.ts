import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput } from '../../contract/endpoint.ts';
import {
  type Evaluation,
  getMeasurement,
  type Measurement,
  measurementCategories,
  updateMeasurement,
} from '../../contract/measurements.ts';
import { getScreenVersion, type ScreenVersion } from '../../contract/screens.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import type { RowSaved } from '../kernel/server-rows.ts';
import { Cancelled, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export type MeasurementPatch = Omit<BodyInput<typeof updateMeasurement>, 'rev'>;

/** The version of the screen that was measured with: it never changes. */
export type VersionState = { status: 'loading' } | { status: 'ready'; version: ScreenVersion } | { status: 'error'; code: ApiErrorCode };

export interface MeasurementStore extends RowStore<Measurement, MeasurementPatch> {
  $version: ReadableAtom<VersionState>;
  /** How activities are sorted, and by which taxonomy figures are. */
  $sorting: ReadableAtom<Sorting>;
  sortBy(taxonomy: string): void;
  loadSorting(): Promise<void>;
  /** Keeps how activities are sorted today, or lets it go. */
  keepSorting(keep: boolean): Promise<RowSaved<Measurement>>;
}

export interface Sorting extends Evaluation {
  /** Of the chosen one: the reader's choice, else value added, else the first; null = there is none. */
  chosen: string | null;
  /** Until it is `ready` nothing is known of categories, not even that there are none. */
  state: { status: 'loading' } | { status: 'ready' } | { status: 'error'; code: ApiErrorCode };
}
const UNSORTED: Sorting = { kept_at: null, taxonomies: [], activities: {}, chosen: null, state: { status: 'loading' } };

/** What the page may bring along. */
export interface FirstMeasurement {
  row: Measurement;
  version: ScreenVersion | null;
}

function patched({ archived, keep_categories: _, ...fields }: MeasurementPatch, now: number): (row: Measurement) => Measurement {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Measurement>;
  const at = new Date(now).toISOString();
  return (row) => ({ ...row, ...given, ...(archived === undefined ? {} : { archived_at: archived ? at : null }) });
}

/** One measurement with what it was measured with: the row is kept fresh by the live stream and changed optimistically. */
export function createMeasurement(deps: StoreDeps, id: string, initial: FirstMeasurement | null): MeasurementStore {
  const view = viewOf(deps);
  const organization = { organization_id: deps.organization };
  const params = { ...organization, id };
  const $version = atom<VersionState>(initial?.version ? { status: 'ready', version: initial.version } : { status: 'loading' });
  const $sorting = atom<Sorting>(UNSORTED);
  const store = createRowStore<Measurement, MeasurementPatch>(deps, {
    view,
    initial: initial?.row ?? null,
    read: (call) => call(getMeasurement, { params }),
    write: (call, rev, patch) => call(updateMeasurement, { params, body: { ...patch, rev } }),
    concerns: (data) => {
      // Somebody sorts activities in another way.
      if (data.entity === 'activities' || data.entity === 'taxonomies') void loadSorting();
      return data.entity === 'measurements' && data.id === id;
    },
    preview: (patch) => patched(patch, deps.now()),
  });

  async function loadVersion({ screen_id, screen_version }: Measurement): Promise<void> {
    if ($version.get().status === 'error') $version.set({ status: 'loading' });
    try {
      const version = await view.call(getScreenVersion, {
        params: { ...organization, id: screen_id, version: String(screen_version) },
      });
      $version.set({ status: 'ready', version });
    } catch (error) {
      if (!(error instanceof Cancelled)) $version.set({ status: 'error', code: failureCode(error) });
    }
  }
  const needVersion = () => {
    const state = store.$state.get();
    if (state.status === 'ready' && $version.get().status !== 'ready') void loadVersion(state.row);
  };
  async function loadSorting(): Promise<void> {
    if ($sorting.get().state.status === 'error') $sorting.set(UNSORTED);
    const sorting = await view.call(measurementCategories, { params }).catch((error: unknown) => {
      if (!(error instanceof Cancelled) && $sorting.get().state.status !== 'ready')
        $sorting.set({ ...UNSORTED, state: { status: 'error', code: failureCode(error) } });
      return null;
    });
    if (!sorting) return;
    const { chosen } = $sorting.get();
    const usual = sorting.taxonomies.find(({ key }) => key === 'value') ?? sorting.taxonomies[0];
    const same = sorting.taxonomies.find((one) => one.id === chosen);
    $sorting.set({ ...sorting, chosen: (same ?? usual)?.id ?? null, state: { status: 'ready' } });
  }

  return {
    ...store,
    $version,
    $sorting,
    loadSorting,
    sortBy(chosen) {
      $sorting.set({ ...$sorting.get(), chosen });
    },
    async keepSorting(keep_categories) {
      const state = store.$state.get();
      const save = (rev: number) => store.save(rev, { keep_categories });
      const first = await save(state.status === 'ready' ? state.row.rev : 0);
      const saved = first.status === 'conflict' ? await save(first.current.rev) : first;
      await loadSorting();
      return saved;
    },
    async load() {
      await store.load();
      needVersion();
    },
    start() {
      const end = store.start();
      if ($sorting.get().state.status !== 'ready') void loadSorting();
      needVersion();
      let asked = store.$state.get().status === 'ready';
      const off = store.$state.listen((state) => {
        // A row that was not there before brings the version to be asked for.
        if (asked || state.status !== 'ready') return;
        asked = true;
        needVersion();
      });
      return () => {
        off();
        end();
      };
    },
  };
}
