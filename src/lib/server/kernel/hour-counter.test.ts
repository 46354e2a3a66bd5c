import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { createHourCounter } from './hour-counter.ts';

const MINUTE = 60e6;

describe('what is counted by the hour', () => {
  function setUp(mostKeys?: number) {
    const clock = { at: 0, now: () => clock.at };
    const counter = createHourCounter(clock, mostKeys);
    const count = (key: string, anHour = 2) => {
      try {
        counter.count(key, anHour);
        return 'counted';
      } catch (error) {
        return error instanceof AppError ? `${error.code} ${error.retryAfter}` : 'failed';
      }
    };
    return { clock, count };
  }

  it('is refused beyond its limit until an hour after its first, each key by itself', () => {
    const { clock, count } = setUp();
    expect([count('a'), count('a'), count('b')]).toEqual(['counted', 'counted', 'counted']);
    clock.at = 15 * MINUTE;
    expect([count('a'), count('b')]).toEqual(['too_many_attempts 2700', 'counted']);
    clock.at = 60 * MINUTE;
    expect([count('a'), count('a'), count('a')]).toEqual(['counted', 'counted', 'too_many_attempts 3600']);
  });

  it('takes no more memory, however many there are', () => {
    const { count } = setUp(3);
    for (const key of ['a', 'b', 'c']) count(key, 1);
    expect(count('c', 1)).toMatch(/too_many/);
    count('d', 1);
    // The first one is forgotten.
    expect([count('d', 1), count('a', 1)]).toEqual([expect.stringMatching(/too_many/), 'counted']);
  });
});
