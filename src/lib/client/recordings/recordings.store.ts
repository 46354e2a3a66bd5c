import { atom, computed, type ReadableAtom } from 'nanostores';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import {
  countRecordings,
  createRecording,
  getRecording,
  listRecordings,
  type Recording,
  type RecordingCounts,
  type RecordingPurpose,
  type RecordingRow,
  type RecordingState,
} from '../../contract/recordings.ts';
import type { Verdict } from '../../contract/verdicts.ts';
import { createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface RecordingsQuery {
  workspace: string | null;
  q: string;
  state: RecordingState | null;
  purpose: RecordingPurpose | null;
  verdict: Verdict | null;
  datalogger: string | null;
  /** RFC 3339: those whose time touches it. */
  from: string | null;
  to: string | null;
  /** A sort of the contract, such as `-from`. */
  sort: string;
}

export interface RecordingsStore extends Pick<PagedRows<RecordingRow, RecordingsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** How many there are in each state, the other filters being as they are; null until it is known for them. */
  $counts: ReadableAtom<RecordingCounts | null>;
}

export const RECORDINGS_PAGE = 100;
/** States follow from the clock, which makes no event, milliseconds. */
const LOOK_MS = 60_000;

/** The query as the API takes it. */
export function recordingsRequest(query: RecordingsQuery) {
  return { sort: query.sort, ...countsRequest(query), ...(query.state === null ? {} : { state: query.state }) };
}
function countsRequest({ workspace, q, purpose, verdict, datalogger, from, to }: RecordingsQuery) {
  return {
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(purpose === null ? {} : { purpose }),
    ...(verdict === null ? {} : { verdict }),
    ...(datalogger === null ? {} : { datalogger_id: datalogger }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

/** Is anything left out beside the archived ones and other workspaces? */
export const isNarrowed = ({ q, state, purpose, verdict, datalogger, from, to }: RecordingsQuery): boolean =>
  q.trim() !== '' || [state, purpose, verdict, datalogger, from, to].some((value) => value !== null);

/** Does the row stay in the list, as far as that can be told without asking? */
const belongs = (row: RecordingRow, query: RecordingsQuery) =>
  (query.workspace === null || row.workspace_id === query.workspace) &&
  (query.state === null ? row.state !== 'archived' : row.state === query.state) &&
  (query.purpose === null || row.purpose === query.purpose) &&
  (query.verdict === null || row.verdict === query.verdict) &&
  (query.datalogger === null || row.dataloggers.some(({ id }) => id === query.datalogger));

/** Recordings of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createRecordings(
  deps: StoreDeps,
  initial: { query: RecordingsQuery; answer: ResponseOf<typeof listRecordings> | null },
): RecordingsStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const rows = createPagedRows(deps, {
    ...initial,
    view,
    entity: 'recordings',
    pageSize: RECORDINGS_PAGE,
    request: recordingsRequest,
    list: (call, query) => call(listRecordings, { params, query }),
    get: (call, id): Promise<RecordingRow> => call(getRecording, { params: { ...params, id } }),
    belongs,
    everything: (query) => (isNarrowed(query) ? null : { ...recordingsRequest(query), state: 'archived' as const }),
    place: ({ name, from, created_at }) => `${name}\n${from}\n${created_at}`,
    changed: () => counted.reload(),
  });
  const $asked = atom(JSON.stringify(countsRequest(initial.query)));
  const counted = createBlock<{ asked: string; counts: RecordingCounts }>(
    deps,
    null,
    async (call) => {
      const request = countsRequest(rows.query());
      return { asked: JSON.stringify(request), counts: await call(countRecordings, { params, query: request }) };
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

export type NewRecordingInput = BodyInput<typeof createRecording>;

/** @throws ApiError */
export const makeRecording = (deps: StoreDeps, input: NewRecordingInput): Promise<Recording> =>
  deps.call(createRecording, { params: { organization_id: deps.organization }, body: input });
