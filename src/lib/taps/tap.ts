/**
 * Taps are the truth of a measurement: what a finger did, when, on which device. They are only ever added; a correction is a tap too, which
 * names the one it corrects. Entries are computed from them (`entries.ts`).
 */

/** States follow each other on a lane without a gap; each of these begins one. */
export const BOUNDARY_KINDS = ['switch', 'interrupt', 'return', 'pause'] as const;
/** What names another tap and says something about it. */
export const CORRECTION_KINDS = ['move', 'relabel', 'rate', 'annotate', 'retract', 'restore'] as const;
export const TAP_KINDS = [
  /** Begins a state; `activity`, on `lane`. */
  ...BOUNDARY_KINDS,
  /** Ends the measurement on all lanes. */
  'stop',
  /** A cycle ends here; on `lane`, or on all of them. */
  'cycle',
  /** `value` pieces of `activity`; they may be negative. */
  'count',
  /** Something that happened and lasts no time: `activity`. */
  'point',
  /** `text` at a moment. */
  'note',
  ...CORRECTION_KINDS,
  /** Measured by the server's time: `value` milliseconds are to be added to every moment of the tap's session. */
  'clock',
] as const;
export type TapKind = (typeof TAP_KINDS)[number];

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
  /** From opening the page to leaving it. */
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
  text?: string | null | undefined;
}

const CORRECTIONS: ReadonlySet<TapKind> = new Set(CORRECTION_KINDS);
const BOUNDARIES: ReadonlySet<TapKind> = new Set(BOUNDARY_KINDS);
export const isCorrection = ({ kind }: Tap): boolean => CORRECTIONS.has(kind);
export const isBoundary = ({ kind }: Tap): boolean => BOUNDARIES.has(kind);
