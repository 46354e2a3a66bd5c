/** Decimals of a second that entries are worth: two where most of them last less than ten seconds, one under a minute. */
export function decimalsOf(entries: Iterable<{ from: number; to: number | null }>): number {
  const lengths = [...entries].flatMap(({ from, to }) => (to === null ? [] : [to - from])).sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)];
  return middle === undefined || middle >= 60_000 ? 0 : middle >= 10_000 ? 1 : 2;
}
