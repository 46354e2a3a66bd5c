import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PacketGuard } from './packet-guard.ts';

const guard = (publish = 100_000, other = 1_000, count = 1_000) => new PacketGuard(() => ({ count, publish, other }));
/** A packet of a type with a body of some bytes. */
function packet(type: number, length: number): Uint8Array {
  const head = [type << 4];
  let left = length;
  do {
    const digit = left % 128;
    left = Math.floor(left / 128);
    head.push(left > 0 ? digit | 128 : digit);
  } while (left > 0);
  return Uint8Array.from([...head, ...new Array<number>(length).fill(0xff)]);
}

it('follows packets whatever pieces they come in, and knows whether one is whole', () => {
  const packets = fc.array(fc.tuple(fc.constantFrom(1, 8, 12, 14), fc.nat(300)).map(([type, length]) => packet(type, length)));
  fc.assert(
    fc.property(packets, fc.array(fc.nat(200)), (all, cuts) => {
      const bytes = Buffer.concat(all);
      const one = guard();
      let from = 0;
      for (const cut of [...cuts, bytes.length]) {
        const to = Math.min(bytes.length, from + cut);
        expect(one.feed(bytes.subarray(from, to))).toBe(true);
        from = to;
      }
      expect(one.isInside).toBe(false);
      if (bytes.length > 0) {
        one.feed(bytes.subarray(0, bytes.length - 1));
        expect(one.isInside).toBe(true);
      }
    }),
  );
});

it('refuses a packet by its announced length, before its body, and one too many', () => {
  expect(guard().feed(packet(3, 100_000))).toBe(true);
  expect(guard().feed(packet(3, 100_001).subarray(0, 4))).toBe(false);
  expect(guard().feed(packet(1, 1_000))).toBe(true);
  expect(guard().feed(packet(8, 1_001).subarray(0, 3))).toBe(false);
  expect(guard(1, 1, 3).feed(Buffer.from('c000c000c000', 'hex'))).toBe(true);
  expect(guard(1, 1, 3).feed(Buffer.from('c000c000c000c0', 'hex'))).toBe(false);
  // No length has five bytes.
  expect(guard(2 ** 40, 2 ** 40).feed(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff))).toBe(false);
});
