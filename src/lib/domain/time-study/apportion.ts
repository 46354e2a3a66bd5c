/** Remainders that differ by less are equal: the last bits of a double decide nothing, so that a spreadsheet shares out alike. */
const FINEST = 1e-9;

/**
 * Shares out whole units in proportion to weights, by the largest remainder (Hamilton's method), so that what is shown adds up exactly. Of equal
 * remainders the earlier one comes first.
 * @returns as many units as there are weights; their sum is `units`, or 0 when nothing weighs anything
 */
export function apportion(weights: readonly number[], units: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * units) / total);
  const shares = exact.map(Math.floor);
  let left = units - shares.reduce((sum, share) => sum + share, 0);
  const order = exact
    .map((share, at) => ({ at, rest: Math.round((share - Math.floor(share)) / FINEST) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of order) {
    if (left <= 0) break;
    shares[at]!++;
    left--;
  }
  return shares;
}

/**
 * Puts moments of a study on a grid that begins with it. Lengths between them are whole units then, so that they add up exactly, whatever is put
 * together; a length that was whole before keeps its length.
 * @param unit milliseconds
 */
export const gridFrom =
  (begin: number, unit: number) =>
  (moment: number): number =>
    begin + Math.round((moment - begin) / unit) * unit;

/**
 * The same grid as the clock shows it: what lies so many units after another moment is written so many units later, and a whole moment as it is.
 * @param unit milliseconds
 */
export const clockFrom = (begin: number, unit: number): ((moment: number) => number) => {
  const first = Math.ceil(begin / unit - 0.5) * unit;
  return (moment) => first + Math.round((moment - begin) / unit) * unit;
};
