import { silenceLimits } from '../../domain/datalogger-state.ts';
import type { Suspect } from './outages.repo.ts';

/** Loggers that come back after the server was away get at most this long for their first message, milliseconds. */
const LONGEST_GRACE_MS = 3_600_000;

/**
 * Is the silence one to tell of? It must last past the limit of "late", counted from the last message or from the last change of the
 * logger: whoever switched it on again a moment ago knows that it is quiet. While the server was away nobody could report, so
 * after its start a logger gets the time in which it should.
 * @param now microseconds
 * @param awakeSince since when messages are received without a break, microseconds
 */
export function isSilent(logger: Suspect, now: number, awakeSince: number): boolean {
  const { online, late } = silenceLimits(logger.expected_interval_s);
  const silence = now - Math.max(logger.last_seen_at, logger.updated_at);
  return silence > late * 1_000 && now - awakeSince > Math.min(online, LONGEST_GRACE_MS) * 1_000;
}
