import { AppError } from '../../contract/errors.ts';
import type { Clock } from './context.ts';

const HOUR_US = 3_600e6;
/** Keys that are counted at once; of more the one that was counted first is forgotten. */
const MOST_KEYS = 20_000;

/** Counts what is asked for so often that a row for each would be too much. Each process counts for itself. */
export interface HourCounter {
  /** @throws AppError too_many_attempts with the seconds until the hour of the key is over */
  count(key: string, anHour: number): void;
}

export function createHourCounter(clock: Clock, mostKeys = MOST_KEYS): HourCounter {
  const counts = new Map<string, { from: number; n: number }>();
  return {
    count(key, anHour) {
      const now = clock.now();
      let known = counts.get(key);
      if (!known || now - known.from >= HOUR_US) {
        counts.delete(key);
        known = { from: now, n: 0 };
        counts.set(key, known);
        for (const first of counts.keys()) {
          if (counts.size <= mostKeys) break;
          counts.delete(first);
        }
      }
      known.n++;
      if (known.n > anHour) throw new AppError('too_many_attempts', { retryAfter: (known.from + HOUR_US - now) / 1e6 });
    },
  };
}
