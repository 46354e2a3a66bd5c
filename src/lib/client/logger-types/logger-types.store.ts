import { atom, type ReadableAtom } from 'nanostores';
import { type Datalogger, listDataloggers } from '../../contract/dataloggers.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import {
  type Bench,
  createLoggerType,
  exportLoggerType,
  getLoggerType,
  getLoggerTypeVersion,
  type LoggerType,
  type LoggerTypeDetail,
  listLoggerTypes,
  listTypeCatalogue,
  type MovePreview,
  moveLoggers,
  type PortableType,
  previewMove,
  previewTakeOff,
  publishLoggerType,
  type TypeSpec,
  takeOffLoggers,
  tryLoggerType,
  updateLoggerType,
} from '../../contract/logger-types.ts';
import { listReceivedData, type ReceivedData } from '../../contract/received-data.ts';
import { listSensorTypes, type SensorType } from '../../contract/sensor-types.ts';
import { finder } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createLoader } from '../kernel/loader.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import { type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type LoggerTypesState =
  | { status: 'loading' }
  /** Archived ones too. */
  | { status: 'ready'; rows: readonly LoggerType[] }
  | { status: 'error'; code: ApiErrorCode };
export type LoggerTypePatch = Omit<BodyInput<typeof updateLoggerType>, 'rev'>;
export type TypeCatalogue = ResponseOf<typeof listTypeCatalogue>['items'];

export interface LoggerTypesStore {
  $state: ReadableAtom<LoggerTypesState>;
  start(): () => void;
  load(): Promise<void>;
  create(input: BodyInput<typeof createLoggerType>): Promise<LoggerTypeDetail>;
  /** What comes with the product. */
  catalogue: BlockStore<TypeCatalogue>;
}

export interface LoggerTypesFilter {
  q: string;
  archived: boolean;
}

/** Rows that a filter leaves; a type is found by its name, maker and model, without case and accents. */
export function filterLoggerTypes(rows: readonly LoggerType[], { q, archived }: LoggerTypesFilter): LoggerType[] {
  const finds = finder(q);
  return rows.filter((row) => (archived || row.archived_at === null) && finds(row.name, row.maker ?? '', row.model ?? ''));
}

const CHANGES_MS = 200;

/** Types of the organisation: loaded whole, so that filters answer at once, and kept fresh by the live stream. */
export function createLoggerTypes(deps: StoreDeps, initial: readonly LoggerType[] | null = null): LoggerTypesStore {
  const params = { organization_id: deps.organization };
  const $state = atom<LoggerTypesState>(initial ? { status: 'ready', rows: initial } : { status: 'loading' });
  const loader = createLoader(deps, $state, {
    read: (call) => call(listLoggerTypes, { params, query: { archived: '1' } }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
    isShown: () => $state.get().status === 'ready',
  });
  const { load } = loader;
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());
  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && (event.data.entity === 'logger-types' || event.data.entity === 'dataloggers')) following.call();
  }
  return {
    $state,
    start: () => loader.start(hear, following),
    load,
    create: (input) => deps.call(createLoggerType, { params, body: input }),
    catalogue: createTypeCatalogue(deps),
  };
}

export const createTypeCatalogue = (deps: StoreDeps): BlockStore<TypeCatalogue> =>
  createBlock<TypeCatalogue>(
    deps,
    null,
    async (call) => (await call(listTypeCatalogue, { params: { organization_id: deps.organization } })).items,
    { hear: () => undefined },
  );

/** A message to try a spec on: a stored one, or one that was pasted. */
export type TriedMessage = { received_data_id: string } | { message: string };

export interface LoggerTypeStore extends RowStore<LoggerTypeDetail, LoggerTypePatch> {
  publish(rev: number): Promise<RowSaved<LoggerTypeDetail>>;
  version(version: number): Promise<TypeSpec>;
  portable(): Promise<PortableType>;
  clone(name: string): Promise<LoggerTypeDetail>;
  bench(spec: TypeSpec, message: TriedMessage): Promise<Bench>;
  previewMove(version: number, ids: readonly string[]): Promise<MovePreview>;
  move(version: number, ids: readonly string[]): Promise<number>;
  previewTakeOff(ids: readonly string[]): Promise<MovePreview>;
  /** Answers what takes it back. */
  takeOff(ids: readonly string[]): Promise<() => Promise<unknown>>;
}

