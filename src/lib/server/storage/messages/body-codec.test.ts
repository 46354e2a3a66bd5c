import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DamagedChunk } from '../readings/codec-frame.ts';
import { decodeBodies, encodeBodies, encodeBodiesBeside, MAX_GROUP_BODIES } from './body-codec.ts';

const bodies = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2 ** 40 })),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 90 }),
        fc.json().map((text) => Uint8Array.from(Buffer.from(text))),
        fc.constant(new Uint8Array()),
      ),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .chain((rows) =>
    fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((start) => {
      let no = start;
      return rows.map(({ gap, body }) => {
        no += gap;
        return { no, body };
      });
    }),
  );
const listed = (given: ReadonlyMap<number, Uint8Array>) => [...given].map(([no, body]) => ({ no, body: Uint8Array.from(body) }));

describe('bodies of messages as bytes', () => {
  it('give back what they were made of, made at once or beside', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        expect(listed(decodeBodies(encodeBodies(all)))).toEqual(all);
        expect(listed(decodeBodies(await encodeBodiesBeside(all)))).toEqual(all);
      }),
    );
  });

  it('take little where they repeat each other', () => {
    const all = Array.from({ length: 500 }, (_, i) => ({
      no: 90 + 3 * i,
      body: Buffer.from(`{"ts":${1767225600000 + i * 1000},"t":${20 + (i % 7)}.5}`),
    }));
    const plain = all.reduce((sum, { body }) => sum + body.length, 0);
    expect(encodeBodies(all).length).toBeLessThan(plain / 5);
  });

  it('are never read from bytes that were cut or changed', () => {
    fc.assert(
      fc.property(bodies, fc.nat(), fc.integer({ min: 1, max: 255 }), (all, place, bits) => {
        const bytes = encodeBodies(all);
        const changed = Uint8Array.from(bytes);
        changed[place % bytes.length]! ^= bits;
        expect(() => decodeBodies(changed)).toThrow(DamagedChunk);
        expect(() => decodeBodies(bytes.subarray(0, place % bytes.length))).toThrow(DamagedChunk);
      }),
    );
  });

  it('are refused where they are none, too many or in disorder', () => {
    const body = new Uint8Array(1);
    expect(() => encodeBodies([])).toThrow(RangeError);
    expect(() =>
      encodeBodies([
        { no: 2, body },
        { no: 2, body },
      ]),
    ).toThrow(RangeError);
    expect(() => encodeBodies(Array.from({ length: MAX_GROUP_BODIES + 1 }, (_, no) => ({ no, body })))).toThrow(RangeError);
  });
});
