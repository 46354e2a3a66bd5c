import * as z from 'zod/mini';
import { id } from './common.ts';
import { ERROR_CODES } from './errors.ts';
import { TAP_KINDS } from './tap-kinds.ts';

/** Taps as they travel. What they mean stands in `src/lib/domain/taps`. */

/** Milliseconds since the epoch, UTC, in the years 2000–2200. */
const moment = z.number().check(z.int(), z.gte(946_684_800_000), z.lte(7_258_118_400_000));
const token = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/));

export const tap = z.object({
  id,
  kind: z.enum(TAP_KINDS),
  at: moment,
  made_at: moment,
  wall: moment,
  mono: z.number().check(z.gte(0), z.lte(1e13)),
  device: token,
  session: token,
  n: z.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)),
  lane: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  activity: z.optional(z.nullable(id)),
  target: z.optional(z.nullable(id)),
  value: z.optional(z.nullable(z.number().check(z.gte(-1e12), z.lte(1e12)))),
  text: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
});

/** A tap as it is stored: with its place in the order of arrival, and who sent it. */
export const storedTap = z.extend(tap, {
  /** Grows with each stored tap of the measurement. */
  seq: z.number(),
  /** Null when a key sent it. */
  user_id: z.nullable(id),
});
export type StoredTap = z.infer<typeof storedTap>;

/** Most taps of one request. */
export const MAX_TAPS = 500;

/**
 * `failed` says that this tap can never be stored as it is (its code tells why); nothing else of the batch suffers. Everything else is kept
 * whatever it means: contradictions are shown, not refused.
 */
export const tapResult = z.object({
  id: z.string(),
  status: z.enum(['accepted', 'duplicate', 'failed']),
  code: z.optional(z.enum(ERROR_CODES)),
});
