/**
 * Round values of an axis from `low` to `high`, at most `most` of them: whole multiples of 1, 2 or 5 times a power of ten, in the unit of the
 * values. Empty where the span isn't positive.
 */
export function valueTicks(low: number, high: number, most: number): number[] {
  const least = (high - low) / most;
  if (!(least > 0) || !Number.isFinite(least)) return [];
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Twelve digits hide what binary fractions add up to.
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
