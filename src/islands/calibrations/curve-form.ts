import { type Curve, type CurveKind, LEAST_POINTS, type MOST_POINTS } from '../../lib/contract/calibrations.ts';
import type { Conversion } from '../../lib/domain/quantities/shown.ts';
import { storedDifference, storedLimit } from '../alarms/shown-limits.ts';
import { storedLinear } from './calibration-words.ts';

/** Every row of points that a form may have. */
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const satisfies { length: typeof MOST_POINTS };
export type PointRow = (typeof ROWS)[number];
/** The points of a form: `m0` is what was measured at the first, `r0` what the reference said. Every row has its fields, whether it is shown or not. */
export type PointValues = { [key in `m${PointRow}` | `r${PointRow}`]: number | null };
export type CurveValues = PointValues & { kind: CurveKind; offset: number | null; gain: number | null; count: number };

const fieldsOf = (index: number) => [`m${index as PointRow}`, `r${index as PointRow}`] as const;

export const noPoints = () => Object.fromEntries(ROWS.flatMap((row) => fieldsOf(row).map((key) => [key, null]))) as PointValues;

/** What changes where a row is taken out: those behind it close up. */
export function withoutPoint(values: PointValues, count: number, index: number): [keyof PointValues, number | null][] {
  const changes: [keyof PointValues, number | null][] = [];
  for (let i = index; i < count; i++)
    for (const at of [0, 1] as const) changes.push([fieldsOf(i)[at], i === count - 1 ? null : values[fieldsOf(i + 1)[at]]]);
  return changes;
}

const isNumber = (value: number | null | undefined): value is number => value !== null && value !== undefined && !Number.isNaN(value);

/** What the form says as the server stores it; null while something is missing or two points measured the same. */
export function curveOf(values: CurveValues, channel: { conversion: Conversion | null }): Curve | null {
  const { kind, offset, gain, count } = values;
  if (kind === 'none') return { kind };
  if (kind === 'offset') return isNumber(offset) ? { kind, offset: storedDifference(offset, channel) } : null;
  if (kind === 'linear')
    return isNumber(offset) && isNumber(gain) && gain > 0 ? { kind, ...storedLinear({ gain, offset }, channel) } : null;
  const points: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const [measured, reference] = fieldsOf(i).map((key) => values[key]);
    // An empty row at the end says nothing.
    if (!isNumber(measured) && !isNumber(reference)) continue;
    if (!isNumber(measured) || !isNumber(reference)) return null;
    points.push([storedLimit(measured, channel)!, storedLimit(reference, channel)!]);
  }
  const apart = new Set(points.map(([measured]) => measured)).size === points.length;
  return points.length >= LEAST_POINTS && apart ? { kind, points } : null;
}

type Unit = { id: string; display_unit: string | null };
/** Other channels that the same numbers can be said of: those shown in the same unit; that there is nothing to correct can be said of all. */
export const alike = <C extends Unit>(channels: readonly C[], channel: Unit | undefined, kind: CurveKind): C[] =>
  channels.filter(({ id, display_unit }) => id !== channel?.id && (kind === 'none' || display_unit === channel?.display_unit));
