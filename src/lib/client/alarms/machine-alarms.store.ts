import { type Alarm, countAlarms, listAlarms } from '../../contract/alarms.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import type { AlarmCounts } from './alarm-counts.store.ts';

/** Alarms of a machine that somebody has to do with: how many there are, and those that its page names. */
export type MachineAlarms = Pick<AlarmCounts, 'active' | 'waiting'> & { rows: readonly Alarm[] };

/** What a page names; the list has the others. */
const MOST = '20';
const LOOK_MS = 60_000;

const shared = new WeakMap<StoreDeps, Map<string, BlockStore<MachineAlarms>>>();

/** One store for the head of a page and for what stands below it, so that they ask once and say the same. */
export function machineAlarms(deps: StoreDeps, machine: string): BlockStore<MachineAlarms> {
  const ofPage = shared.get(deps) ?? new Map<string, BlockStore<MachineAlarms>>();
  shared.set(deps, ofPage);
  const store = ofPage.get(machine) ?? startedOnce(createMachineAlarms(deps, machine));
  ofPage.set(machine, store);
  return store;
}

function createMachineAlarms(deps: StoreDeps, machine_id: string): BlockStore<MachineAlarms> {
  const params = { organization_id: deps.organization };
  return createBlock<MachineAlarms>(
    deps,
    null,
    async (call) => {
      const { items, next_cursor } = await call(listAlarms, { params, query: { machine_id, state: 'waiting', limit: MOST } });
      const inState = (state: Alarm['state']) => items.filter((one) => one.state === state).length;
      const counts =
        next_cursor === null
          ? { active: inState('active'), waiting: inState('over') }
          : await call(countAlarms, { params, query: { machine_id } });
      return { active: counts.active, waiting: counts.waiting, rows: items };
    },
    {
      everyMs: LOOK_MS,
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'alarms') reload();
      },
    },
  );
}

/** Begins with the first view of several and ends with the last one. */
function startedOnce<Data>(store: BlockStore<Data>): BlockStore<Data> {
  let views = 0;
  let stop = () => {};
  return {
    ...store,
    start() {
      if (++views === 1) stop = store.start();
      return () => {
        if (--views === 0) stop();
      };
    },
  };
}
