import { atom, type ReadableAtom } from 'nanostores';
import { getSeries, getStatistics, type Series, type Statistics } from '../../contract/readings.ts';
import type { Span } from '../../domain/time/range.ts';
import { createPool } from '../kernel/pool.ts';
import { debounce, type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { createBeside } from './beside.ts';

/** Figures of a channel in the shown time and in the other one; null without readings. */
export type Compared = Record<'now' | 'other', Statistics | null>;
export interface ComparedFigures {
  status: 'loading' | 'ready' | 'error';
  figures: Readonly<Record<string, Compared>>;
}

export interface Comparison {
  /** Series of the other time, by channels. */
  $series: ReadableAtom<Readonly<Record<string, Series>>>;
  $figures: ReadableAtom<ComparedFigures>;
  start(): () => void;
  /** @param width of the plot, pixels @param live does the window follow the clock? */
  show(channels: readonly string[], width: number, spans: Record<'now' | 'other', Span>, live: boolean): void;
}

const QUIET_MS = 400;
const AT_ONCE = 4;
const MINUTE = 60_000;
/** Of a picture, as the server takes it. */
const MOST_PIXELS = 10_000;
const LONGEST_DAYS = 3_660;
/** A window that follows the clock has new figures once a minute. */
const asked = ({ from, to }: Span, step: number) => ({
  from: String(Math.floor(from / step) * step),
  to: String(Math.ceil(to / step) * step),
});

/** The same channels in another time, as long as the shown one: their lines and the figures of both. */
export function createComparison(deps: StoreDeps): Comparison {
  const $figures = atom<ComparedFigures>({ status: 'loading', figures: {} });
  const view = viewOf(deps);
  const pool = createPool(AT_ONCE);
  let wide = 1;
  let length = 1;
  let said = '';
  let wanted: { channels: readonly string[]; spans: Record<'now' | 'other', ReturnType<typeof asked>> } | null = null;
  const lines = createBeside<Series>(deps, {
    // More than the window is asked for; its buckets are as long as those of the shown time.
    ask: (call, id, query) => {
      const width = Math.round((wide * (Number(query.to) - Number(query.from))) / length);
      return call(getSeries, {
        params: { organization_id: deps.organization, id },
        query: { ...query, width: String(Math.min(Math.max(width, 1), MOST_PIXELS)) },
      });
    },
    renews: (event) => event.name === 'changed' && (event.data.entity === 'channels' || event.data.entity === 'marks'),
    longestDays: LONGEST_DAYS,
  });

  async function load(): Promise<void> {
    const mine = wanted;
    if (mine === null) return;
    const figuresOf = async (id: string, query: ReturnType<typeof asked>) => {
      const found = await view.call(getStatistics, { params: { organization_id: deps.organization, id }, query });
      return found.n === 0 ? null : found;
    };
    try {
      const figures = await Promise.all(
        mine.channels.map((id) =>
          pool(async () => [id, { now: await figuresOf(id, mine.spans.now), other: await figuresOf(id, mine.spans.other) }] as const),
        ),
      );
      if (mine === wanted) $figures.set({ status: 'ready', figures: Object.fromEntries(figures) });
    } catch {
      if (mine === wanted) $figures.set({ status: 'error', figures: {} });
    }
  }
  const soon = debounce(deps.timers, deps.now, QUIET_MS, () => void load());

  return {
    $series: lines.$found,
    $figures,
    start() {
      const end = lines.start();
      const off = view.start((event) => {
        if (event.name === 'reset') soon.call();
      });
      return () => {
        wanted = null;
        said = '';
        soon.cancel();
        off();
        end();
      };
    },
    show(channels, width, spans, live) {
      wide = width;
      length = spans.other.to - spans.other.from;
      lines.show(channels, spans.other);
      const step = live ? MINUTE : 1;
      const next = { channels, spans: { now: asked(spans.now, step), other: asked(spans.other, step) } };
      const text = JSON.stringify(next);
      if (text === said) return;
      said = text;
      wanted = next;
      $figures.set({ status: 'loading', figures: $figures.get().figures });
      soon.call();
    },
  };
}
