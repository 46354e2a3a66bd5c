import { DAY, wallOf } from '../../lib/domain/time/wall-clock.ts';

/** Days by which people look for measurements. */
export const PERIODS = ['today', 'yesterday', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];
const BACK: Record<Period, readonly [from: number, to: number]> = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] };

/** The day that stands on the wall of the zone, `back` days ago. */
const dayAt = (now: number, zone: string, back: number): string => new Date(wallOf(now, zone) - back * DAY).toISOString().slice(0, 10);

/** Days, both included. */
export function spanOfPeriod(period: Period, now: number, zone: string): { from: string; to: string } {
  const [from, to] = BACK[period];
  return { from: dayAt(now, zone, from), to: dayAt(now, zone, to) };
}

/** The period that two days make; `own` is any other choice, null none. */
export function periodOf({ from, to }: { from: string | null; to: string | null }, now: number, zone: string): Period | 'own' | null {
  if (from === null && to === null) return null;
  return (
    PERIODS.find((period) => {
      const span = spanOfPeriod(period, now, zone);
      return span.from === from && span.to === to;
    }) ?? 'own'
  );
}
