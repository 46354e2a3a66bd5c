/** Kinds of taps; what they mean stands in `src/lib/domain/taps`. */

/** States follow each other on a lane without a gap; each of these begins one. */
export const BOUNDARY_KINDS = ['switch', 'interrupt', 'return', 'pause'] as const;
/** What names another tap and says something about it. */
export const CORRECTION_KINDS = ['move', 'relabel', 'rate', 'annotate', 'exclude', 'retract', 'restore'] as const;
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
  /** What the work is for: `text` of `field` from the entry `target` on, else from the one of its moment; on `lane`, or on all of them; no `text` clears it. */
  'reference',
  ...CORRECTION_KINDS,
  /** Measured by the server's time: `value` milliseconds are to be added to every moment of the tap's session. */
  'clock',
] as const;
/** What an entry belongs to besides its activity. */
export const REFERENCE_FIELDS = ['order', 'product', 'batch'] as const;
export type ReferenceField = (typeof REFERENCE_FIELDS)[number];
/** Most letters of one. */
export const MAX_REFERENCE = 64;
/** Where taps come from that no finger made while it happened: typed off paper, or out of a file. */
export const TAP_SOURCES = ['typed', 'table', 'taktlog', 'boris', 'simple_time_tracker'] as const;
export type TapSource = (typeof TAP_SOURCES)[number];
export type TapKind = (typeof TAP_KINDS)[number];
