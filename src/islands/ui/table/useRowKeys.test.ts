import { describe, expect, it } from 'vitest';
import { inSight } from './useRowKeys.ts';

describe('the next row in sight', () => {
  const hidden = (...rows: number[]) => [5, (index: number) => rows.includes(index)] as const;

  it('is the one that is meant where it is shown', () => {
    expect(inSight(2, 1, ...hidden())).toBe(2);
  });
  it('lies behind what is hidden, in the direction of the walk', () => {
    expect(inSight(2, 1, ...hidden(2, 3))).toBe(4);
    expect(inSight(2, -1, ...hidden(2, 1))).toBe(0);
  });
  it('is back the way where nothing is shown ahead, and where it was meant when nothing is shown at all', () => {
    expect(inSight(3, 1, ...hidden(3, 4))).toBe(2);
    expect(inSight(0, -1, ...hidden(0))).toBe(1);
    expect(inSight(1, 1, ...hidden(0, 1, 2, 3, 4))).toBe(1);
  });
});
