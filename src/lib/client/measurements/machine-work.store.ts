import { type MachineWork, machineWork } from '../../contract/measurements.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** A clock that goes ahead of the server's mustn't make the page ask without end. */
const LEAST_MS = 60_000;

/** What people do on a machine: follows the taps of every tablet, and begins anew with the day. */
export function createMachineWork(deps: StoreDeps, machine: string): BlockStore<MachineWork> {
  const params = { organization_id: deps.organization, id: machine };
  const block = createBlock<MachineWork>(deps, null, (call) => call(machineWork, { params }), {
    hear(event, _shown, { reload }) {
      // Which machine a measurement was put on isn't said: any that changes may have come here.
      if (event.name === 'changed' && event.data.entity === 'measurements') reload();
    },
  });
  return {
    ...block,
    start() {
      const stop = block.start();
      let midnight: unknown;
      const unlisten = block.$state.subscribe((state) => {
        deps.timers.clearTimeout(midnight);
        if (state.status !== 'ready') return;
        const left = Date.parse(state.data.day.to) - deps.now();
        midnight = deps.timers.setTimeout(() => void block.load(), Math.max(left, LEAST_MS));
      });
      return () => {
        stop();
        unlisten();
        deps.timers.clearTimeout(midnight);
      };
    },
  };
}
