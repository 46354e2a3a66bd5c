import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import {
  getSeries,
  getStatistics,
  LONGEST_PICTURE_MS,
  listSeries,
  MOST_PICTURES,
  type Series,
  type Statistics,
  WIDEST_PICTURES,
} from '../../contract/readings.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { isLive, type Span, spanOfRange, type TimePlace, type TimeRange, WIDEST_MS } from '../../domain/time/range.ts';
import { isOfChannels } from '../dataloggers/newest.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createPool } from '../kernel/pool.ts';
import { debounce, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { inParts } from './in-parts.ts';
import { appendReading } from './series.ts';

export type SeriesState =
  | { status: 'loading'; series: Series | null }
  | { status: 'ready'; series: Series }
  | { status: 'error'; code: ApiErrorCode };

export type { Span } from '../../domain/time/range.ts';

/** Limits of a channel, in the unit of its values: how long it was above the one and below the other is told; null = nobody asks. */
export interface Limits {
  above: number | null;
  below: number | null;
}
/** Figures of channels in the selected time; null without readings. */
export type SelectionState = Span & { figures: Readonly<Record<string, Statistics | null>> } & (
    | { status: 'loading' | 'ready' }
    | { status: 'error'; code: ApiErrorCode }
  );

export interface SeriesStore {
  $range: ReadableAtom<TimeRange>;
  /** The shown piece of time; its end is the present while the range holds it. */
  $window: ReadableAtom<Span>;
  $series: ReadableAtom<Readonly<Record<string, SeriesState>>>;
  /** True while an answer for the shown window is awaited. */
  $busy: ReadableAtom<boolean>;
  /** How many ranges `back` can return to. */
  $depth: ReadableAtom<number>;
  /** The selected time, null without one. */
  $selection: ReadableAtom<SelectionState | null>;
  start(): () => void;
  /** Selects a piece of time and asks for its figures for these channels of numbers; null selects nothing. */
  select(span: Span | null, channels?: readonly string[], limits?: (channel: string) => Limits): Promise<void>;
  /** Channels and width of the picture; loads what is missing. */
  show(channels: readonly string[], width: number): void;
  /** Of the picture, pixels. */
  width(): number;
  /** Shows a range that somebody chose; forgets the zooms. */
  choose(range: TimeRange): void;
  /** The zone and the week that periods of the calendar are meant in. */
  setPlace(place: TimePlace): void;
  zoom(from: number, to: number): void;
  /** Moves by a share of the window: −0.1 is a tenth back. */
  pan(share: number): void;
  /** Makes the window `factor` times as long around a moment. */
  scale(factor: number, around?: number): void;
  back(): void;
  reload(): void;
}

/** Narrowest window, milliseconds. */
export const NARROWEST_MS = 2_000;

const QUIET_MS = 120;
const RELOAD_MS = 1_000;
const AT_ONCE = 6;
const NO_LIMITS: Limits = { above: null, below: null };

/** Series of a chart: follows the clock, zooms, loads at the resolution that the picture has room for, and grows with the live stream. */
export function createSeries(
  deps: StoreDeps,
  datalogger: string,
  initial: TimeRange,
  first: TimePlace = { zone: 'UTC', firstDay: 1 },
): SeriesStore {
  let place = first;
  const windowOf = (range: TimeRange): Span => shownSpan(range, deps.now(), place);
  const $range = atom<TimeRange>(initial);
  const $window = atom<Span>(windowOf(initial));
  const $series = atom<Readonly<Record<string, SeriesState>>>({});
  const $busy = atom(false);
  const $depth = atom(0);
  const $selection = atom<SelectionState | null>(null);
  const view = viewOf(deps);
  const pool = createPool(AT_ONCE);
  let channels: readonly string[] = [];
  let width = 0;
  let history: TimeRange[] = [];
  let running: AbortController | null = null;
  let ticking: unknown = null;
  let selectAgain = async (): Promise<void> => {};

  const putEach = (ids: readonly string[], state: (id: string) => SeriesState) =>
    $series.set({ ...$series.get(), ...Object.fromEntries(ids.map((id) => [id, state(id)])) });
  const shown = (id: string): Series | null => {
    const state = $series.get()[id];
    return state && state.status !== 'error' ? state.series : null;
  };

  async function load(): Promise<void> {
    running?.abort();
    if (channels.length === 0 || width <= 0) return;
    const thisLoad = new AbortController();
    running = thisLoad;
    const window = $window.get();
    const [from, to] = [Math.floor(window.from), Math.ceil(window.to) + 1];
    const pixels = Math.max(1, Math.round(width));
    $busy.set(true);
    const query = { from: String(from), to: String(to), width: String(pixels) };
    const { signal } = thisLoad;
    const many = to - from > LONGEST_PICTURE_MS ? 1 : Math.min(MOST_PICTURES, Math.floor(WIDEST_PICTURES / pixels));
    await Promise.all(
      inParts(channels, Math.max(1, many)).map((part) =>
        pool(async () => {
          if (signal.aborted) return;
          putEach(part, (id) => ({ status: 'loading', series: shown(id) }));
          try {
            const came = await seriesOf(part, query, signal);
            if (signal.aborted) return;
            putEach(part, (id) => {
              const series = came.get(id);
              return series ? { status: 'ready', series } : { status: 'error', code: 'not_found' };
            });
          } catch (error) {
            if (!signal.aborted) putEach(part, () => ({ status: 'error', code: failureCode(error) }));
          }
        }),
      ),
    );
    if (running === thisLoad) $busy.set(false);
  }

  /** Series by channels; of several in one answer, where one that the reader may not see is missing. */
  async function seriesOf(
    ids: readonly string[],
    query: { from: string; to: string; width: string },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Series>> {
    const { organization: organization_id } = deps;
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0)
      return new Map([[id, await view.call(getSeries, { params: { organization_id, id }, query, signal })]]);
    const { items } = await view.call(listSeries, { params: { organization_id }, query: { ...query, channels: ids.join() }, signal });
    return new Map(items.map(({ channel_id, series }) => [channel_id, series]));
  }

  /** Figures of a channel between two moments; null without readings. */
  async function figuresOf(id: string, { from, to }: Span, { above, below }: Limits): Promise<Statistics | null> {
    const found = await view.call(getStatistics, {
      params: { organization_id: deps.organization, id },
      query: {
        from: String(Math.floor(from)),
        to: String(Math.ceil(to)),
        ...(above === null ? {} : { above: String(above) }),
        ...(below === null ? {} : { below: String(below) }),
      },
    });
    return found.n === 0 ? null : found;
  }

  async function select(span: Span | null, ids: readonly string[] = [], limits = (_: string) => NO_LIMITS): Promise<void> {
    if (span === null) {
      $selection.set(null);
      return;
    }
    const mine: SelectionState = { ...span, figures: {}, status: 'loading' };
    selectAgain = () => select(span, ids, limits);
    $selection.set(mine);
    try {
      const figures = await Promise.all(ids.map((id) => pool(async () => [id, await figuresOf(id, span, limits(id))] as const)));
      if ($selection.get() === mine) $selection.set({ ...mine, figures: Object.fromEntries(figures), status: 'ready' });
    } catch (error) {
      if ($selection.get() === mine) $selection.set({ ...mine, status: 'error', code: failureCode(error) });
    }
  }

  const soon = debounce(deps.timers, deps.now, QUIET_MS, () => void load());
  const later = debounce(deps.timers, deps.now, RELOAD_MS, () => void load());

  function setRange(range: TimeRange): void {
    $range.set(range);
    $window.set(windowOf(range));
    soon.call();
  }
  function choose(range: TimeRange): void {
    history = [];
    $depth.set(0);
    setRange(range);
  }
  function goTo(from: number, to: number, remember: boolean): void {
    const length = Math.min(Math.max(to - from, NARROWEST_MS), WIDEST_MS);
    const middle = (from + to) / 2;
    // Nothing has been measured in the future.
    const end = Math.min(middle + length / 2, deps.now());
    if (remember) {
      history = [...history, $range.get()];
      $depth.set(history.length);
    }
    setRange({ kind: 'fixed', from: end - length, to: end });
  }

  /** Moves the window with the clock, a pixel at a time but not more often than once a second. */
  function tick(): void {
    const range = $range.get();
    if (isLive(range)) $window.set(windowOf(range));
    const { from, to } = $window.get();
    const pixel = isLive(range) && width > 0 ? (to - from) / width : 0;
    ticking = deps.timers.setTimeout(tick, Math.min(Math.max(1_000, pixel), 60_000));
  }

  function hear(event: LiveEvent): void {
    // Readings were stored anew, taken back or brought by a file.
    if (event.name === 'reset' || isOfChannels(event, datalogger)) later.call();
    if (event.name === 'reset' && $selection.get()?.status === 'error') void selectAgain();
    if (event.name !== 'values' || event.data.datalogger_id !== datalogger) return;
    const range = $range.get();
    const { from, to } = $window.get();
    const touchedFrom = parseInstant(event.data.from);
    const touchedTo = parseInstant(event.data.to);
    if (!isLive(range) && (touchedFrom > to * 1000 || touchedTo < from * 1000)) return;
    // A message of several moments brings only its last values here, and one whose readings are no newest ones brings none.
    let whole = touchedFrom === touchedTo && event.data.channels.length > 0 && event.data.left_out === undefined;
    for (const { id, ts, value } of event.data.channels) {
      const series = shown(id);
      const at = parseInstant(ts);
      const next = series && isLive(range) ? appendReading(series, at, value) : null;
      const state = $series.get()[id];
      if (next && state?.status === 'ready') putEach([id], () => ({ status: 'ready', series: next }));
      else whole = false;
    }
    if (!whole) later.call();
    if (isLive(range)) $window.set(windowOf(range));
  }

  return {
    $range,
    $window,
    $series,
    $busy,
    $depth,
    $selection,
    select,
    start() {
      tick();
      // What the view before was still waiting for.
      const off = view.start(hear, { isShown: () => Object.values($series.get()).every(({ status }) => status !== 'loading'), load });
      return () => {
        off();
        deps.timers.clearTimeout(ticking);
        soon.cancel();
        later.cancel();
        running?.abort();
      };
    },
    show(next, pixels) {
      const missing = next.some((id) => !channels.includes(id));
      const wider = Math.abs(pixels - width) > width * 0.1;
      channels = next;
      if (wider) width = pixels;
      if (missing || wider) soon.call();
    },
    width: () => width,
    choose,
    setPlace(next) {
      if (next.zone === place.zone && next.firstDay === place.firstDay) return;
      place = next;
      if ($range.get().kind === 'period') setRange($range.get());
    },
    zoom: (from, to) => goTo(Math.min(from, to), Math.max(from, to), true),
    pan(share) {
      const { from, to } = $window.get();
      const step = (to - from) * share;
      goTo(from + step, to + step, isLive($range.get()));
    },
    scale(factor, around) {
      const { from, to } = $window.get();
      const at = around ?? (isLive($range.get()) ? to : (from + to) / 2);
      goTo(at - (at - from) * factor, at + (to - at) * factor, isLive($range.get()));
    },
    back() {
      const before = history.at(-1);
      if (!before) return;
      history = history.slice(0, -1);
      $depth.set(history.length);
      setRange(before);
    },
    reload: () => void load(),
  };
}

/** What a chart shows of a range: nothing has been measured in the future. */
function shownSpan(range: TimeRange, now: number, place: TimePlace): Span {
  const { from, to } = spanOfRange(range, now, place);
  return isLive(range) ? { from, to: Math.max(Math.min(to, now), from + NARROWEST_MS) } : { from, to };
}
