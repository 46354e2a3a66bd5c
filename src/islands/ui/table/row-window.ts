/** Rows of which only those in sight are rendered. All in pixels; `starts` says where each row begins and, last, where all of them end. */

export function rowStarts(count: number, heightOf: (index: number) => number): Float64Array {
  const starts = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) starts[index + 1] = starts[index]! + heightOf(index);
  return starts;
}

/** The row in which a place lies: the first before all rows, the last after them. */
function rowAt(starts: Float64Array, place: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rows of which something is seen from `top` on, and `beyond` more on each side: from `first` to before `end`. */
export function rowsInSight(
  starts: Float64Array,
  { top, height }: { top: number; height: number },
  beyond: number,
): { first: number; end: number } {
  const count = starts.length - 1;
  if (count === 0 || height <= 0) return { first: 0, end: 0 };
  return {
    first: Math.max(0, rowAt(starts, top) - beyond),
    end: Math.min(count, rowAt(starts, top + height) + 1 + beyond),
  };
}

/** How far to scroll so that a row is whole in sight: not at all where it is, else to the nearer edge. */
export function scrollFor(starts: Float64Array, index: number, { top, height }: { top: number; height: number }): number {
  const [start = 0, end = start] = starts.subarray(index, index + 2);
  if (start < top) return start;
  return end > top + height ? Math.max(0, end - height) : top;
}
