import { BOUNDARY_KINDS, CORRECTION_KINDS, type TapKind } from '../../contract/tap-kinds.ts';

/**
 * Taps are the truth of a measurement: what a finger did, when, on which device. They are only ever added; a correction is a tap too, which
 * names the one it corrects. Entries are computed from them (`entries.ts`).
 */

export interface Tap {
  /** UUIDv7, made by the device. */
  id: string;
  kind: TapKind;
  /**
   * When it happened, milliseconds since the epoch, UTC, by the session's steady clock: the wall clock at the session's start, carried on by
   * the monotonic one.
   */
  at: number;
  /** When the finger touched, by the same clock; later than `at` for "it started five minutes ago". */
  made_at: number;
  /** What the wall clock said at the touch, and the monotonic one, milliseconds: evidence, nothing is computed from it. */
  wall: number;
  mono: number;
  device: string;
  /** From opening the page to leaving it, or until its clock jumps: one clock, and one error of it. */
  session: string;
  /** Counts up on the device: its taps in their order, also within a millisecond. */
  n: number;
  lane?: string | null | undefined;
  /** Id of an activity. */
  activity?: string | null | undefined;
  /** Id of the tap that a correction is about. */
  target?: string | null | undefined;
  /** Pieces of a count · performance rating in per cent · milliseconds that `move` adds to the original moment · offset of `clock`. */
  value?: number | null | undefined;
  /** Words of `note` and `annotate` · of a `retract` at a desk, that it undoes or redoes (`undo.ts`). */
  text?: string | null | undefined;
}

const CORRECTIONS: ReadonlySet<TapKind> = new Set(CORRECTION_KINDS);
const BOUNDARIES: ReadonlySet<TapKind> = new Set(BOUNDARY_KINDS);
export const isCorrection = ({ kind }: Tap): boolean => CORRECTIONS.has(kind);
export const isBoundary = ({ kind }: Tap): boolean => BOUNDARIES.has(kind);
