import * as z from 'zod/mini';
import { id } from './common.ts';
import { ERROR_CODES } from './errors.ts';
import { REFERENCE_FIELDS, TAP_KINDS, TAP_SOURCES } from './tap-kinds.ts';

/** Taps as they travel. What they mean stands in `src/lib/domain/taps`. */

/** Milliseconds since the epoch, UTC, in the years 2000–2200. */
const moment = z.number().check(z.int(), z.gte(946_684_800_000), z.lte(7_258_118_400_000));
const token = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/));

export const tap = z.object({
  /** UUIDv7, made by the tablet. */
  id,
  kind: z.enum(TAP_KINDS),
  /** When it happened, by the session's steady clock: the wall clock at the session's start, carried on by the monotonic one. */
  at: moment,
  /** When the finger touched, by the same clock; later than `at` for "it started five minutes ago". */
  made_at: moment,
  /** What the wall clock said at the touch, and the monotonic one, milliseconds: evidence, nothing is computed from it. */
  wall: moment,
  mono: z.number().check(z.gte(0), z.lte(1e13)),
  device: token,
  /** From opening the page to leaving it, or until its clock jumps: one clock, and one error of it. */
  session: token,
  /** Counts up on the tablet: its taps in their order, also within a millisecond. */
  n: z.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)),
  lane: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  /** Id of an activity. */
  activity: z.optional(z.nullable(id)),
  /** Id of the tap that a correction is about · of the tap that began the entry from which a `reference` holds. */
  target: z.optional(z.nullable(id)),
  /** Pieces of a count · performance rating in per cent · milliseconds that `move` adds to the original moment · offset of `clock`. */
  value: z.optional(z.nullable(z.number().check(z.gte(-1e12), z.lte(1e12)))),
  /** Of `reference`. */
  field: z.optional(z.nullable(z.enum(REFERENCE_FIELDS))),
  /** Words of `note` and `annotate` · order, product or batch of a `reference` · why `exclude` leaves an entry out of figures; without words it counts again · of a `retract` at a desk, that it undoes or redoes (`src/lib/domain/taps/undo.ts`). */
  text: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  /** Absent: somebody tapped it. */
  source: z.optional(z.enum(TAP_SOURCES)),
});
export type Tap = z.infer<typeof tap>;

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
