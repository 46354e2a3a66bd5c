import { describe, expect, it } from 'vitest';
import { addingUp, besideOthers, restAfter } from './beside.ts';

describe('a job beside others', () => {
  it('works a fortieth of the time at most, and rests neither shortly nor for ever', () => {
    for (const worked of [6, 20, 500]) expect(worked / (worked + restAfter(worked))).toBeLessThanOrEqual(0.025 + 1e-9);
    expect(restAfter(0)).toBe(100);
    expect(restAfter(1e9)).toBe(30_000);
  });

  it('rests no longer once its process is to stop', async () => {
    let asked = 0;
    await besideOthers(1e9, () => ++asked > 2);
    expect(asked).toBe(3);
  });

  it('rests for many short parts as for one long one', async () => {
    const rested: number[] = [];
    const rest = addingUp(async (workedMs) => rested.push(workedMs));
    for (let part = 0; part < 100; part += 1) await rest(1);
    expect(rested).toEqual(Array.from({ length: 33 }, () => 3));
    await rest(500);
    expect(rested.at(-1)).toBe(501);
  });
});
