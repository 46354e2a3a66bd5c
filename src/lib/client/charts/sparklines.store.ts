import { type MapStore, map } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import { listSeries, MOST_PICTURES, type Series } from '../../contract/readings.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { createPool } from '../kernel/pool.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { appendReading } from './series.ts';

/** The span that every small picture shows, milliseconds. */
export const SPARK_SPAN_MS = 86_400_000;
/** Pixels of the request; the picture is about twice as wide, two points a pixel are plenty. */
const WIDTH = '108';
const AT_ONCE = 2;
/** A kept series is loaded again after this long, so that its left end doesn't fray, milliseconds. */
const FRESH_MS = 10 * 60_000;

export interface SparklinesStore {
  /** By channel id: none while it is on its way, null when it could not be had. */
  $sparklines: MapStore<Record<string, Series | null>>;
  start(): () => void;
  /** Asks for a channel that has come into sight. */
  want(channel: string): void;
  /** The series of these channels, once all of them are there or could not be had. */
  allOf(channels: readonly string[]): Promise<Readonly<Record<string, Series | null>>>;
}

interface Arrived {
  /** Microseconds. */
  ts: number;
  value: number | string | boolean;
}

function withArrived(series: Series, arrived: readonly Arrived[]): Series {
  let whole = series;
  for (const { ts, value } of arrived) {
    const newest = whole.ends?.[1] ?? whole.ts.at(-1);
    if (newest === undefined || ts > newest) whole = appendReading(whole, ts, value) ?? whole;
  }
  return whole;
}

/** Small pictures of the last day, loaded only for what is in sight and kept. */
export function createSparklines(deps: StoreDeps): SparklinesStore {
  const $sparklines = map<Record<string, Series | null>>({});
  const loadedAt = new Map<string, number>();
  /** What came by the stream while the series of its channel was on its way, which may have been read before. */
  const meanwhile = new Map<string, Arrived[]>();
  const view = viewOf(deps);
  const pool = createPool(AT_ONCE);

  /** Without its picture a row still says everything; it is asked for again when it comes into sight again. */
  function miss(channel: string): void {
    loadedAt.delete(channel);
    if (!$sparklines.get()[channel]) $sparklines.setKey(channel, null);
  }

  async function load(channels: readonly string[]): Promise<void> {
    const now = deps.now();
    for (const channel of channels) {
      loadedAt.set(channel, now);
      meanwhile.set(channel, []);
    }
    try {
      const { items } = await view.call(listSeries, {
        params: { organization_id: deps.organization },
        query: { channels: channels.join(','), from: String(now - SPARK_SPAN_MS), to: String(now + 1), width: WIDTH },
      });
      const came = new Map(items.map(({ channel_id, series }) => [channel_id, series]));
      for (const channel of channels) {
        const series = came.get(channel);
        if (series) $sparklines.setKey(channel, withArrived(series, meanwhile.get(channel) ?? []));
        else miss(channel);
      }
    } catch {
      channels.forEach(miss);
    } finally {
      for (const channel of channels) meanwhile.delete(channel);
    }
  }

  /** Channels that came into sight together, to be asked for in one request. */
  let together: string[] = [];
  function ask(): void {
    const channels = together;
    together = [];
    for (let at = 0; at < channels.length; at += MOST_PICTURES) {
      const some = channels.slice(at, at + MOST_PICTURES);
      void pool(() => load(some));
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') loadedAt.clear();
    if (event.name === 'changed' && event.data.entity === 'channels' && $sparklines.get()[event.data.id] !== undefined) {
      loadedAt.delete(event.data.id);
      want(event.data.id);
    }
    if (event.name !== 'values') return;
    for (const { id, ts, value } of event.data.channels) {
      meanwhile.get(id)?.push({ ts: parseInstant(ts), value });
      const series = $sparklines.get()[id];
      if (!series) continue;
      const next = appendReading(series, parseInstant(ts), value);
      if (next) $sparklines.setKey(id, next);
      else loadedAt.delete(id);
    }
  }

  function want(channel: string): void {
    const at = loadedAt.get(channel);
    if (at !== undefined && deps.now() - at < FRESH_MS) return;
    loadedAt.set(channel, deps.now());
    together.push(channel);
    if (together.length === 1) queueMicrotask(ask);
  }

  return {
    $sparklines,
    start: () => view.start(hear),
    want,
    allOf(channels) {
      for (const channel of channels) want(channel);
      return new Promise((resolve) => {
        const stop = $sparklines.subscribe((all) => {
          if (channels.some((channel) => !(channel in all))) return;
          resolve(all);
          queueMicrotask(() => stop());
        });
      });
    },
  };
}
