import type { Tap } from '../../contract/tap-events.ts';
import { BOUNDARY_KINDS, CORRECTION_KINDS, type TapKind } from '../../contract/tap-kinds.ts';

/**
 * Taps are the truth of a measurement: what a finger did, when, on which tablet (`device`: a tablet, a phone, or a page on a desk).
 * They are only ever added; a correction is a tap too, which names the one it
 * corrects. Entries are computed from them (`entries.ts`). Their shape is the contract's.
 */
export type { Tap };

const CORRECTIONS: ReadonlySet<TapKind> = new Set(CORRECTION_KINDS);
const BOUNDARIES: ReadonlySet<TapKind> = new Set(BOUNDARY_KINDS);
export const isCorrection = ({ kind }: Tap): boolean => CORRECTIONS.has(kind);
export const isBoundary = ({ kind }: Tap): boolean => BOUNDARIES.has(kind);
