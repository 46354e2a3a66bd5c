import { expect, it } from 'vitest';
import { testClock } from '../testing/testing.ts';
import { Refusals } from './refusals.ts';

it('the more a network is refused the longer it waits for it, no other network does, and ten minutes forget', () => {
  const clock = testClock();
  const refusals = new Refusals(clock);
  const waits = Array.from({ length: 20 }, () => refusals.count('192.0.2.1'));
  expect(waits).toEqual([...new Array(10).fill(0), 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(refusals.count('192.0.2.2')).toBe(0);
  clock.advance(600e6);
  expect(refusals.count('192.0.2.1')).toBe(0);
});
