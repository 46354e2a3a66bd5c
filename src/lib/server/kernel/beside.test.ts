import { describe, expect, it } from 'vitest';
import { besideOthers, restAfter } from './beside.ts';

describe('a job beside others', () => {
  it('works a twentieth of the time at most, and rests neither shortly nor for ever', () => {
    for (const worked of [6, 20, 500]) expect(worked / (worked + restAfter(worked))).toBeLessThanOrEqual(0.05 + 1e-9);
    expect(restAfter(0)).toBe(100);
    expect(restAfter(1e9)).toBe(10_000);
  });

  it('rests no longer once its process is to stop', async () => {
    let asked = 0;
    await besideOthers(1e9, () => ++asked > 2);
    expect(asked).toBe(3);
  });
});
