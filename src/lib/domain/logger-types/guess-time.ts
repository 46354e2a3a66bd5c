import type { TypeSpec } from '../../contract/logger-types.ts';
import { parseInstant } from '../time/instant.ts';
import { wallClock } from './device-time.ts';
import { leavesOf } from './leaves.ts';
import { parsePath, valuesAt } from './path.ts';

/** The field in which a message says its time where nobody says otherwise. */
const TIME_FIELD = 'ts';
/** What devices call the time of a message. */
const TIME_NAME =
  /^(ts|t|time|date|at|when|epoch|utc|(date|unix|device|gps|utc)[_-]?time|time[_-]?(stamp|unix|utc)|timestamp[_-]?(ms|utc)?)$/i;
/** Leaves of a row among which a time is looked for. */
const LOOKED_AT = 200;

export type GuessedTime = NonNullable<TypeSpec['time']>;

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

function unitOfValue(value: unknown): GuessedTime['unit'] | null {
  if (typeof value === 'number') return unitOf(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,20}$/.test(text)) return unitOf(Number(text));
  if (!Number.isNaN(parseInstant(text))) return 'iso';
  return wallClock(text) ? 'local' : null;
}

/** The unit that all rows have at a path; null where they differ, where it is no time, and where the door reads it as it is. */
function unitAt(rows: readonly unknown[], path: string): GuessedTime['unit'] | null {
  const { steps } = parsePath(path) ?? { steps: [] };
  const found = rows.flatMap((row) => valuesAt(row, steps, 1)).filter(({ value }) => value !== null);
  const units = new Set(found.map(({ value }) => unitOfValue(value)));
  const [unit] = units;
  if (units.size !== 1 || !unit) return null;
  const isPlain = path === TIME_FIELD && (unit === 'iso' || (unit === 'ms' && found.every(({ value }) => typeof value === 'number')));
  return isPlain ? null : unit;
}

/**
 * Where a refused message probably says its time, and how: a number that is a time of our age in some unit, or text. The field that doors read
 * comes first, then what is named like a time, the least nested first. Null where nothing is.
 */
export function guessTime(body: string): GuessedTime | null {
  const rows = rowsOf(parsedMessage(body));
  const paths = new Set(rows.slice(0, LOOKED_AT).flatMap((row) => leavesOf(row, LOOKED_AT).map(({ path }) => path)));
  const depth = (path: string) => parsePath(path)?.steps.length ?? 0;
  const named = [...paths].filter((path) => {
    const name = parsePath(path)?.steps.at(-1);
    return typeof name === 'string' && TIME_NAME.test(name);
  });
  // What stands beside a time that the door reads is a value.
  if (named.includes(TIME_FIELD)) {
    const unit = unitAt(rows, TIME_FIELD);
    return unit && { path: TIME_FIELD, unit };
  }
  for (const path of named.sort((a, b) => depth(a) - depth(b))) {
    const unit = unitAt(rows, path);
    if (unit) return { path, unit };
  }
  return null;
}
