import { listMeasurements, type Measurement } from '../../contract/measurements.ts';
import { type Ask, type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What is being measured and what was measured last, in an organisation, in a workspace or on a machine; archived ones are left out. */
export interface MeasurementsNow {
  /** The newest day first, at most {@link SHOWN_RUNNING}. */
  running: readonly Measurement[];
  runningCount: number;
  /** Finished ones, the newest day first. */
  last: readonly Measurement[];
}

export interface MeasurementsAsk extends Ask {
  machine?: string;
  /** How many finished ones are wanted. */
  lastCount?: number;
}

const SHOWN_RUNNING = 8;
export const SHOWN_LAST = 4;

export async function loadMeasurementsNow({
  call,
  organization,
  workspace,
  machine,
  lastCount = SHOWN_LAST,
}: MeasurementsAsk): Promise<MeasurementsNow> {
  const page = (state: Measurement['state'], limit: number, more: { count?: '1' } = {}) =>
    call(listMeasurements, {
      params: { organization_id: organization },
      query: {
        state,
        sort: '-day',
        limit: String(limit),
        ...more,
        ...(workspace === null ? {} : { workspace_id: workspace }),
        ...(machine === undefined ? {} : { machine_id: machine }),
      },
    });
  const [running, finished] = await Promise.all([page('running', SHOWN_RUNNING, { count: '1' }), page('finished', lastCount)]);
  return { running: running.items, runningCount: running.total ?? running.items.length, last: finished.items };
}

/** Measurements that run and those before them; both follow the taps of every tablet. */
export function createMeasurementsNow(
  deps: StoreDeps,
  ask: Omit<MeasurementsAsk, 'call' | 'organization'>,
  initial: MeasurementsNow | null,
): BlockStore<MeasurementsNow> {
  return createBlock(deps, initial, (call) => loadMeasurementsNow({ ...ask, call, organization: deps.organization }), {
    hear(event, _shown, { reload }) {
      if (event.name !== 'changed' || event.data.entity !== 'measurements') return;
      const { workspace_id } = event.data;
      if (ask.workspace === null || workspace_id === null || workspace_id === ask.workspace) reload();
    },
  });
}
