/**
 * Instants as whole microseconds since the epoch, UTC. `Date` holds milliseconds only, so the arithmetic is our own:
 * the civil calendar of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
 */

const DIGIT_0 = 48;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whole days from 1970-01-01 to a date of the proleptic Gregorian calendar; `month` 1–12. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function daysInMonth(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
}

/** `count` decimal digits at `at`, or -1. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - DIGIT_0;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * RFC 3339 text → microseconds UTC, or NaN when it isn't one.
 *
 * `T` may be a small letter or a blank, `Z` a small letter; an offset is required. Digits of the second beyond the sixth (at most nine)
 * are cut off. Second 60 is taken as the next second where UTC has leap seconds (23:59:60), else NaN. Exact within ±2^53 µs (1684–2255).
 */
export function parseInstant(text: string): number {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
    return Number.NaN;
  if (day > daysInMonth(year, month)) return Number.NaN;
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return Number.NaN;
  const between = text[10];
  if (between !== 'T' && between !== 't' && between !== ' ') return Number.NaN;

  let at = 19;
  let micros = 0;
  if (text[at] === '.') {
    let scale = 100_000;
    const start = ++at;
    for (;;) {
      const digit = digits(text, at, 1);
      if (digit < 0) break;
      micros += digit * scale;
      scale = scale === 1 ? 0 : scale / 10;
      at++;
    }
    if (at === start || at - start > 9) return Number.NaN;
  }

  let offset = 0;
  const sign = text[at];
  if (sign === 'Z' || sign === 'z') at += 1;
  else if (sign === '+' || sign === '-') {
    const hours = digits(text, at + 1, 2);
    const minutes = digits(text, at + 4, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || text[at + 3] !== ':') return Number.NaN;
    offset = (hours * 3600 + minutes * 60) * (sign === '-' ? -1 : 1);
    at += 6;
  } else return Number.NaN;
  if (at !== text.length) return Number.NaN;

  const seconds = daysFromCivil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
  if (second === 60 && (((seconds % 86_400) + 86_400) % 86_400 !== 0 || micros !== 0)) return Number.NaN;
  return seconds * 1_000_000 + micros;
}

/** Dates repeat: rows of one answer are mostly of a few days. */
const DAYS_KEPT = 1_000;
const dates = new Map<number, string>();

/** Days since the epoch → `2026-03-01T`; years 0000–9999. */
function datePart(days: number): string {
  let text = dates.get(days);
  if (text === undefined) {
    text = `${new Date(days * 86_400_000).toISOString().slice(0, 10)}T`;
    if (dates.size >= DAYS_KEPT) dates.clear();
    dates.set(days, text);
  }
  return text;
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

const MILLIS = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0').replace(/0+$/, ''));

/** Microseconds of a second, 1–999,999, as the digits after the point; most moments are whole milliseconds. */
function fraction(micros: number): string {
  const millis = Math.floor(micros / 1_000);
  return millis * 1_000 === micros ? MILLIS[millis]! : String(micros).padStart(6, '0').replace(/0+$/, '');
}

/** Microseconds UTC → `2026-03-01T08:00:00Z`, with as many digits of the second as are needed (at most six); years 0000–9999. */
export function formatInstant(us: number): string;
export function formatInstant(us: number | null): string | null;
export function formatInstant(us: number | null): string | null {
  if (us === null) return null;
  const seconds = Math.floor(us / 1_000_000);
  const micros = us - seconds * 1_000_000;
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  const minutes = Math.floor(rest / 60);
  const hours = Math.floor(minutes / 60);
  const time = `${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes - hours * 60]}:${TWO_DIGITS[rest - minutes * 60]}`;
  if (micros === 0) return `${datePart(days)}${time}Z`;
  return `${datePart(days)}${time}.${fraction(micros)}Z`;
}

/** A moment of a query (`queryInstant` of the contract: RFC 3339 or whole milliseconds) → microseconds UTC, or NaN. */
export function parseQueryInstant(text: string): number {
  if (/^\d{1,14}$/.test(text)) return Number(text) * 1000;
  // The contract lets the seconds be left out.
  return parseInstant(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?!:)/.test(text) ? `${text.slice(0, 16)}:00${text.slice(16)}` : text);
}
