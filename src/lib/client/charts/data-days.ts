import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { listDataDays } from '../../contract/readings.ts';
import { dayAround } from '../../domain/time/wall-clock.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What a calendar tells of a day: how much of it was measured, 0–1, and whether an alarm lasted into it. */
export interface DayMark {
  covered: number;
  alarm: boolean;
}

/** Alarms of one logger that one month can hold. */
const MOST_ALARMS = '200';
const DAY = 86_400_000;
const dayOf = (at: number, zone: string): string =>
  new Date(dayAround(at, zone).from + DAY / 2).toLocaleDateString('sv', { timeZone: zone });

/**
 * Days on which loggers measured something, how much of each on the average of them, and those with an alarm of their channels; both days belong
 * to what is asked.
 * @param channels of the loggers; null = all of them
 * @throws what the API throws
 */
export async function readDataDays(
  { call, organization, now }: Pick<StoreDeps, 'call' | 'organization' | 'now'>,
  of: { dataloggers: readonly string[]; channels: readonly string[] | null; zone: string },
  from: string,
  to: string,
): Promise<Readonly<Record<string, DayMark>>> {
  const params = { organization_id: organization };
  // A day more on each side: zones lie up to 14 hours beside UTC.
  const window = { from: String(Date.parse(from) - DAY), to: String(Date.parse(to) + 2 * DAY) };
  const found = await Promise.all(
    of.dataloggers.map(async (id) => {
      const [{ items: days }, { items: alarms }] = await Promise.all([
        call(listDataDays, { params: { ...params, id }, query: { from, to } }),
        call(listAlarms, { params, query: { datalogger_id: id, ...window, limit: MOST_ALARMS } }),
      ]);
      return { days, alarms: alarms.filter(({ channel_id }) => of.channels === null || of.channels.includes(channel_id)) };
    }),
  );
  const marks: Record<string, DayMark> = {};
  const at = (day: string): DayMark => {
    marks[day] ??= { covered: 0, alarm: false };
    return marks[day];
  };
  for (const { days, alarms } of found) {
    for (const { day, hours, of: whole } of days) at(day).covered += Math.min(1, hours / whole) / of.dataloggers.length;
    for (const alarm of alarms) for (const day of daysOf(alarm, of.zone, now())) if (day >= from && day <= to) at(day).alarm = true;
  }
  return marks;
}

/** Days on which an alarm lasted, in a zone; one that was taken back or isn't one yet lasted on none. */
function* daysOf({ state, since, over_at }: Alarm, zone: string, now: number): Generator<string> {
  if (state === 'withdrawn' || state === 'pending') return;
  const end = over_at === null ? now : Date.parse(over_at);
  for (let at = dayAround(Date.parse(since), zone).from; at <= end; at = dayAround(at, zone).to) yield dayOf(at, zone);
}
