import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClock } from './device-time.ts';
import { parsePath, type Step, writePath } from './path.ts';
import { lineOf, pointsOf } from './two-points.ts';

describe('a path', () => {
  it('is read back as it was written, whatever its names', () => {
    const step = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 999_999 }), fc.constant<Step>(null));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        expect(parsePath(writePath(steps))?.steps).toEqual(steps);
      }),
    );
  });

  it('is none where something is missing or too much', () => {
    for (const text of ['', ' ', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a[-1]', 'a]b', 'a["x]', `a${'.b'.repeat(40)}`, 'a b'])
      expect(parsePath(text), text).toBeNull();
    expect(parsePath('$.a')).toEqual({ fromRoot: true, steps: ['a'], many: false });
    expect(parsePath('a[*].b')).toEqual({ fromRoot: false, steps: ['a', null, 'b'], many: true });
  });
});

describe('two points', () => {
  it('make scale and offset, and come back from them', () => {
    expect(lineOf({ from: [4, 0], to: [20, 10] })).toEqual({ scale: 0.625, offset: -2.5 });
    expect(pointsOf({ scale: 0.625, offset: -2.5 }, [4, 20])).toEqual({ from: [4, 0], to: [20, 10] });
    expect(lineOf({ from: [4, 0], to: [4, 10] })).toBeNull();
    expect(lineOf({ from: [4, 5], to: [20, 5] })).toBeNull();
  });
});

describe('a local time', () => {
  it('is read as Czechs and machines write it, and no day is made up', () => {
    const at = Date.UTC(2026, 1, 3, 4, 5, 6);
    expect(wallClock('2026-02-03T04:05:06.25')).toEqual({ wall: at, micros: 250_000 });
    expect(wallClock('2026/2/3 4:05:06')).toEqual({ wall: at, micros: 0 });
    expect(wallClock('3.2.2026 4:05:06')).toEqual({ wall: at, micros: 0 });
    expect(wallClock('3. 2. 2026, 4.05.06')).toEqual({ wall: at, micros: 0 });
    for (const text of ['31.4.2026 10:00', '2026-02-29 10:00', '2026-02-03 24:00', '2026-02-03', '02/03/2026 10:00'])
      expect(wallClock(text), text).toBeNull();
  });
});
