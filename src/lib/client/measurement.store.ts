import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput } from '../contract/endpoint.ts';
import { getMeasurement, type Measurement, updateMeasurement } from '../contract/measurements.ts';
import { getScreenVersion, type ScreenVersion } from '../contract/screens.ts';
import { listTaxonomies, type Taxonomy } from '../contract/taxonomies.ts';
import type { ApiErrorCode } from './api.ts';
import { createRowStore, type RowStore } from './row-store.ts';
import { Cancelled, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

export type MeasurementPatch = Omit<BodyInput<typeof updateMeasurement>, 'rev'>;

/** The version of the screen that was measured with: it never changes. */
export type VersionState = { status: 'loading' } | { status: 'ready'; version: ScreenVersion } | { status: 'error'; code: ApiErrorCode };

export interface MeasurementStore extends RowStore<Measurement, MeasurementPatch> {
  $version: ReadableAtom<VersionState>;
  /** How activities are sorted by value added; null = not known (yet). */
  $value: ReadableAtom<Taxonomy | null>;
}

/** What the page may bring along. */
export interface FirstMeasurement {
  row: Measurement;
  version: ScreenVersion | null;
}

function patched({ archived, ...fields }: MeasurementPatch, now: number): (row: Measurement) => Measurement {
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
  const $value = atom<Taxonomy | null>(null);
  const store = createRowStore<Measurement, MeasurementPatch>(deps, {
    view,
    initial: initial?.row ?? null,
    read: (call) => call(getMeasurement, { params }),
    write: (call, rev, patch) => call(updateMeasurement, { params, body: { ...patch, rev } }),
    concerns: (data) => data.entity === 'measurements' && data.id === id,
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
  /** Without it the balance knows only activities. */
  async function loadValue(): Promise<void> {
    const found = await view.call(listTaxonomies, { params: organization, query: {} }).catch(() => null);
    if (found) $value.set(found.items.find(({ key }) => key === 'value') ?? null);
  }

  return {
    ...store,
    $version,
    $value,
    async load() {
      await store.load();
      needVersion();
    },
    start() {
      const end = store.start();
      if ($value.get() === null) void loadValue();
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