/** One type. */
export function createLoggerTypeStore(deps: StoreDeps, id: string, initial: LoggerTypeDetail | null): LoggerTypeStore {
  const organization = { organization_id: deps.organization };
  const params = { ...organization, id };
  const row = createRowStore<LoggerTypeDetail, LoggerTypePatch>(deps, {
    initial,
    read: (call) => call(getLoggerType, { params }),
    write: (call, rev, patch) => call(updateLoggerType, { params, body: { ...patch, rev } }),
    concerns: (data) => data.id === id || data.entity === 'dataloggers',
  });
  return {
    ...row,
    async publish(rev) {
      const result = await rowSaved(deps.call(publishLoggerType, { params, body: { rev } }));
      if (result.status === 'saved') row.take(result.row);
      return result;
    },
    version: async (version) => (await deps.call(getLoggerTypeVersion, { params: { ...params, version: String(version) } })).spec,
    portable: () => deps.call(exportLoggerType, { params }),
    clone: (name) => deps.call(createLoggerType, { params: organization, body: { copy_of: id, name } }),
    bench: (spec, message) => deps.call(tryLoggerType, { params: organization, body: { spec, ...message } }),
    previewMove: (version, ids) => deps.call(previewMove, { params, body: { version, datalogger_ids: [...ids] } }),
    async move(version, ids) {
      const { moved } = await deps.call(moveLoggers, { params, body: { version, datalogger_ids: [...ids] } });
      void row.load();
      return moved;
    },
    previewTakeOff: (ids) => deps.call(previewTakeOff, { params, body: { datalogger_ids: [...ids] } }),
    async takeOff(ids) {
      const { taken } = await deps.call(takeOffLoggers, { params, body: { datalogger_ids: [...ids] } });
      void row.load();
      const byVersion = Map.groupBy(taken, ({ version }) => version);
      return async () => {
        for (const [version, loggers] of byVersion)
          await deps.call(moveLoggers, { params, body: { version, datalogger_ids: loggers.map(({ datalogger_id }) => datalogger_id) } });
        void row.load();
      };
    },
  };
}

/** Sensor types that a channel may be of; archived ones too, for channels may have been of them before. */
export const createSensorChoice = (deps: StoreDeps) =>
  createBlock<readonly SensorType[]>(
    deps,
    null,
    async (call) => (await call(listSensorTypes, { params: { organization_id: deps.organization }, query: { archived: '1' } })).items,
    {
      hear: (event, _, { reload }) => {
        if (event.name === 'changed' && event.data.entity === 'sensor-types') reload();
      },
    },
  );

/** Loggers that the person may read: which of them are of the type, and which could be moved to it. */
export const createLoggerChoice = (deps: StoreDeps) =>
  createBlock<readonly Datalogger[]>(
    deps,
    null,
    async (call) =>
      (await call(listDataloggers, { params: { organization_id: deps.organization }, query: { limit: '500', sort: 'name' } })).items,
    {
      hear: (event, _, { reload }) => {
        if (event.name === 'changed' && event.data.entity === 'dataloggers') reload();
      },
    },
  );

/** Loggers of a type whose messages it is tried on, and messages of each. */
const TRIED_LOGGERS = 5;
const TRIED_OF_LOGGER = '4';

/**
 * Messages to try a draft on, newest first: of the loggers of the type that sent last, since those of others say nothing of it; the newest of the
 * organisation where none of them has sent.
 */
export async function messagesToTry(
  deps: StoreDeps,
  { id, logger_count }: Pick<LoggerType, 'id' | 'logger_count'>,
): Promise<readonly ReceivedData[]> {
  const params = { organization_id: deps.organization };
  const newest = async (query: { limit: string; datalogger_id?: string }) => (await deps.call(listReceivedData, { params, query })).items;
  const all =
    logger_count === 0 ? [] : (await deps.call(listDataloggers, { params, query: { limit: '500', sort: '-last_seen_at' } })).items;
  const ofType = all.filter(({ logger_type_id }) => logger_type_id === id).slice(0, TRIED_LOGGERS);
  const own = await Promise.all(ofType.map((one) => newest({ limit: TRIED_OF_LOGGER, datalogger_id: one.id })));
  const found = own.flat().sort((a, b) => b.received_at.localeCompare(a.received_at));
  return found.length > 0 ? found : newest({ limit: '20' });
}

/** A type as far as it is read, not edited. */
export const createTypeRead = (deps: StoreDeps, id: string): BlockStore<LoggerTypeDetail> =>
  createBlock<LoggerTypeDetail>(deps, null, (call) => call(getLoggerType, { params: { organization_id: deps.organization, id } }), {
    hear: () => undefined,
  });

/** Types that a logger may be of. */
export const createTypeChoice = (deps: StoreDeps) =>
  createBlock<readonly LoggerType[]>(
    deps,
    null,
    async (call) => (await call(listLoggerTypes, { params: { organization_id: deps.organization }, query: { archived: '1' } })).items,
    {
      hear: (event, _, { reload }) => {
        if (event.name === 'changed' && event.data.entity === 'logger-types') reload();
      },
    },
  );
