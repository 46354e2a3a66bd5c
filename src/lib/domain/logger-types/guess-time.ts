import type { TypeSpec } from '../../contract/logger-types.ts';
import { wallClock } from './device-time.ts';

/** The field in which a message says its time where nobody says otherwise. */
export const TIME_FIELD = 'ts';

type GuessedUnit = Exclude<NonNullable<TypeSpec['time']>['unit'], 'iso'>;

/** Least seconds since 1970 that are taken for a time (1973), in each unit a thousand times as many. */
const LEAST_S = 1e8;
const UNITS = ['s', 'ms', 'us', 'ns'] as const;

/** The unit in which a number is a time of this age; null for one that is none. */
function unitOf(value: number): (typeof UNITS)[number] | null {
  return UNITS.findLast((_, thousands) => value >= LEAST_S * 1_000 ** thousands && value < LEAST_S * 1_000 ** (thousands + 1)) ?? null;
}

/** The rows of a message: itself, or the elements of one that is an array. */
export const rowsOf = (message: unknown): readonly unknown[] => (Array.isArray(message) ? message : [message]);

export function parsedMessage(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * How a refused message probably says its time: the unit in which each of its rows would be of our age, or the clock on the wall.
 * Null where the door reads it as it is, where rows differ, and where it is no time at all.
 */
export function guessTime(body: string): GuessedUnit | null {
  const units = new Set<GuessedUnit | null>();
  for (const row of rowsOf(parsedMessage(body))) {
    const value = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[TIME_FIELD] : undefined;
    if (value === undefined || value === null) continue;
    if (typeof value === 'number') {
      const unit = unitOf(value);
      units.add(unit === 'ms' ? null : unit);
    } else if (typeof value === 'string') {
      if (/^\d{9,20}$/.test(value.trim())) units.add(unitOf(Number(value)));
      else units.add(wallClock(value.trim()) ? 'local' : null);
    } else units.add(null);
  }
  const [unit] = units;
  return units.size === 1 ? (unit ?? null) : null;
}
