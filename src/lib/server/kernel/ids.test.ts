import { expect, it } from 'vitest';
import { id } from '../../contract/common.ts';
import { TEST_NOW, testClock } from '../testing/testing.ts';
import { createIds } from './ids.ts';

it('ids grow, also within a millisecond and when the clock goes back', () => {
  const clock = testClock();
  const { uuid } = createIds(clock);
  const made: string[] = [];
  for (let i = 0; i < 10_000; i++) {
    if (i === 9_000) clock.set(TEST_NOW - 5_000_000);
    if (i === 9_500) clock.set(TEST_NOW + 60_000_000);
    made.push(uuid());
  }
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((one) => id.safeParse(one).success)).toBe(true);
  expect(Number.parseInt(made[0]!.replace('-', '').slice(0, 12), 16) * 1000).toBe(TEST_NOW);
  expect(Number.parseInt(made[9_500]!.replace('-', '').slice(0, 12), 16) * 1000).toBe(TEST_NOW + 60_000_000);
});

it('tokens have the asked length and never repeat', () => {
  const { token } = createIds(testClock());
  expect(token(32)).toMatch(/^[\w-]{43}$/);
  expect(token(32)).not.toBe(token(32));
});
