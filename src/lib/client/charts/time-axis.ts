import type { TickScale } from '../../domain/time/time-ticks.ts';
import { DAY, startOfDay } from '../../domain/time/wall-clock.ts';
import type { Format } from '../../i18n/format.ts';

export { type TickScale, timeTicks } from '../../domain/time/time-ticks.ts';
export { DAY, startOfDay, zoneOffset } from '../../domain/time/wall-clock.ts';

/** Words of a time axis. Milliseconds throughout. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface AxisLabels {
  /** Text of a major tick; `strong` marks the beginning of a day where times stand beside it. */
  tick(at: number, scale: TickScale, midnight: boolean): { text: string; strong: string | null };
  /** The black flag at the cursor, as exact as the axis is. */
  flag(at: number, spanMs: number): string;
  /** A span of time in words: `19. 11. 15.00 – 20. 11. 15.00`. */
  range(from: number, to: number): string;
}

/** Words of the axis as the person of the format writes them. @param zone that of the format @param now milliseconds: only another year than its is written */
export function axisLabels(format: Format, zone: string, now: number = Date.now()): AxisLabels {
  const time = (at: number, fine: boolean) => format.time(at, fine ? 'second' : 'minute');
  return {
    tick(at, scale, midnight) {
      if (typeof scale.step === 'object') return { text: format.date(at, scale.step.months >= 12 ? 'year' : 'month'), strong: null };
      if (scale.step >= DAY) return { text: format.date(at, 'day'), strong: null };
      return { text: time(at, scale.step < MINUTE), strong: midnight ? format.date(at, 'day_weekday') : null };
    },
    flag(at, spanMs) {
      const fine = spanMs <= 2 * HOUR;
      return spanMs <= DAY * 1.5 ? time(at, fine) : `${format.date(at, 'day')} ${time(at, false)}`;
    },
    range(from, to) {
      const fine = to - from <= 10 * MINUTE;
      const sameDay = startOfDay(from, zone) === startOfDay(to, zone);
      const sameYear = format.date(from, 'year') === format.date(to, 'year');
      const lastDate = format.date(to, sameYear && format.date(to, 'year') === format.date(now, 'year') ? 'day' : 'short');
      const firstDate = sameDay ? lastDate : format.date(from, sameYear ? 'day' : 'short');
      return `${firstDate} ${time(from, fine)} – ${sameDay ? '' : `${lastDate} `}${time(to, fine)}`;
    },
  };
}
