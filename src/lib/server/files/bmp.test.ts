import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBmp, TooManyPixels, UnreadableBitmap } from './bmp.ts';
import { bitmap } from './testing.ts';

const MOST = 1_000_000;
const outcome = (bytes: Uint8Array) => {
  try {
    return decodeBmp(bytes, MOST);
  } catch (error) {
    return error;
  }
};
const isExpected = (result: unknown) =>
  result instanceof UnreadableBitmap ||
  result instanceof TooManyPixels ||
  (typeof result === 'object' && result !== null && 'data' in result && 'width' in result);

const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
const picture = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) => fc.array(fc.array(colour, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }));

describe('a bitmap', () => {
  it('comes out with the pixels that went in, the first row on top', () => {
    fc.assert(
      fc.property(picture, (rows) => {
        const { data, width, height } = decodeBmp(bitmap(rows), MOST);
        expect([width, height]).toEqual([rows[0]!.length, rows.length]);
        expect([...data]).toEqual(rows.flatMap((row) => row.flatMap(([red, green, blue]) => [red, green, blue, 255])));
      }),
    );
  });

  it('may stand on its head, have a palette, or opacity', () => {
    const upside = bitmap([[[1, 2, 3]], [[4, 5, 6]]]);
    new DataView(upside.buffer).setInt32(22, -2, true);
    expect([...decodeBmp(upside, MOST).data]).toEqual([4, 5, 6, 255, 1, 2, 3, 255]);

    const palette = new Uint8Array(54 + 8 + 4);
    palette.set(bitmap([[[0, 0, 0]]]).subarray(0, 54));
    const head = new DataView(palette.buffer);
    head.setUint32(10, 62, true);
    head.setInt32(18, 3, true);
    head.setUint16(28, 8, true);
    head.setUint32(46, 2, true);
    palette.set([30, 20, 10, 0, 60, 50, 40, 0, 1, 0, 200], 54);
    expect([...decodeBmp(palette, MOST).data]).toEqual([40, 50, 60, 255, 10, 20, 30, 255, 0, 0, 0, 255]);

    const deep = bitmap([[[0, 0, 0]]]);
    new DataView(deep.buffer).setUint16(28, 32, true);
    for (const [opacity, shown] of [
      [128, 128],
      [0, 255],
    ] as const) {
      deep.set([3, 2, 1, opacity], 54);
      expect([...decodeBmp(deep, MOST).data]).toEqual([1, 2, 3, shown]);
    }
  });

  it('that is damaged, cut off or lies about its size is refused and never breaks anything', () => {
    const whole = bitmap([
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ]);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => isExpected(outcome(bytes))));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }), fc.nat(whole.length), (changes, length) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) if (at > 1) bytes[at] = value;
        return isExpected(outcome(bytes.subarray(0, length)));
      }),
      { numRuns: 2_000 },
    );
    const huge = Uint8Array.from(whole);
    new DataView(huge.buffer).setInt32(18, 2_000_000_000, true);
    expect(outcome(huge)).toBeInstanceOf(TooManyPixels);
  });
});
