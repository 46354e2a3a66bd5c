import { parseInstant } from '../time/instant.ts';
import { instantsOf, jumpOver } from '../time/wall-clock.ts';

/** Times as devices write them. Everything here is pure; what can't be told apart is decided by the clock's policy, never guessed. */

export type TimeUnit = 's' | 'ms' | 'us' | 'ns' | 'iso' | 'local';

/** What the clock of a device shows, and what to do with an hour that comes twice or never. */
export interface ClockPolicy {
  kind: 'utc' | 'offset' | 'zone';
  /** Minutes east of Greenwich; of a fixed offset. */
  offset_min: number;
  /** IANA name; of a zone. */
  zone: string | null;
  twice: 'refuse' | 'earlier' | 'later';
  skipped: 'refuse' | 'shift';
}

/** What is to be told of a time: the policy decided about it. */
export type TimeMark = 'ts_twice' | 'ts_skipped';
export type ReadTime = { us: number; mark: TimeMark | null } | { us: null; problem: 'bad_ts' | TimeMark };

/** µs in one of each unit. */
const NUMBER_UNITS = { s: 1_000_000, ms: 1_000, us: 1 } as const;

const ISO_LOCAL = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/i;
const CZECH = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}),? +(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?$/;
const bad = { us: null, problem: 'bad_ts' } as const;

/** A local time as if it were UTC: whole milliseconds and the microseconds beyond; null when the text is none. */
export function wallClock(text: string): { wall: number; micros: number } | null {
  const iso = ISO_LOCAL.exec(text);
  const czech = iso ? null : CZECH.exec(text);
  const [year, month, day, ...rest] = iso ? iso.slice(1) : czech ? [czech[3], czech[2], czech[1], ...czech.slice(4)] : [];
  if (year === undefined) return null;
  const [hour, minute, second = '0', fraction = ''] = rest;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [number, number, number, number, number, number];
  if (h > 23 || mi > 59 || s > 59) return null;
  const wall = Date.UTC(y, mo - 1, d, h, mi, s);
  // The calendar carries a 31st of April over into May.
  const back = new Date(wall);
  if (back.getUTCMonth() !== mo - 1 || back.getUTCDate() !== d || back.getUTCFullYear() !== y) return null;
  return { wall, micros: Number(fraction.padEnd(6, '0').slice(0, 6)) };
}

/** No zone changes its clock within a quarter of an hour of the wall, so that moments of one are found once. */
const QUARTER = 900_000;
const MOST_QUARTERS = 1_000;

/** A reader of times of one device; it remembers what its zone's quarters of an hour are. */
export function timeReader(unit: TimeUnit, clock: ClockPolicy): (value: unknown) => ReadTime {
  const quarters = new Map<number, readonly number[]>();
  const momentsOf = (wall: number, zone: string): readonly number[] => {
    const start = Math.floor(wall / QUARTER) * QUARTER;
    let moments = quarters.get(start);
    if (!moments) {
      if (quarters.size >= MOST_QUARTERS) quarters.clear();
      moments = instantsOf(start, zone);
      quarters.set(start, moments);
    }
    return moments.map((at) => at + wall - start);
  };

  const local = (text: string): ReadTime => {
    // A text that says its offset needs no policy.
    const said = parseInstant(text);
    if (!Number.isNaN(said)) return { us: said, mark: null };
    const read = wallClock(text);
    if (!read) return bad;
    const { wall, micros } = read;
    const us = (at: number) => at * 1_000 + micros;
    if (clock.kind === 'utc') return { us: us(wall), mark: null };
    if (clock.kind === 'offset' || clock.zone === null) return { us: us(wall - clock.offset_min * 60_000), mark: null };
    const moments = momentsOf(wall, clock.zone);
    if (moments.length === 1) return { us: us(moments[0]!), mark: null };
    if (moments.length === 0) {
      if (clock.skipped === 'refuse') return { us: null, problem: 'ts_skipped' };
      const jump = jumpOver(wall, clock.zone);
      return { us: us(jump.at + wall - jump.from), mark: 'ts_skipped' };
    }
    if (clock.twice === 'refuse') return { us: null, problem: 'ts_twice' };
    return { us: us(clock.twice === 'earlier' ? moments[0]! : moments.at(-1)!), mark: 'ts_twice' };
  };

  return (value) => {
    if (unit === 'iso' || unit === 'local') {
      if (typeof value !== 'string' || value.length > 40) return bad;
      const text = value.trim();
      if (unit === 'local') return local(text);
      const us = parseInstant(text);
      return Number.isNaN(us) ? bad : { us, mark: null };
    }
    const number =
      typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,20}(\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    const us = Math.round(unit === 'ns' ? number / 1_000 : number * NUMBER_UNITS[unit]);
    return Number.isFinite(us) ? { us, mark: null } : bad;
  };
}
