import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import type { Span } from '../../domain/time/range.ts';
import { DAY } from '../../domain/time/wall-clock.ts';
import { createPool } from '../kernel/pool.ts';
import { debounce, type StoreDeps, type View, viewOf } from '../kernel/store-deps.ts';

/** Whether all was read that was asked for last: `missing` where something failed, isn't for the reader, or where the window is longer than what is read. */
export type Told = 'waiting' | 'read' | 'missing';

/** What is read of each of some rows for the window of a chart, by their ids. One of which the reader may see nothing is left out. */
export interface Beside<T> {
  $found: ReadableAtom<Readonly<Record<string, T>>>;
  $told: ReadableAtom<Told>;
  start(): () => void;
  show(ids: readonly string[], window: Span): void;
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

export function createBeside<T>(
  deps: StoreDeps,
  {
    ask,
    renews,
    longestDays,
  }: {
    ask: (call: View['call'], id: string, query: { from: string; to: string }) => Promise<T>;
    renews: (event: LiveEvent) => boolean;
    /** Of a longer window nothing is asked. */
    longestDays: number;
  },
): Beside<T> {
  const $found = atom<Readonly<Record<string, T>>>({});
  const $told = atom<Told>('waiting');
  const view = viewOf(deps);
  const pool = createPool(AT_ONCE);
  let wanted: readonly string[] = [];
  let window: Span | null = null;
  let newest = 0;

  async function load(): Promise<void> {
    const mine = ++newest;
    if (window === null || wanted.length === 0 || window.to - window.from > longestDays * DAY) {
      $found.set({});
      $told.set(wanted.length === 0 ? 'read' : 'missing');
      return;
    }
    const query = { from: String(window.from), to: String(window.to) };
    const answers = await Promise.all(
      wanted.map((id) =>
        pool(() => ask(view.call, id, query)).then(
          (answer) => [[id, answer] as const],
          () => [],
        ),
      ),
    );
    if (mine !== newest) return;
    $found.set(Object.fromEntries(answers.flat()));
    $told.set(answers.every((one) => one.length > 0) ? 'read' : 'missing');
  }
  const soon = debounce(deps.timers, deps.now, QUIET_MS, () => void load());

  return {
    $found,
    $told,
    start() {
      const off = view.start((event) => {
        if (event.name === 'reset' || renews(event)) soon.call();
      });
      return () => {
        off();
        soon.cancel();
        newest++;
      };
    },
    show(ids, span) {
      const asked = around(span);
      if (ids.join() === wanted.join() && asked.from === window?.from && asked.to === window.to) return;
      wanted = ids;
      window = asked;
      $told.set('waiting');
      soon.call();
    },
  };
}
