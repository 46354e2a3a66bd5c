import type { Locale } from '../../lib/constants.ts';
import { DAY, firstInstantOf, instantsOf, wallOf } from '../../lib/domain/time/wall-clock.ts';
import { readNumber } from '../ui/form/number-text.ts';

/**
 * Times as people write them into the table of entries, also in the form in which they are shown there. Milliseconds. What `3:27` means is decided
 * by the field: a time of day is hours and minutes, a duration minutes and seconds.
 */

const CLOCK = /^\s*(\d{1,2})[.:](\d{2})(?:[.:](\d{2})(?:[.,](\d{1,3}))?)?(?:\s*(am|a\.\s?m\.|dop\.?|pm|p\.\s?m\.|odp\.?))?\s*$/i;
const AFTERNOON = /^[po]/i;
const UNIT = /^(.*\d)\s*(s|min|h|cmin)\s*$/;
const UNIT_MS: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000, cmin: 600 };
const LENGTH = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?\s*$/;

const fraction = (text: string | undefined) => (text ? Number(text.padEnd(3, '0')) : 0);

/** The moment at which the zone's clock shows what was written, the nearest one to `near`; null when it is no time of day. */
export function readClock(text: string, near: number, zone: string): number | null {
  const [, h = '', m = '', s = '0', ms, half] = CLOCK.exec(text) ?? [];
  if (h === '' || Number(h) > 23 || Number(m) > 59 || Number(s) > 59) return null;
  if (half && (Number(h) < 1 || Number(h) > 12)) return null;
  const hours = half ? (Number(h) % 12) + (AFTERNOON.test(half) ? 12 : 0) : Number(h);
  const time = hours * 3_600_000 + Number(m) * 60_000 + Number(s) * 1_000 + fraction(ms);
  const day = Math.floor(wallOf(near, zone) / DAY) * DAY;
  const moments = [-DAY, 0, DAY].flatMap((shift) => {
    const wall = day + shift + time;
    const found = instantsOf(wall, zone);
    return found.length > 0 ? found : [firstInstantOf(wall, zone)];
  });
  return moments.reduce((best, at) => (Math.abs(at - near) < Math.abs(best - near) ? at : best));
}

/** `m:ss` or `h:mm:ss`, or a number with its unit as the language writes it: `83.75 min`, `7.4 s`; null when it is neither, or nothing. */
export function readLength(text: string, locale: Locale): number | null {
  const [, number, unit] = UNIT.exec(text) ?? [];
  if (number !== undefined && unit !== undefined) {
    const { value, problem } = readNumber(number, locale);
    return value !== null && problem === null && value > 0 ? Math.round(value * UNIT_MS[unit]!) : null;
  }
  const found = LENGTH.exec(text);
  if (!found) return null;
  const [, h, m = '0', s = '0', ms] = found;
  if (Number(s) > 59 || (h !== undefined && Number(m) > 59)) return null;
  const length = Number(h ?? 0) * 3_600_000 + Number(m) * 60_000 + Number(s) * 1_000 + fraction(ms);
  return length > 0 ? length : null;
}
