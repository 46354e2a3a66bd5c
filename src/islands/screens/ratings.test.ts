import { expect, it } from 'vitest';
import { readRatings } from './ratings.ts';

it.each([
  ['80, 90,100', [80, 90, 100]],
  ['110 % 90 % 90', [90, 110]],
  ['', []],
  ['5', null],
  ['301', null],
  ['90.5', null],
  ['a', null],
  [Array.from({ length: 16 }, (_, n) => n + 50).join(), null],
])('“%s” is read as a list of ratings, or refused', (text, ratings) => {
  expect(readRatings(text)).toEqual(ratings);
});
