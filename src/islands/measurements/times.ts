import { DAY, firstInstantOf, instantsOf, wallOf } from '../../lib/wall-clock.ts';

/** Times as people write them into the table of entries. Milliseconds. */

const CLOCK = /^\s*(\d{1,2})[.:](\d{2})(?:[.:](\d{2})(?:[.,](\d{1,3}))?)?\s*$/;
const LENGTH = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?\s*$/;

const fraction = (text: string | undefined) => (text ? Number(text.padEnd(3, '0')) : 0);

/** The moment at which the zone's clock shows what was written, the nearest one to `near`; null when it is no time of day. */
export function readClock(text: string, near: number, zone: string): number | null {
  const [, h = '', m = '', s = '0', ms] = CLOCK.exec(text) ?? [];
  if (h === '' || Number(h) > 23 || Number(m) > 59 || Number(s) > 59) return null;
  const time = Number(h) * 3_600_000 + Number(m) * 60_000 + Number(s) * 1_000 + fraction(ms);
  const day = Math.floor(wallOf(near, zone) / DAY) * DAY;
  const moments = [-DAY, 0, DAY].flatMap((shift) => {
    const wall = day + shift + time;
    const found = instantsOf(wall, zone);
    return found.length > 0 ? found : [firstInstantOf(wall, zone)];
  });
  return moments.reduce((best, at) => (Math.abs(at - near) < Math.abs(best - near) ? at : best));
}

/** `m:ss` or `h:mm:ss`; null when it is neither, or nothing. */
export function readLength(text: string): number | null {
  const found = LENGTH.exec(text);
  if (!found) return null;
  const [, h, m = '0', s = '0', ms] = found;
  if (Number(s) > 59 || (h !== undefined && Number(m) > 59)) return null;
  const length = Number(h ?? 0) * 3_600_000 + Number(m) * 60_000 + Number(s) * 1_000 + fraction(ms);
  return length > 0 ? length : null;
}
