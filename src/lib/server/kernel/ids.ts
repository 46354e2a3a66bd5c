import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Ids } from './context.ts';

/** The wall clock of the machine; its resolution is a millisecond. */
export const systemClock: Clock = { now: () => Date.now() * 1000 };

/**
 * UUIDv7 (RFC 9562, method 1): 48 bits of milliseconds, a 12-bit counter that keeps ids of one millisecond in order, 62 random bits.
 * Ids never go backwards, even when the clock does.
 */
export function createUuidv7(clock: Clock): () => string {
  let last = 0;
  let counter = 0;
  return () => {
    const now = Math.floor(clock.now() / 1000);
    const random = randomUUID();
    if (now > last) {
      last = now;
      // The upper half of the counter stays free for the rest of the millisecond.
      counter = Number.parseInt(random.slice(0, 3), 16) >> 1;
    } else if (++counter > 0xfff) {
      last += 1;
      counter = 0;
    }
    const time = last.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${random.slice(18)}`;
  };
}

/** An id that follows from what it is of, in the form of RFC 9562's version 8: whoever makes it again makes the same one. */
export function derivedId(of: string): string {
  const hex = createHash('sha256').update(of).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const STOCK_BYTES = 4_096;

/** Random bytes, asked from the system in stock: every request takes a few for its id, and a call for each would be a tenth of its cost. */
function randomStock(): (bytes: number) => Buffer {
  let stock = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > STOCK_BYTES) return randomBytes(bytes);
    if (bytes > stock.byteLength) stock = randomBytes(STOCK_BYTES);
    const taken = stock.subarray(0, bytes);
    stock = stock.subarray(bytes);
    return taken;
  };
}

export function createIds(clock: Clock): Ids {
  const random = randomStock();
  return { uuid: createUuidv7(clock), token: (bytes) => random(bytes).toString('base64url') };
}

export const systemIds: Ids = createIds(systemClock);
