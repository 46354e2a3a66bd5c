import { useMemo } from 'react';
import type { Computed } from '../../lib/client/measurements/taps.store.ts';
import { clockFrom, gridFrom } from '../../lib/domain/time-study/apportion.ts';
import { type LaneEntries, onGrid } from '../../lib/domain/time-study/spans.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { decimalsOf } from './times.ts';

/**
 * How one measurement is written: moments and lengths in one precision, on one grid that begins with it. Figures are computed from the entries as
 * they are shown, so that whatever stands together adds up and one thing has one figure.
 */
export interface Shown {
  /** Milliseconds of the last place of a length. */
  unit: number;
  /** Entries with their edges on the grid. */
  lanes: ReadonlyMap<string, LaneEntries>;
  at: (moment: number) => number;
  length: (from: number, to: number) => string;
  duration: (ms: number) => string;
  /** Time of day. */
  time: (moment: number) => string;
  /** The same as it stands in a field. */
  clock: (moment: number) => string;
}

/** By decimals of a second. */
export const PRECISIONS = ['second', 'tenth', 'hundredth'] as const;

export function useShown(day: Computed, begin: number): Shown {
  const format = useFormat();
  return useMemo(() => {
    const decimals = decimalsOf(day.entries.values());
    const unit = format.grain(decimals);
    const at = gridFrom(begin, unit);
    const clock = clockFrom(begin, 1_000 / 10 ** decimals);
    const duration = (ms: number) => format.duration(ms / 1_000, decimals);
    return {
      unit,
      lanes: onGrid(day.lanes, at),
      at,
      length: (from, to) => duration(at(to) - at(from)),
      duration,
      time: (moment) => format.time(clock(moment), PRECISIONS[decimals]),
      clock: (moment) => format.clock(clock(moment), PRECISIONS[decimals]),
    };
  }, [day, begin, format]);
}
