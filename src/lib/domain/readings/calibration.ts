/** What a calibration makes of what a sensor measured. Pure; values in the unit of the readings. */

/**
 * none: nothing to correct; offset: `offset` is added; linear: `gain` × value + `offset`; points: pairs of what was measured and what the reference
 * said, 2 to 20, by what was measured, straight lines between them that go on beyond the outer ones.
 */
export type Curve =
  | { kind: 'none' }
  | { kind: 'offset'; offset: number }
  | { kind: 'linear'; gain: number; offset: number }
  | { kind: 'points'; points: readonly (readonly [measured: number, reference: number])[] };

/** A calibration holds for from ≤ ts < to, microseconds; the last one of a channel without an end. */
export interface Calibration {
  from: number;
  to: number;
  curve: Curve;
}

const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));

/** The calibrated value; it ends at the largest number instead of at Infinity. Exact at the points, and as monotone as they are. */
export function calibratedValue(curve: Curve, value: number): number {
  switch (curve.kind) {
    case 'none':
      return value;
    case 'offset':
      return finite(value + curve.offset);
    case 'linear':
      return finite(value * curve.gain + curve.offset);
    case 'points':
      return finite(onPoints(curve.points, value));
  }
}

function onPoints(points: readonly (readonly [number, number])[], value: number): number {
  const last = points.length - 1;
  let at = 0;
  while (at < last - 1 && points[at + 1]![0] <= value) at += 1;
  const [x0, y0] = points[at]!;
  const [x1, y1] = points[at + 1]!;
  if (y0 === y1) return y0;
  if (value >= x1) return y1 + risen(value - x1, x1 - x0, y1 - y0);
  const found = y0 + risen(value - x0, x1 - x0, y1 - y0);
  // Between two points rounding must not go beyond either.
  return value < x0 ? found : Math.max(Math.min(y0, y1), Math.min(Math.max(y0, y1), found));
}

/** How far a line rises over `run` that rises by `rise` over `width`: by shares, as a slope of points close together is no number, unless the share is none. */
function risen(run: number, width: number, rise: number): number {
  const share = run / width;
  return Number.isFinite(share) ? share * rise : run * (rise / width);
}

/** Points by what was measured; null where two measured the same. */
export function sortedPoints(points: readonly (readonly [number, number])[]): [number, number][] | null {
  const sorted = points.map(([measured, reference]): [number, number] => [measured, reference]).sort((a, b) => a[0] - b[0]);
  return sorted.some(([measured], index) => sorted[index - 1]?.[0] === measured) ? null : sorted;
}

/** Each holds until the next one begins. @param entries by their beginnings, no two at the same moment */
export function timelineOf(entries: readonly { from: number; curve: Curve }[]): Calibration[] {
  const sorted = entries.toSorted((a, b) => a.from - b.from);
  return sorted.map(({ from, curve }, index) => ({ from, to: sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY, curve }));
}

/** Days before the next calibration in which it is called due. */
export const DUE_DAYS = 30;

/** People are told of a calibration so many days before it is due, and when it is overdue. */
export const TOLD_DAYS = { soon: DUE_DAYS, near: 7 } as const;
export type DueStep = keyof typeof TOLD_DAYS | 'over';

const DAY_MS = 86_400_000;

/** Whole days from a day to another one, both YYYY-MM-DD. */
export const daysUntil = (today: string, day: string): number => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);

/** The day so many days later, YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** @param today YYYY-MM-DD where the sensor is; the day on which it is due still counts */
export function dueState(dueOn: string | null, today: string): 'overdue' | 'due' | 'valid' {
  if (dueOn === null) return 'valid';
  const days = daysUntil(today, dueOn);
  if (days < 0) return 'overdue';
  return days <= DUE_DAYS ? 'due' : 'valid';
}

/** Of which step people are to be told by now; null = of none yet. */
export function dueStep(dueOn: string, today: string): DueStep | null {
  const days = daysUntil(today, dueOn);
  if (days < 0) return 'over';
  if (days <= TOLD_DAYS.near) return 'near';
  return days <= TOLD_DAYS.soon ? 'soon' : null;
}
