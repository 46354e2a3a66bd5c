import { parseInstant } from '../../domain/time/instant.ts';
import type { TimeRange } from '../../domain/time/range.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';
import { createSeries, type SeriesStore } from './series.store.ts';

export interface MeasurementSeries extends SeriesStore {
  /** Channels that are followed live while they are in the window. */
  watch(channels: readonly string[]): void;
}

const RELOAD_MS = 2_000;

/** Channels of any loggers: signals under a measurement, in the window that the lanes have too, or those of one chart. */
export function createMeasurementSeries(deps: StoreDeps, initial: TimeRange): MeasurementSeries {
  const series = createSeries(deps, '', initial);
  const later = debounce(deps.timers, deps.now, RELOAD_MS, () => series.reload());
  let watched: ReadonlySet<string> = new Set();
  return {
    ...series,
    watch(channels) {
      watched = new Set(channels);
    },
    start() {
      const end = series.start();
      const off = deps.live.on((event) => {
        if (event.name === 'changed' && event.data.entity === 'channels' && watched.has(event.data.id)) later.call();
        if (event.name !== 'values' || !event.data.channels.some(({ id }) => watched.has(id))) return;
        const { from, to } = series.$window.get();
        if (parseInstant(event.data.from) <= to * 1_000 && parseInstant(event.data.to) >= from * 1_000) later.call();
      });
      return () => {
        off();
        later.cancel();
        end();
      };
    },
  };
}
