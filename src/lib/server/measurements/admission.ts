import type { ErrorCode } from '../../contract/errors.ts';
import { isCorrection, type Tap } from '../../domain/taps/tap.ts';
import type { Origin } from './taps.repo.ts';

/**
 * Which taps a measurement takes from whom. Whoever may edit measurements adds and corrects anything until it is archived. Everybody else
 * captures: while it runs he corrects what he tapped himself; after its end the server takes only what a participant had noted without
 * network. What a clock or a tablet says of a moment proves nothing here: only who sent a tap, and in which order it came.
 */

/** What the measurement and the actor are at the moment of the request. */
export interface Standing {
  archived: boolean;
  /** Place in the order of arrival after which the end was known; null while it runs. */
  finishedSeq: number | null;
  /** Since the end was known, milliseconds. */
  finishedFor: number;
  /** He has `tm:write` there. */
  edits: boolean;
  /** He opened, joined or tapped it while it ran. */
  joined: boolean;
  user: string | null;
}

/** So long may the end be taken back by whoever tapped it, and the clocks of its sessions are still told. */
export const END_GRACE_MS = 15 * 60_000;

export interface Origins {
  /** Of corrected taps; those that were taken in this very request are among them. */
  taps: ReadonlyMap<string, Origin>;
  /** Of sessions that a `clock` speaks of. */
  sessions: ReadonlyMap<string, Origin | undefined>;
}

/** Does it say something about other taps, i.e. can it touch somebody else's? */
export const isAboutOthers = (tap: Tap): boolean => isCorrection(tap) || tap.kind === 'clock';

/** Why nothing is added to the measurement, be it a tap or a photo; null = it is. */
export function refusalToAdd({ archived, finishedSeq, edits, joined }: Standing): ErrorCode | null {
  if (archived) return 'measurement_archived';
  return finishedSeq === null || edits || joined ? null : 'measurement_finished';
}

/** Why the tap isn't taken; null = it is. */
export function refusalOf(tap: Tap, standing: Standing, { taps, sessions }: Origins): ErrorCode | null {
  const { finishedSeq, finishedFor, edits, user } = standing;
  const refusal = refusalToAdd(standing);
  if (refusal !== null || edits || !isAboutOthers(tap)) return refusal;
  const isFinished = finishedSeq !== null;
  const about = isCorrection(tap) ? taps.get(tap.target ?? '') : sessions.get(tap.session);
  // Nothing is known of what it names: a session that begins, or a correction that comes to nothing.
  if (!about) return isFinished && isCorrection(tap) ? 'measurement_finished' : null;
  if (about.user_id === null || about.user_id !== user) return 'forbidden';
  if (!isFinished || about.seq > finishedSeq) return null;
  const endsAgain = tap.kind === 'clock' || (tap.kind === 'retract' && about.kind === 'stop');
  return endsAgain && finishedFor <= END_GRACE_MS ? null : 'measurement_finished';
}
