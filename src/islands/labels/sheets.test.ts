import { describe, expect, it } from 'vitest';
import { type LabelSize, perSheet, places, SIZES } from './sheets.ts';

const ALL = Object.keys(SIZES) as LabelSize[];

describe('labels on sheets', () => {
  it.each(ALL)('of %s stay on the sheet, beside each other and never over each other', (size) => {
    const { width, height } = SIZES[size];
    const found = places(perSheet(size), size, 0);
    for (const { x, y, sheet } of found) {
      expect(sheet).toBe(0);
      expect(x + width).toBeLessThanOrEqual(210.01);
      expect(y + height).toBeLessThanOrEqual(297.01);
      expect(x).toBeGreaterThanOrEqual(0);
    }
    for (const [i, one] of found.entries())
      for (const other of found.slice(i + 1))
        expect(Math.abs(one.x - other.x) >= width - 1e-9 || Math.abs(one.y - other.y) >= height - 1e-9).toBe(true);
  });

  it('go on on the next sheet, and leave those of the first that are used', () => {
    const each = perSheet('70x37');
    expect(each).toBe(24);
    expect(places(each + 1, '70x37', 0).at(-1)).toEqual({ sheet: 1, x: 0, y: 0.5 });
    expect(places(2, '70x37', 5)[0]).toEqual({ sheet: 0, x: 140, y: 37.5 });
    expect(places(2, '70x37', 23).map(({ sheet }) => sheet)).toEqual([0, 1]);
    expect(places(1, '70x37', 500)[0]?.sheet).toBe(0);
    expect(places(0, '70x37', 0)).toEqual([]);
  });
});
