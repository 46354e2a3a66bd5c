import { wallOf } from '../time/wall-clock.ts';

/** Hours of a week in which a rule counts, by the clock of a zone: days of 23 and 25 hours have what their clock shows. */
export interface AlarmSchedule {
  zone: string;
  spans: readonly ScheduleSpan[];
}

/** `from` and `to` are minutes of the day; where `to` isn't after `from` it lies on the next day, which the span's day still names. */
export interface ScheduleSpan {
  /** 1 = Monday … 7 = Sunday: on which the span begins. */
  days: readonly number[];
  from: number;
  to: number;
}

const DAY_MIN = 1_440;
const WEEK_MIN = 7 * DAY_MIN;
const MINUTE_MS = 60_000;
/** 1970-01-01 was a Thursday. */
const FIRST_DAY = 3;

/** Does the rule count at a moment, microseconds? */
export function scheduled({ zone, spans }: AlarmSchedule): (ts: number) => boolean {
  const minutes = new Uint8Array(WEEK_MIN);
  for (const { days, from, to } of spans)
    for (const day of days) {
      const start = (day - 1) * DAY_MIN + from;
      const length = to > from ? to - from : DAY_MIN - from + to;
      for (let minute = 0; minute < length; minute++) minutes[(start + minute) % WEEK_MIN] = 1;
    }
  return (ts) => {
    const minute = Math.floor(wallOf(Math.floor(ts / 1_000), zone) / MINUTE_MS) + FIRST_DAY * DAY_MIN;
    return minutes[((minute % WEEK_MIN) + WEEK_MIN) % WEEK_MIN] === 1;
  };
}
