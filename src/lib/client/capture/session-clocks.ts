import type { Tap } from '../../domain/taps/tap.ts';
import { JUMP_MS, type Moment } from './steady-clock.ts';

/**
 * Clocks of sessions that ended before the server could measure them. One that is an hour ahead would put its taps behind everything that
 * came after, the end of the measurement too. Milliseconds.
 */

/** A session of this tablet as its taps show it. */
export interface Heard {
  session: string;
  first: Moment;
  last: Moment & { n: number };
}

/** A moment by the clock of the session that goes on, and what is known of that clock. */
export interface Now extends Moment {
  /** To be added to its moments. */
  offset: number;
  /** The server has measured it; else it is only supposed to be right. */
  measured: boolean;
}

/** Two pages don't begin within it; what differs less has one and the same steady clock. */
const SAME_CLOCK_MS = 50;

/** The sessions of a tablet in their order, by its counter. */
export function sessionsOf(taps: Iterable<Tap>, device: string): Heard[] {
  const sessions = new Map<string, { session: string; first: Tap; last: Tap }>();
  for (const tap of taps) {
    if (tap.device !== device || tap.kind === 'clock') continue;
    const known = sessions.get(tap.session);
    if (!known) sessions.set(tap.session, { session: tap.session, first: tap, last: tap });
    else if (tap.n < known.first.n) known.first = tap;
    else if (tap.n > known.last.n) known.last = tap;
  }
  return [...sessions.values()].sort((a, b) => a.first.n - b.first.n);
}

/** Do both count on from the same start? Then somebody set the wall clock between them, or the tablet slept without a sign of it. */
export const isSameClock = (a: Pick<Moment, 'at' | 'mono'>, b: Pick<Moment, 'at' | 'mono'>): boolean =>
  Math.abs(a.at - a.mono - (b.at - b.mono)) < SAME_CLOCK_MS;

/** How far the wall clock was from the steady one. */
const setBy = ({ at, wall }: Pick<Moment, 'at' | 'wall'>): number => wall - at;

/**
 * What has to be added to the moments of sessions that nobody measured. Whoever measured the one after them knows by how much the wall clock
 * was wrong when it began: it was wrong by as much before, unless somebody has set it meanwhile. And no session ends after the next began.
 * @param earlier unmeasured, in their order; all of them ended before `now`
 * @param offsetOf what is added to them so far
 */
export function clocksBefore(earlier: readonly Heard[], now: Now, offsetOf: (session: string) => number): Map<string, number> {
  const offsets = new Map<string, number>();
  const last = { ...now, was: now.offset };
  let following: typeof last = last;
  for (const { session, ...one } of earlier.toReversed()) {
    const was = offsetOf(session);
    // Two pages of a tablet may be open at once: what they noted overlaps, and must be left so.
    const overlaps = one.last.at + was - (following.at + following.was) >= JUMP_MS;
    const next = overlaps ? last : following;
    const most = next.at + next.offset - one.last.at;
    const fits = (offset: number) => offset - most < JUMP_MS;
    const inherited = next.offset - setBy(next) + setBy(one.last);
    const guesses: number[] = [];
    if (!now.measured) guesses.push(was, inherited);
    // Either somebody has set the clock, or the tablet slept: whatever leaves the clock nearer to the truth.
    else if (isSameClock(one.last, next)) guesses.push(...[next.offset, inherited].sort((a, b) => Math.abs(a) - Math.abs(b)));
    // What went backwards was set; by whom, and from what, nobody knows.
    else guesses.push(...(one.last.wall - next.wall >= JUMP_MS ? [0] : [inherited, 0]));
    const offset = Math.round(guesses.find(fits) ?? most);
    offsets.set(session, offset);
    following = { ...now, ...one.first, offset, was };
  }
  return offsets;
}

/** Is the measured offset worth a correction, beside the one that is in force? */
export const isNewOffset = (measured: number, known: number | null): boolean => Math.abs(measured - (known ?? 0)) >= JUMP_MS;
