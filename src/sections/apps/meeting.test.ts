import { describe, expect, it } from 'vitest';
import { makeShift } from '../home/shift.ts';
import { CUT, FAILURE, meanPower, waitOf, within } from './meeting.ts';

describe('where activities and signal meet', () => {
  const shift = makeShift();

  it('is covered by entries from edge to edge', () => {
    for (const entries of [within(shift.operator), within(shift.helper)]) {
      expect(entries[0]?.start).toBe(CUT.from);
      expect(entries.at(-1)?.end).toBe(CUT.to);
    }
  });

  it('shows what the text beside it says: the helper waits while the machine is down', () => {
    const wait = waitOf(shift);
    expect(wait.start).toBeGreaterThanOrEqual(FAILURE.start);
    expect(wait.end).toBeLessThanOrEqual(FAILURE.end);
    expect(wait.end - wait.start).toBeGreaterThan(20);
    expect(meanPower(shift, wait.start, wait.end)).toBeLessThan(1);
    expect(meanPower(shift, FAILURE.end + 3, CUT.to)).toBeGreaterThan(5);
  });
});
