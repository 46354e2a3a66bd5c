import { getSeries, type Series } from '../../contract/readings.ts';
import { evaluateRecording, getRecording, type Recording, type RecordingEvaluation } from '../../contract/recordings.ts';
import { ApiError } from '../kernel/api.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createPool } from '../kernel/pool.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** A recording that is laid over others; null = there is none, or nobody here may read it. */
export type LaidRecording = { id: string; recording: Recording; evaluation: RecordingEvaluation | null } | { id: string; recording: null };

/** Long reads of one person at a time. */
const AT_ONCE = 2;

/** Recordings with what their readings say; one that has not begun has nothing of the kind. */
export function createOverlay(deps: StoreDeps, ids: readonly string[]): BlockStore<readonly LaidRecording[]> {
  const pool = createPool(AT_ONCE);
  return createBlock<readonly LaidRecording[]>(
    deps,
    null,
    (call) =>
      Promise.all(
        ids.map((id) =>
          pool(async (): Promise<LaidRecording> => {
            const params = { organization_id: deps.organization, id };
            try {
              const recording = await call(getRecording, { params });
              const begun = recording.from !== null && Date.parse(recording.from) <= deps.now();
              return { id, recording, evaluation: begun ? await call(evaluateRecording, { params }) : null };
            } catch (error) {
              if (error instanceof ApiError && error.code === 'not_found') return { id, recording: null };
              throw error;
            }
          }),
        ),
      ),
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'recordings' && ids.includes(event.data.id)) reload();
      },
    },
  );
}

/** What is drawn: a channel for the time of its recording. */
export interface Wanted {
  recording: string;
  channel: string;
  from: string;
  to: string;
}

/** Series by their recordings; a channel that is gone has none. */
export function createOverlaySeries(deps: StoreDeps, wanted: readonly Wanted[], width: number): BlockStore<ReadonlyMap<string, Series>> {
  const pool = createPool(AT_ONCE);
  return createBlock<ReadonlyMap<string, Series>>(
    deps,
    null,
    async (call) => {
      const found = await Promise.all(
        wanted.map(({ recording, channel, from, to }) =>
          pool(async () => {
            try {
              const params = { organization_id: deps.organization, id: channel };
              return [recording, await call(getSeries, { params, query: { from, to, width: String(width) } })] as const;
            } catch (error) {
              if (error instanceof ApiError && error.code === 'not_found') return null;
              throw error;
            }
          }),
        ),
      );
      return new Map(found.filter((one) => one !== null));
    },
    { hear: () => undefined },
  );
}
