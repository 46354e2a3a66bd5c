import { formatInstant } from '../../../domain/time/instant.ts';
import { DAY, wallOf, zoneOffset } from '../../../domain/time/wall-clock.ts';
import { offsetIfTwice } from '../../../i18n/twice.ts';

/** The clock on the wall at a moment: milliseconds of the zone's clock minus UTC, and the offset as text where the clock shows the same twice. */
export interface Local {
  offset: number;
  twice: string;
}

/** No clock was changed since 1970 but at a whole half of a minute. */
const STEP = 30_000;

/** Clocks of a zone for moments that mostly come in order: on nearly all days the offset is asked for once. */
export function localClock(zone: string): (us: number) => Local {
  let day = Number.NaN;
  let ofDay: Local | null = null;
  let step = Number.NaN;
  let ofStep: Local = { offset: 0, twice: '' };
  return (us) => {
    const ms = Math.floor(us / 1_000);
    const today = Math.floor(ms / DAY);
    if (today !== day) {
      day = today;
      const offset = zoneOffset((day - 1) * DAY, zone);
      // No zone changes its clock twice within three days.
      ofDay = offset === zoneOffset((day + 2) * DAY, zone) ? { offset, twice: '' } : null;
    }
    if (ofDay) return ofDay;
    const now = Math.floor(ms / STEP);
    if (now !== step) {
      step = now;
      ofStep = { offset: wallOf(ms, zone) - ms, twice: offsetIfTwice(ms, zone).replace('\u2212', '-') };
    }
    return ofStep;
  };
}

/** `2026-10-25 02:30:00`, with as many digits of the second as it has, and its offset where the clock shows it twice. */
export function localText(us: number, { offset, twice }: Local, decimal: string): string {
  const text = formatInstant(us + offset * 1_000);
  const time = text.slice(11, -1);
  return `${text.slice(0, 10)} ${decimal === '.' ? time : time.replace('.', decimal)}${twice === '' ? '' : ` ${twice}`}`;
}
