import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowPlaces, rowsBetween } from './row-places.ts';

const even = (count: number) => rowPlaces(count, () => 30);

it('rows stand below each other, each as high as it is', () => {
  expect([...rowPlaces(3, (index) => [30, 52, 30][index]!)]).toEqual([0, 30, 82, 112]);
});

it('what is seen is rendered, and some rows beside it', () => {
  expect(rowsBetween(even(5_000), 0, 600, 8)).toEqual({ first: 0, end: 29 });
  expect(rowsBetween(even(5_000), 3_000, 3_600, 8)).toEqual({ first: 92, end: 129 });
});

it('a list that was scrolled further than it is now long shows its end', () => {
  expect(rowsBetween(even(10), 90_000, 90_600, 2)).toEqual({ first: 7, end: 10 });
});

it('of no rows none is rendered', () => {
  expect(rowsBetween(even(0), 0, 600, 8)).toEqual({ first: 0, end: 0 });
});

it('every row of which a point is in the window is rendered, whatever their heights', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(heights, fc.nat(10_000), fc.integer({ min: 1, max: 900 }), fc.nat(9), (all, from, size, beside) => {
      const places = rowPlaces(all.length, (index) => all[index]!);
      const top = Math.min(from, places.at(-1)!);
      const { first, end } = rowsBetween(places, top, top + size, beside);
      for (let index = 0; index < all.length; index++)
        if (places[index]! < top + size && places[index + 1]! > top) {
          expect(index).toBeGreaterThanOrEqual(first);
          expect(index).toBeLessThan(end);
        }
    }),
  );
});
