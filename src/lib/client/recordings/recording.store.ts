import type { BodyInput } from '../../contract/endpoint.ts';
import {
  addRecordingNote,
  approveRecording,
  evaluateRecording,
  getRecording,
  type Recording,
  type RecordingEvaluation,
  type RecordingLimits,
  removeRecordingNote,
  startRecording,
  stopRecording,
  suggestLimits,
  updateRecording,
} from '../../contract/recordings.ts';
import { ApiError } from '../kernel/api.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type RecordingPatch = Omit<BodyInput<typeof updateRecording>, 'rev'>;

export interface RecordingStore extends RowStore<Recording, RecordingPatch> {
  /** @throws ApiError */
  turn(row: Recording, to: 'start' | 'stop'): Promise<Recording>;
  /** @throws ApiError */
  approve(row: Recording, hash: string, statement: string): Promise<Recording>;
  /** @throws ApiError */
  addNote(note: { id: string; at: string; text: string }): Promise<Recording>;
  /** @throws ApiError */
  removeNote(noteId: string): Promise<Recording>;
}

/** One recording. */
export function createRecordingStore(deps: StoreDeps, id: string, initial: Recording | null): RecordingStore {
  const params = { organization_id: deps.organization, id };
  const store = createRowStore<Recording, RecordingPatch>(deps, {
    initial,
    read: (call) => call(getRecording, { params }),
    write: (call, rev, patch) => call(updateRecording, { params, body: { ...patch, rev } }),
    concerns: (data) => data.entity === 'recordings' && data.id === id,
  });
  const taken = async (answer: Promise<Recording>) => {
    const row = await answer;
    store.take(row);
    return row;
  };
  return {
    ...store,
    turn: ({ rev }, to) => taken(deps.call(to === 'start' ? startRecording : stopRecording, { params, body: { rev } })),
    approve: ({ rev }, hash, statement) =>
      taken(deps.call(approveRecording, { params, body: { rev, hash, ...(statement.trim() === '' ? {} : { statement }) } })),
    addNote: (note) => taken(deps.call(addRecordingNote, { params, body: note })),
    removeNote: (note_id) => taken(deps.call(removeRecordingNote, { params, body: { note_id } })),
  };
}

/** Readings come all the time, milliseconds. */
const LOOK_MS = 60_000;

/** What the readings of a recording say now; null = it has not begun, which is not asked of one that is known to be planned for later. */
export function createEvaluation(
  deps: StoreDeps,
  id: string,
  { $state }: Pick<RecordingStore, '$state'>,
): BlockStore<RecordingEvaluation | null> {
  const params = { organization_id: deps.organization, id };
  const mayHaveBegun = () => {
    const known = $state.get();
    if (known.status !== 'ready' || known.row.state !== 'planned') return true;
    return known.row.from !== null && Date.parse(known.row.from) <= deps.now();
  };
  const block = createBlock<RecordingEvaluation | null>(
    deps,
    null,
    async (call) => {
      if (!mayHaveBegun()) return null;
      try {
        return await call(evaluateRecording, { params });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'conflict') return null;
        throw error;
      }
    },
    {
      everyMs: LOOK_MS,
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'recordings' && event.data.id === id) reload();
      },
    },
  );
  return {
    ...block,
    start() {
      const end = block.start();
      let had = mayHaveBegun();
      const endListening = $state.listen(() => {
        const has = mayHaveBegun();
        // The news that somebody began it may reach the recording later than this.
        if (has && !had) void block.load();
        had = has;
      });
      return () => {
        endListening();
        end();
      };
    },
  };
}

/** Limits to begin with, by channels. @throws ApiError */
export async function suggestedLimits(deps: StoreDeps, channels: readonly string[]): Promise<ReadonlyMap<string, RecordingLimits>> {
  if (channels.length === 0) return new Map();
  const { items } = await deps.call(suggestLimits, {
    params: { organization_id: deps.organization },
    query: { channels: channels.join() },
  });
  return new Map(items.map(({ channel_id, limits }) => [channel_id, limits]));
}
