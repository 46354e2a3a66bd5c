/** A straight line by two of its points, or by scale and offset: value = input × scale + offset. */
export interface Line {
  scale: number;
  offset: number;
}
export interface TwoPoints {
  from: readonly [input: number, value: number];
  to: readonly [input: number, value: number];
}

/** What a computation of floating point adds behind the digits that were written. */
const clean = (value: number): number => {
  const rounded = Number(value.toPrecision(12));
  return rounded === 0 ? 0 : rounded;
};

/** Null where both points have the same input, or the same value: then no line goes back. */
export function lineOf({ from, to }: TwoPoints): Line | null {
  const scale = (to[1] - from[1]) / (to[0] - from[0]);
  if (!Number.isFinite(scale) || scale === 0) return null;
  return { scale: clean(scale), offset: clean(from[1] - scale * from[0]) };
}

/** The points of a line at two inputs. */
export const pointsOf = ({ scale, offset }: Line, [a, b]: readonly [number, number]): TwoPoints => ({
  from: [a, clean(a * scale + offset)],
  to: [b, clean(b * scale + offset)],
});
