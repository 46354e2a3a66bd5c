import { atom, computed, type ReadableAtom } from 'nanostores';
import {
  type CalibratedChannel,
  type Calibration,
  countCalibratedChannels,
  createCalibration,
  type DueState,
  listCalibratedChannels,
  listCalibrations,
  tryCalibration,
  updateCalibration,
} from '../../contract/calibrations.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { createFile, type StoredFile, updateFile } from '../../contract/files.ts';
import { fileName } from '../files/files.store.ts';
import { type Api, ApiError } from '../kernel/api.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export type NewCalibration = BodyInput<typeof createCalibration>;
export type CalibrationTrial = ResponseOf<typeof tryCalibration>;

export interface CalibrationActs {
  /** @throws ApiError */
  create(calibration: NewCalibration): Promise<Calibration>;
  /** Stores its certificate. @throws ApiError */
  attach(calibration: Pick<Calibration, 'id'>, file: File): Promise<StoredFile>;
  /** Takes a file of one away, or brings it back. @throws ApiError */
  setAway(file: Pick<StoredFile, 'id' | 'rev'>, away: boolean): Promise<StoredFile>;
  /** Takes it back, or lets it hold again. @throws ApiError */
  turn(calibration: Pick<Calibration, 'id' | 'rev'>, revoked: boolean): Promise<Calibration>;
  /** What it would change. @throws ApiError */
  tried(calibration: BodyInput<typeof tryCalibration>): Promise<CalibrationTrial>;
}

/** What people may do with calibrations. @param upload calls the API with a file as the body */
export function createCalibrationActs(deps: StoreDeps, upload: (file: Blob) => Api): CalibrationActs {
  const params = { organization_id: deps.organization };
  return {
    create: (body) => deps.call(createCalibration, { params, body }),
    attach: ({ id }, file) =>
      upload(file).call(createFile, { params, query: { entity: 'calibrations', entity_id: id, name: fileName(file.name) } }),
    setAway: ({ id, rev }, archived) => deps.call(updateFile, { params: { ...params, id }, body: { rev, archived } }),
    turn: ({ id, rev }, revoked) => deps.call(updateCalibration, { params: { ...params, id }, body: { rev, revoked } }),
    tried: (body) => deps.call(tryCalibration, { params, body }),
  };
}

/** The calibration for which another one was refused; null where it was refused for something else. */
export function otherCalibration(error: unknown): Calibration | null {
  const isOther = error instanceof ApiError && error.code === 'conflict' && typeof error.current === 'object' && error.current !== null;
  return isOther ? (error.current as Calibration) : null;
}

export type CalibrationsStore = Pick<BlockStore<readonly Calibration[]>, '$state' | 'start' | 'load'>;

/** All calibrations of a logger, also those that were taken back. */
export function createCalibrations(deps: StoreDeps, datalogger: string): CalibrationsStore {
  return createBlock<readonly Calibration[]>(
    deps,
    null,
    async (call) => {
      const query = { datalogger_id: datalogger, revoked: '1' as const };
      return (await call(listCalibrations, { params: { organization_id: deps.organization }, query })).items;
    },
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && (event.data.entity === 'calibrations' || event.data.entity === 'files')) reload();
      },
    },
  );
}

/** What the list of calibrated channels shows, as the address says it; the empty text and null narrow nothing. */
export interface CalibrationsQuery {
  workspace: string | null;
  q: string;
  state: DueState | null;
  /** A sort of the contract, such as `due`. */
  sort: string;
}
export type DueCounts = ResponseOf<typeof countCalibratedChannels>;

export interface CalibratedStore
  extends Pick<PagedRows<CalibratedChannel, CalibrationsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** How many there are in each state, the other filters being as they are; null until it is known for them. */
  $counts: ReadableAtom<DueCounts | null>;
}

export const CALIBRATIONS_PAGE = 100;
/** What is due follows from the clock, which makes no event, milliseconds. */
const LOOK_MS = 600_000;

const countsRequest = ({ workspace, q }: CalibrationsQuery) => ({
  ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
  ...(workspace === null ? {} : { workspace_id: workspace }),
});
/** The query as the API takes it. */
export const calibrationsRequest = (query: CalibrationsQuery) => ({
  sort: query.sort,
  ...countsRequest(query),
  ...(query.state === null ? {} : { state: query.state }),
});

export const isNarrowed = ({ q, state }: CalibrationsQuery): boolean => q.trim() !== '' || state !== null;

/** Measured channels by when they are due: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createCalibrated(
  deps: StoreDeps,
  initial: { query: CalibrationsQuery; answer: ResponseOf<typeof listCalibratedChannels> | null },
): CalibratedStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const rows = createPagedRows(deps, {
    ...initial,
    view,
    // A calibration changes its channel, which is the row here.
    entity: 'channels',
    pageSize: CALIBRATIONS_PAGE,
    request: calibrationsRequest,
    list: (call, query) => call(listCalibratedChannels, { params, query }),
    async get(call, id): Promise<CalibratedChannel> {
      const [row] = (await call(listCalibratedChannels, { params, query: { channel_id: id } })).items;
      if (!row) throw new ApiError('not_found', null);
      return row;
    },
    belongs: (row, query) =>
      (query.workspace === null || row.workspace_id === query.workspace) && (query.state === null || row.state === query.state),
    everything: (query) => (isNarrowed(query) ? null : calibrationsRequest(query)),
    place: ({ name, state, calibration }) => `${name}\n${state}\n${calibration?.due_on}`,
    changed: () => counted.reload(),
  });
  const $asked = atom(JSON.stringify(countsRequest(initial.query)));
  const counted = createBlock<{ asked: string; counts: DueCounts }>(
    deps,
    null,
    async (call) => {
      const request = countsRequest(rows.query());
      return { asked: JSON.stringify(request), counts: await call(countCalibratedChannels, { params, query: request }) };
    },
    { hear: () => undefined, everyMs: LOOK_MS },
  );
  return {
    ...rows,
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
      return isOther;
    },
  };
}
