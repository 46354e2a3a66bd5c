import type { LaneEntries } from '../../lib/domain/time-study/spans.ts';
import type { Mark } from './paint.ts';
import type { Telling } from './telling.ts';

/** Heights of what the picture is made of, and the room for names at its left, pixels. */
export const LABELS = 130;
export const TOP = 22;
export const LANE = 34;
export const LANE_GAP = 5;
/** On a phone the name stands above its lane. */
export const LANE_TITLE = 17;
export const STATE = 19;
export const RULER = 24;

export interface LaneView {
  id: string;
  name: string;
  /** Under the name: what the person does. */
  note: string | null;
  entries: LaneEntries;
  /** What happened at a moment: points in time, and pieces. */
  marks: readonly Mark[];
  /** What they, and the remarks of entries, say. In time. */
  tellings: readonly Telling[];
}

/** Where lanes, states of the machine, the ruler and the panes begin, from the top; pixels. */
export function placesOf(lanes: number, states: number, narrow: boolean) {
  const step = LANE + LANE_GAP + (narrow ? LANE_TITLE : 0);
  const stateStep = STATE + (narrow ? LANE_TITLE : 0);
  const lanesEnd = TOP + lanes * step;
  const rulerTop = lanesEnd + states * stateStep + 2;
  return { step, stateStep, lanesEnd, rulerTop, signalTop: rulerTop + RULER };
}

/** Top of the strip of the lane at that place. */
export const stripTop = (place: number, narrow: boolean): number => TOP + place * placesOf(0, 0, narrow).step + (narrow ? LANE_TITLE : 0);
