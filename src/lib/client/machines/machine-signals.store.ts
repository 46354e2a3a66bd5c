import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels } from '../../contract/channels.ts';
import { listDataloggers } from '../../contract/dataloggers.ts';
import { samplingOf } from '../dataloggers/sampling.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export interface MachineSignals {
  status: 'ready';
  channels: readonly Channel[];
  /** Seconds between messages that are expected of a logger, by its id; null = nobody said. */
  intervals: ReadonlyMap<string, number | null>;
}

const CHANGES_MS = 300;

export type MachineSignalsState = { status: 'loading' } | MachineSignals | { status: 'error'; code: ApiErrorCode };

/** What measured a machine, without the values of the moment. */
export function createMachineSignals(deps: StoreDeps, machine: string): { $state: ReadableAtom<MachineSignalsState>; start(): () => void } {
  const $state = atom<MachineSignalsState>({ status: 'loading' });
  const params = { organization_id: deps.organization };
  const loader = createLoader(deps, $state, {
    read: (call) =>
      Promise.all([
        call(listDataloggers, { params, query: { machine_id: machine, limit: '500' } }),
        call(listChannels, { params, query: { machine_id: machine } }),
      ]),
    take: ([{ items }, channels]) =>
      $state.set({ status: 'ready', channels: channels.items, intervals: new Map(items.map((row) => [row.id, samplingOf(row)])) }),
  });
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void loader.load());
  return {
    $state,
    start: () =>
      loader.start((event) => {
        // Which machine a channel is put on isn't said: any that changes may have come here.
        if (event.name === 'reset' || (event.name === 'changed' && ['channels', 'dataloggers'].includes(event.data.entity)))
          following.call();
      }, following),
  };
}
