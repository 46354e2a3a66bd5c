/**
 * Student's t distribution.
 *
 * Its tail is computed as the finite series of Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4.
 */

/** The share of |T| ≤ t, with `freedom` degrees of freedom (whole, at least 1). */
function within(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const square = Math.cos(angle) ** 2;
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let series = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 2 : 1; k <= freedom - 3; k += 2) {
    term *= (k / (k + 1)) * square;
    series += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * series) : Math.sin(angle) * series;
}

/**
 * The t below which a share of the distribution lies.
 * @param share above 0.5 and below 1: 0.975 gives the t of a two-sided 95 %
 * @param freedom degrees of freedom, whole, at least 1
 */
export function studentQuantile(share: number, freedom: number): number {
  const wanted = 2 * share - 1;
  let [low, high] = [0, 1];
  while (within(high, freedom) < wanted) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
