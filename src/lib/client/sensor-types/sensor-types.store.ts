import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels } from '../../contract/channels.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import {
  createSensorType,
  getSensorType,
  listSensorTypes,
  mergeSensorType,
  type Quantity,
  type SensorType,
  unmergeSensorType,
  updateSensorType,
} from '../../contract/sensor-types.ts';
import { finder } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createBlock } from '../kernel/block-store.ts';
import { createLoader } from '../kernel/loader.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import { createServerRows, type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type SensorTypesState =
  | { status: 'loading' }
  /** Archived ones too. */
  | { status: 'ready'; rows: readonly SensorType[] }
  | { status: 'error'; code: ApiErrorCode };
export type NewSensorType = BodyInput<typeof createSensorType>;
export type SensorTypePatch = Omit<BodyInput<typeof updateSensorType>, 'rev'>;

export interface SensorTypesStore {
  $state: ReadableAtom<SensorTypesState>;
  start(): () => void;
  load(): Promise<void>;
  create(input: NewSensorType): Promise<SensorType>;
  save(row: SensorType, patch: SensorTypePatch): Promise<RowSaved<SensorType>>;
}

/** What the list is narrowed to; the empty text and null narrow nothing. */
export interface SensorTypesFilter {
  q: string;
  quantity: Quantity | null;
  archived: boolean;
}

/** Rows that a filter leaves. A type is found by its name in each language, without case and accents. */
export function filterSensorTypes(rows: readonly SensorType[], { q, quantity, archived }: SensorTypesFilter): SensorType[] {
  const finds = finder(q);
  return rows.filter(
    (row) =>
      (archived || row.archived_at === null) &&
      (quantity === null || row.quantity === quantity) &&
      finds(row.names.cs, row.names.en, row.names.sk),
  );
}

const CHANGES_MS = 200;

/** Types of the organisation: loaded whole, so that filters answer at once, and kept fresh by the live stream. */
export function createSensorTypes(deps: StoreDeps, initial: readonly SensorType[] | null = null): SensorTypesStore {
  const params = { organization_id: deps.organization };
  const $state = atom<SensorTypesState>(initial ? { status: 'ready', rows: initial } : { status: 'loading' });
  const serverRows = createServerRows<SensorType>({ publish: (rows) => $state.set({ status: 'ready', rows }), initial });
  const loader = createLoader(deps, $state, {
    read: (call) => call(listSensorTypes, { params, query: { archived: '1' } }),
    take: ({ items }) => serverRows.set(items),
    isShown: () => $state.get().status === 'ready',
  });
  const { load } = loader;
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && (event.data.entity === 'sensor-types' || event.data.entity === 'channels')) following.call();
  }

  return {
    $state,
    start: () => loader.start(hear, following),
    load,
    async create(input) {
      const row = await deps.call(createSensorType, { params, body: input });
      serverRows.put(row);
      return row;
    },
    save(row, patch) {
      return rowSaved(
        serverRows.until(
          row,
          (now) => now,
          () => deps.call(updateSensorType, { params: { ...params, id: row.id }, body: { ...patch, rev: row.rev } }),
        ),
      );
    },
  };
}

export type SensorTypeStore = RowStore<SensorType, SensorTypePatch>;

/** One type. */
export function createSensorTypeStore(deps: StoreDeps, id: string, initial: SensorType | null): SensorTypeStore {
  const params = { organization_id: deps.organization, id };
  return createRowStore<SensorType, SensorTypePatch>(deps, {
    initial,
    read: (call) => call(getSensorType, { params }),
    write: (call, rev, patch) => call(updateSensorType, { params, body: { ...patch, rev } }),
    concerns: (data) => data.id === id || data.entity === 'channels',
  });
}

/** More channels than this aren't taken back in one call. */
const MOST_BACK = 5_000;

/** Gives the channels of a type to another one. Answers what takes it back, null where there are too many. @throws what the server said */
export async function mergeTypes(deps: StoreDeps, { id, rev }: SensorType, into: string): Promise<(() => Promise<unknown>) | null> {
  const params = { organization_id: deps.organization, id };
  const { type, channels } = await deps.call(mergeSensorType, { params, body: { rev, into } });
  if (channels.length > MOST_BACK) return null;
  return () => deps.call(unmergeSensorType, { params, body: { rev: type.rev, from: into, channels } });
}

/** Channels that use a type, as far as the person may read them. */
export const createTypeChannels = (deps: StoreDeps, id: string) =>
  createBlock<readonly Channel[]>(
    deps,
    null,
    async (call) => (await call(listChannels, { params: { organization_id: deps.organization }, query: { sensor_type_id: id } })).items,
    {
      hear: (event, _, { reload }) => {
        if (event.name === 'changed' && event.data.entity === 'channels') reload();
      },
    },
  );
