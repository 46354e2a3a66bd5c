/** Where rows begin and end below each other, pixels: one more than there are rows, the last is the height of all. */
export function rowPlaces(count: number, height: (index: number) => number): Float64Array {
  const places = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) places[index + 1] = places[index]! + height(index);
  return places;
}

/** The row at a height: the last that begins there or above. */
function rowAt(places: Float64Array, y: number): number {
  let low = 0;
  let high = places.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (places[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Rows of which something is seen between two heights, and `beside` more on both sides: from the first to before the end. */
export function rowsBetween(places: Float64Array, top: number, bottom: number, beside: number): { first: number; end: number } {
  const count = places.length - 1;
  const first = Math.min(rowAt(places, top), count);
  const end = Math.min(count, rowAt(places, bottom) + 1);
  return { first: Math.max(0, first - beside), end: Math.min(count, end + beside) };
}
