import { expect, test } from 'vitest';
import { placesOf } from './number-text.ts';

test('a number has as many places as say it whole, also one that is written with an exponent', () => {
  expect([1, 1.02, 0.625, -3.5, 1e-7, 2.5e-8, 1e21].map(placesOf)).toEqual([0, 2, 3, 1, 7, 9, 0]);
});
