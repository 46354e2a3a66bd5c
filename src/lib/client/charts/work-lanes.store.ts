import { atom, type ReadableAtom } from 'nanostores';
import { LONGEST_WORK_DAYS, type MachineWork, machineWork } from '../../contract/measurements.ts';
import type { Span } from '../../domain/time/range.ts';
import { DAY } from '../../domain/time/wall-clock.ts';
import { createPool } from '../kernel/pool.ts';
import { debounce, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export interface WorkLanesStore {
  $work: ReadableAtom<readonly MachineWork[]>;
  start(): () => void;
  show(machines: readonly string[], window: Span): void;
}

const QUIET_MS = 300;
const AT_ONCE = 4;
const MINUTE = 60_000;
const STEPS = 16;

/** A little more than the window, which follows the clock: it is asked for again once it has moved by a part of itself. */
function around({ from, to }: Span): Span {
  const step = Math.ceil((to - from) / STEPS / MINUTE) * MINUTE;
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
}

/** What people did on machines in the window of a chart. A machine on which the reader may see nothing of that is left out. */
export function createWorkLanes(deps: StoreDeps): WorkLanesStore {
  const $work = atom<readonly MachineWork[]>([]);
  const view = viewOf(deps);
  const pool = createPool(AT_ONCE);
  let machines: readonly string[] = [];
  let window: Span | null = null;
  let newest = 0;

  async function load(): Promise<void> {
    const mine = ++newest;
    if (window === null || machines.length === 0 || window.to - window.from > LONGEST_WORK_DAYS * DAY) {
      $work.set([]);
      return;
    }
    const query = { from: String(window.from), to: String(window.to) };
    const ask = (id: string) =>
      pool(() => view.call(machineWork, { params: { organization_id: deps.organization, id }, query })).catch(() => null);
    const answers = await Promise.all(machines.map(ask));
    if (mine === newest) $work.set(answers.filter((answer) => answer !== null));
  }
  const soon = debounce(deps.timers, deps.now, QUIET_MS, () => void load());

  return {
    $work,
    start() {
      const off = view.start((event) => {
        if (event.name === 'reset' || (event.name === 'changed' && event.data.entity === 'measurements')) soon.call();
      });
      return () => {
        off();
        soon.cancel();
        newest++;
      };
    },
    show(next, span) {
      const asked = around(span);
      if (next.join() === machines.join() && asked.from === window?.from && asked.to === window.to) return;
      machines = next;
      window = asked;
      soon.call();
    },
  };
}
