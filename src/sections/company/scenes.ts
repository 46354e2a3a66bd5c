import { type Kind, LOSSES, makeShift, type Stretch } from '../home/shift.ts';

/**
 * Invented data of the examples, and what the texts beside them say of it. Pure and always the same. Time is in minutes (the refrigerator: hours)
 * from the left edge of the picture.
 */

export interface Sample {
  at: number;
  value: number;
}
/** The mean of a stretch of time with its extremes. */
export interface Summary extends Sample {
  low: number;
  high: number;
}
/** Null where nothing came. */
export type Series<S extends Sample = Sample> = readonly (S | null)[];

/** Between −1 and 1, without a period that the eye would find. */
const wobble = (at: number, seed: number) =>
  Math.sin(at * 0.731 + seed) * 0.5 + Math.sin(at * 1.873 + seed * 2.1) * 0.3 + Math.sin(at * 4.217 + seed * 3.7) * 0.2;

const steps = (to: number, step: number) => Array.from({ length: Math.round(to / step) + 1 }, (_, i) => i * step);

function series(to: number, step: number, value: (at: number) => number, gap?: Span): Series {
  return steps(to, step).map((at) => (gap && at > gap.from && at < gap.to ? null : { at, value: value(at) }));
}

export interface Span {
  from: number;
  to: number;
}

/** The parts of a series between its gaps. */
export function runs<S extends Sample>(all: Series<S>): S[][] {
  const found: S[][] = [[]];
  for (const one of all) {
    if (one) found.at(-1)?.push(one);
    else if (found.at(-1)?.length) found.push([]);
  }
  return found.filter((run) => run.length > 0);
}

/** Stretches in which the values are as asked. */
function stretches(all: Series, asked: (value: number) => boolean): Span[] {
  const spans: Span[] = [];
  let from: number | null = null;
  let last = 0;
  for (const one of all) {
    const is = one !== null && asked(one.value);
    if (is && from === null) from = one.at;
    if (!is && from !== null) {
      spans.push({ from, to: last });
      from = null;
    }
    if (one) last = one.at;
  }
  return from === null ? spans : [...spans, { from, to: last }];
}
export const over = (all: Series, limit: number): Span[] => stretches(all, (value) => value > limit);

/** A bakery from 3:00 to 9:00: three ovens, and the minutes each needs to be at work temperature again. */
export const OVEN = { start: 180, minutes: 360, ready: 220, setpoint: 232 } as const;
/** Minutes between two values. */
const OVEN_STEP = 2;
const LOADS = [28, 92, 156, 222, 290];
const OVENS = [
  { shift: 0, tau: 8.5, drop: 46 },
  { shift: 9, tau: 20.5, drop: 44 },
  { shift: 17, tau: 9, drop: 45 },
];
/** Nobody's data: the converter of the third oven was unplugged. */
export const OVEN_GAP: Span = { from: 204, to: 240 };

const ovenAt = (oven: (typeof OVENS)[number], seed: number) => (at: number) => {
  const dip = LOADS.map((load) => at - load - oven.shift)
    .filter((since) => since >= 0)
    .reduce((sum, since) => sum + oven.drop * (1 - Math.exp(-since / 1.1)) * Math.exp(-since / oven.tau), 0);
  return OVEN.setpoint - dip + wobble(at, seed) * 1.6;
};

export const ovens: readonly Series[] = OVENS.map((oven, i) =>
  series(OVEN.minutes, OVEN_STEP, ovenAt(oven, i + 1), i === 2 ? OVEN_GAP : undefined),
);

/** From each loading of an oven to its work temperature; those that the picture or its gap cuts are left out. */
export function loadings(oven: number): Span[] {
  return stretches(ovens[oven]!, (value) => value < OVEN.ready)
    .map(({ from, to }) => ({ from, to: to + OVEN_STEP }))
    .filter(({ from, to }) => to < OVEN.minutes && !(oven === 2 && to > OVEN_GAP.from && from < OVEN_GAP.to + OVEN_STEP));
}

