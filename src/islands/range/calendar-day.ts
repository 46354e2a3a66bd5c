import { CalendarDate } from '@internationalized/date';
import { DAY, firstInstantOf, wallOf } from '../../lib/domain/time/wall-clock.ts';

/** Of a day `YYYY-MM-DD`. */
export const dateOf = (day: string) => new CalendarDate(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)));

/** The day `YYYY-MM-DD` on which a moment falls, ms. */
export const dayAt = (at: number, zone: string): string => new Date(Math.floor(wallOf(at, zone) / DAY) * DAY).toISOString().slice(0, 10);

/** The moment at which a day begins, or the one so many days after it, ms. */
export const startOf = (day: string, zone: string, more = 0): number => firstInstantOf(Date.parse(`${day}T00:00:00Z`) + more * DAY, zone);
