import type { Look } from './paint.ts';

/** Names of the custom properties that ink an entry, and the stripes over it. */
export interface TimeInk {
  ground: string;
  /** Of what is written on it. */
  on: string;
  stripes: { colour: string; alpha: number; step: number } | null;
}

const LOSS = { colour: '--surface', alpha: 0.42, step: 5 };
const UNASSIGNED = { colour: '--gap-ink', alpha: 1, step: 6 };
/** Of an activity that nobody knows any more. */
export const UNKNOWN_COLOUR = 8;

/** How time is inked, the same on the capture panel, in lanes, pictures and on paper: an activity in its colour, a loss striped, time of nobody empty. */
export function timeInk({ colour, loss, kind }: Pick<Look, 'colour' | 'loss' | 'kind'>): TimeInk {
  if (colour !== null) return { ground: `--cat-${colour}`, on: `--cat-${colour}-on`, stripes: loss ? LOSS : null };
  return { ground: kind === 'pause' ? '--line-2' : '--surface', on: '--text-2', stripes: kind === 'unassigned' ? UNASSIGNED : null };
}