/** Minutes from the loading to the work temperature, on the mean. */
export function recovery(oven: number): number {
  const all = loadings(oven);
  return Math.round(all.reduce((sum, { from, to }) => sum + to - from, 0) / all.length);
}

/** A crate from 6:00 to 14:00: store, ramp, van without network, shop. */
export const CRATE = { start: 360, minutes: 480, limit: 8, ramp: { from: 124, to: 158 }, van: { from: 158, to: 340 } } as const;
const STOPS = [214, 262, 318];

function crateAt(at: number): number {
  const { ramp, van } = CRATE;
  const cooling = 0.45 * Math.sin(at / 7.5) + wobble(at, 2) * 0.16;
  const stored = 4.1 + cooling;
  const warmth = (since: number) => 5.4 * (1 - Math.exp(-Math.max(0, since) / 13));
  if (at < ramp.from) return stored;
  if (at < ramp.to) return stored * 0.55 + 1.85 + warmth(at - ramp.from);
  const doors = STOPS.map((stop) => at - stop)
    .filter((since) => since >= 0)
    .reduce((sum, since) => sum + 1.3 * Math.exp(-since / 9), 0);
  const left = warmth(ramp.to - ramp.from) * Math.exp(-(at - ramp.to) / 11);
  return (at < van.to ? 4.4 : 3.9) + cooling * 0.7 + left + (at < van.to ? doors : doors * 0.6);
}
export const crate: Series = series(CRATE.minutes, 2, crateAt);
/** When the crate was too warm. */
export const crateOver: Span = over(crate, CRATE.limit)[0]!;
/** The warmest that the crate was in the van, once it had cooled down after the ramp. */
export const crateInVan = Math.max(
  ...crate.flatMap((one) => (one && one.at > CRATE.van.from + 30 && one.at < CRATE.van.to ? one.value : [])),
);

/** A morning shift at a packing line from 6:00 to 14:00, seen by somebody with a tablet. */
export const line = makeShift(23);
export interface Share {
  kind: Kind;
  minutes: number;
  loss: boolean;
}
/** Minutes of each activity, the longest first. */
export function balance(entries: readonly Stretch[]): Share[] {
  const sums = new Map<Kind, number>();
  for (const { kind, start, end } of entries) sums.set(kind, (sums.get(kind) ?? 0) + end - start);
  return [...sums].map(([kind, minutes]) => ({ kind, minutes, loss: LOSSES.includes(kind) })).sort((a, b) => b.minutes - a.minutes);
}

/** A refrigerator with medicines over a week from Monday 0:00, by the hour. */
export const FRIDGE = { hours: 168, low: 2, high: 8 } as const;
/** Nobody's data: the logger had no power either. */
export const FRIDGE_GAP: Span = { from: 74, to: 78 };
/** Tuesday, the hour in which the door stayed open. */
export const FRIDGE_DOOR = 34;

const isDay = (hour: number) => hour % 24 >= 7 && hour % 24 < 17 && hour < 120;
const warmed = (hour: number) => (hour >= FRIDGE_GAP.to ? 2.1 * Math.exp(-(hour - FRIDGE_GAP.to) / 1.6) : 0);
export const fridge: Series<Summary> = steps(FRIDGE.hours - 1, 1).map((at) => {
  if (at >= FRIDGE_GAP.from && at < FRIDGE_GAP.to) return null;
  const value = 4.7 + wobble(at, 1) * 0.25 + (isDay(at) ? 0.3 : 0) + warmed(at) + (at === FRIDGE_DOOR ? 0.75 : 0);
  const half = 0.55 + Math.abs(wobble(at, 8)) * 0.3;
  const door = isDay(at) ? 0.35 + Math.abs(wobble(at * 1.7, 3)) * 0.7 : 0;
  return { at, value, low: value - half, high: at === FRIDGE_DOOR ? 8.7 : value + half + door };
});
