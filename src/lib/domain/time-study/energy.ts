import type { Series } from '../../contract/readings.ts';
import type { TimeSpan } from './spans.ts';

/** Energy under a span of time, from what a meter counted or, without a meter, from the power. Kilowatt hours, milliseconds. */

export interface EnergyCurve {
  /** Moments in milliseconds, growing. */
  at: number[];
  /** What was used since the first moment, never falling. */
  kwh: number[];
}

const COUNTED: Readonly<Record<string, number>> = {
  Wh: 1e-3,
  kWh: 1,
  MWh: 1e3,
  GWh: 1e6,
  J: 1 / 3_600_000,
  kJ: 1 / 3_600,
  MJ: 1 / 3.6,
  GJ: 1e3 / 3.6,
};
const POWER: Readonly<Record<string, number>> = { W: 1e-3, kW: 1, MW: 1e3 };
const HOUR_MS = 3_600_000;

/** What a channel says about energy: a meter counts it, a power has to be summed up. */
export function energySource(channel: { kind: string; unit: string | null }): 'counted' | 'power' | null {
  if (channel.unit === null) return null;
  if (channel.kind === 'counter' && channel.unit in COUNTED) return 'counted';
  return channel.kind === 'gauge' && channel.unit in POWER ? 'power' : null;
}

/**
 * @param series of a channel with an {@link energySource}; of buckets the first and the last value of a meter count, so that it stays exact at
 * their edges, and the mean of a power, which is its energy
 * @returns null when fewer than two readings are there
 */
export function energyCurve(series: Series, channel: { kind: string; unit: string | null }): EnergyCurve | null {
  const source = energySource(channel);
  if (source === null) return null;
  const points: { at: number; value: number }[] = [];
  for (const [index, ts] of series.ts.entries()) {
    const mean = source === 'power' ? series.mean?.[index] : null;
    const [first, last] = mean == null ? [series.first[index], series.last[index]] : [mean, mean];
    if (first == null || last == null) continue;
    points.push({ at: ts / 1_000, value: first });
    if (series.bucket_us !== null) points.push({ at: (ts + series.bucket_us) / 1_000, value: last });
  }
  if (points.length < 2) return null;
  const factor = (source === 'counted' ? COUNTED : POWER)[channel.unit!]!;
  const curve: EnergyCurve = { at: [points[0]!.at], kwh: [0] };
  for (let index = 1; index < points.length; index++) {
    const [before, point] = [points[index - 1]!, points[index]!];
    const hours = (point.at - before.at) / HOUR_MS;
    // A meter that begins anew has counted what it shows; one that goes back a little counted nothing.
    const step =
      source === 'power'
        ? Math.max(0, ((before.value + point.value) / 2) * hours)
        : point.value >= before.value
          ? point.value - before.value
          : point.value < before.value / 2
            ? point.value
            : 0;
    curve.at.push(point.at);
    curve.kwh.push(curve.kwh.at(-1)! + step * factor);
  }
  return curve;
}

/** What was used until the moment, straight between readings. @returns null before the first reading and after the last one */
function until({ at, kwh }: EnergyCurve, moment: number): number | null {
  let low = 0;
  let high = at.length - 1;
  if (moment < at[0]! || moment > at[high]!) return null;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! <= moment) low = middle;
    else high = middle;
  }
  const width = at[high]! - at[low]!;
  return width <= 0 ? kwh[high]! : kwh[low]! + ((kwh[high]! - kwh[low]!) * (moment - at[low]!)) / width;
}

/**
 * Energy of spans together.
 * @param slack how far a span may begin before the first reading, or end after the last one: nothing is told finer than readings come
 * @returns null when readings are missing on more than that
 */
export function energyIn(curve: EnergyCurve, spans: readonly TimeSpan[], slack: number): number | null {
  const [first, last] = [curve.at[0]!, curve.at.at(-1)!];
  let sum = 0;
  for (const { from, to } of spans) {
    if (from < first - slack || to > last + slack) return null;
    sum += until(curve, Math.min(Math.max(to, first), last))! - until(curve, Math.min(Math.max(from, first), last))!;
  }
  return sum;
}
