import { describe, expect, it } from 'vitest';
import { BREAK, JAW_LIMIT, linePath, makeShift, SHIFT_MINUTES } from './shift.ts';

describe('the shift on the home page', () => {
  const shift = makeShift();

  it('is the same at every build', () => {
    expect(JSON.stringify(makeShift())).toBe(JSON.stringify(shift));
  });
  it('is covered by entries from its start to its end, without gaps or overlaps', () => {
    for (const entries of [shift.operator, shift.helper]) {
      expect(entries[0]?.start).toBe(0);
      expect(entries.at(-1)?.end).toBe(SHIFT_MINUTES);
      for (const [index, entry] of entries.entries()) {
        expect(entry.end).toBeGreaterThan(entry.start);
        expect(entry.start).toBe(index === 0 ? 0 : entries[index - 1]?.end);
      }
    }
  });
  it('has the same break for both workers, and the machine stands in it', () => {
    for (const entries of [shift.operator, shift.helper]) expect(entries).toContainEqual({ kind: 'break', ...BREAK });
    expect(Math.max(...shift.power.value.slice(BREAK.start + 2, BREAK.end))).toBeLessThan(1.5);
  });
  it('shows what the text beside it says: under half a kilowatt at 9:59, the jaw under its limit', () => {
    expect(shift.power.value[243]).toBeLessThan(0.5);
    expect(Math.max(...shift.jaw)).toBeLessThan(JAW_LIMIT);
    const { value, low, high } = shift.power;
    for (const [minute, kw] of value.entries()) expect([low[minute]! <= kw, kw <= high[minute]!]).toEqual([true, true]);
  });
});

describe('the path of a line', () => {
  it('is made of whole relative steps that do not drift', () => {
    expect(
      linePath([
        [0.4, 1.6],
        [10.4, 2.4],
        [20.6, 2.6],
      ]),
    ).toBe('M0 2l10 0 11 1');
  });
});
