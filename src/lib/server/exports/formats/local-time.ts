import { formatInstant } from '../../../domain/time/instant.ts';
import { DAY, wallOf, zoneOffset } from '../../../domain/time/wall-clock.ts';
import { offsetIfTwice } from '../../../i18n/twice.ts';

/** The clock on the wall at a moment: milliseconds of the zone's clock minus UTC, and the offset as text where the clock shows the same twice. */
export interface Local {
  offset: number;
  twice: string;
}

/** Clocks of a zone for moments that mostly come in order: on nearly all days the offset is asked for once. */
export function localClock(zone: string): (us: number) => Local {
  let day = Number.NaN;
  let ofDay: Local | null = null;
  return (us) => {
    const ms = Math.floor(us / 1_000);
    const own = Math.floor(ms / DAY);
    if (own !== day) {
      day = own;
      const offset = zoneOffset((day - 1) * DAY, zone);
      // No zone changes its clock twice within three days.
      ofDay = offset === zoneOffset((day + 2) * DAY, zone) ? { offset, twice: '' } : null;
    }
    return ofDay ?? { offset: wallOf(ms, zone) - ms, twice: offsetIfTwice(ms, zone).replace('\u2212', '-') };
  };
}

/** `2026-10-25 02:30:00`, with as many digits of the second as it has, and its offset where the clock shows it twice. */
export function localText(us: number, { offset, twice }: Local, decimal: string): string {
  const text = formatInstant(us + offset * 1_000);
  const time = text.slice(11, -1);
  return `${text.slice(0, 10)} ${decimal === '.' ? time : time.replace('.', decimal)}${twice === '' ? '' : ` ${twice}`}`;
}
