import type { TimeFormat } from '../../contract/tables.ts';

/** Dates and times as files write them. Pure; a text that is none gives null, whatever it is. */

/** What a text says: the clock as if it were UTC, and its offset from UTC where it names one. Microseconds. */
export interface WallTime {
  wall: number;
  offset: number | null;
}

const OF_DAY = String.raw`(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?)`;
const OFFSET = String.raw`(?:\s*(z|utc|[+\-\u2212]\d{2}:?\d{2}))?`;
const dated = (date: string) => new RegExp(String.raw`^${date}(?:(?:t|[\s,]\s*)${OF_DAY})?${OFFSET}$`, 'i');
/** Year, month and day at 1–3, then the time of day. */
const DATES: Record<'iso' | 'dmy' | 'mdy', { pattern: RegExp; order: readonly [year: number, month: number, day: number] }> = {
  iso: { pattern: dated(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?`), order: [1, 2, 3] },
  dmy: { pattern: dated(String.raw`(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4}|\d{2})`), order: [3, 2, 1] },
  mdy: { pattern: dated(String.raw`(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})`), order: [3, 1, 2] },
};
const TIME_OF_DAY = new RegExp(`^${OF_DAY}$`, 'i');
const EPOCH = /^-?\d{1,16}(?:[.,]\d{1,9})?$/;
/** The longest text that is looked at. */
const LONGEST = 60;

/** Two digits are a year of this century: no logger is older. */
const yearOf = (text: string): number => Number(text) + (text.length === 2 ? 2_000 : 0);

function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^(z|utc)$/i.test(text)) return 0;
  const digits = text.replace(/\D/g, '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (text[0] === '+' ? 1 : -1) * (hours * 60 + minutes) * 60_000_000;
}

/** Microseconds since midnight, NaN where it is no time of a day. `at` = the place of the hours among the parts. */
function timeOfDay(parts: RegExpMatchArray, at: number): number {
  if (parts[at] === undefined) return 0;
  const half = parts[at + 4]?.toLowerCase();
  let hours = Number(parts[at]);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return Number.NaN;
    hours = (hours % 12) + (half === 'p' ? 12 : 0);
  }
  const [minutes, seconds] = [Number(parts[at + 1]), Number(parts[at + 2] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return Number.NaN;
  const micros = Number((parts[at + 3] ?? '').padEnd(6, '0').slice(0, 6));
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros;
}

/** A moment as the format writes it; a date alone is its midnight. */
export function readWall(text: string, format: TimeFormat): WallTime | null {
  if (text.length > LONGEST) return null;
  if (format === 'epoch_s' || format === 'epoch_ms') {
    if (!EPOCH.test(text)) return null;
    const wall = Math.round(Number(text.replace(',', '.')) * (format === 'epoch_s' ? 1e6 : 1e3));
    return Number.isSafeInteger(wall) ? { wall, offset: 0 } : null;
  }
  const { pattern, order } = DATES[format];
  const parts = pattern.exec(text);
  if (!parts) return null;
  const [year, month, day] = [yearOf(parts[order[0]]!), Number(parts[order[1]]), Number(parts[order[2]])];
  const date = Date.UTC(year, month - 1, day);
  const made = new Date(date);
  if (made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || made.getUTCFullYear() !== year) return null;
  const since = timeOfDay(parts, 4);
  const offset = offsetOf(parts[9]);
  const wall = date * 1_000 + since;
  // Before 1684 and after 2255 a double doesn't hold every microsecond.
  return Number.isSafeInteger(wall) && !Number.isNaN(offset) ? { wall, offset } : null;
}

/** Is it a time of day without a date? */
export const isTimeOfDay = (text: string): boolean => {
  const parts = text.length > LONGEST ? null : TIME_OF_DAY.exec(text);
  return parts !== null && !Number.isNaN(timeOfDay(parts, 1));
};
