import { applyCorrections } from '../../domain/taps/corrected-taps.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { uuidv7 } from '../kernel/uuid.ts';
import type { Journal, KeptTap, Owner } from './journal.ts';
import { clocksBefore, isNewOffset, sessionsOf } from './session-clocks.ts';
import type { Moment } from './steady-clock.ts';

/** What the times of the server's answers say about the clocks of the tablet. */

export interface ServerClockDeps {
  journal: Journal;
  owner: Owner;
  /** By the clocks of the page. */
  now(): Moment;
  /**
   * The server's time less the steady clock's, milliseconds, measured with an error of less than half the round trip. Returns the sessions of
   * the watched measurement that are seen to with it.
   */
  offset(value: number): readonly string[] | undefined;
}

interface Measured {
  offset: number;
  /** Sessions of the watched measurement that are seen to with it. */
  seenTo: readonly string[];
}

/** A slower answer says too little about the server's clock. */
const ROUND_TRIP_MS = 4_000;

/** @param watched the measurement whose page is open */
export function createServerClock({ journal, owner, now, offset: tell }: ServerClockDeps, watched: () => string | null) {
  /** Measurements with sessions of theirs that the journal has as measured, as far as this page wrote it. */
  const written = new Set<string>();

  /** On the disk, for the pages after this one. */
  async function note(measurement: string, sessions: readonly string[]): Promise<void> {
    const fresh = sessions.filter((session) => !written.has(`${measurement} ${session}`));
    if (fresh.length === 0) return;
    await journal.noteMeasured(measurement, fresh);
    for (const session of fresh) written.add(`${measurement} ${session}`);
  }

  return {
    /** Times the call, to compare clocks: `measured` is null when it took too long for that. */
    async timed<T extends { server_time: number }>(ask: () => Promise<T>): Promise<{ answer: T; measured: Measured | null }> {
      const before = now().at;
      const answer = await ask();
      const trip = now().at - before;
      if (trip < 0 || trip >= ROUND_TRIP_MS) return { answer, measured: null };
      const offset = Math.round(answer.server_time - (before + trip / 2));
      const seenTo = tell(offset) ?? [];
      const open = watched();
      if (open !== null) await note(open, seenTo);
      return { answer, measured: { offset, seenTo } };
    },
    /**
     * What the server's time says about the clocks of sessions that are sent for another page, which is gone or never asked the server itself,
     * or for a measurement that was left: whoever sends their first taps notes it.
     */
    async noteClocks(measurement: string, batch: readonly KeptTap[], { offset, seenTo }: Measured): Promise<void> {
      const done = new Set(measurement === watched() ? seenTo : []);
      for (const session of (await journal.measurement(measurement))?.measured ?? []) done.add(session);
      if (batch.every(({ tap }) => done.has(tap.session))) return;
      const taps = (await journal.taps(measurement)).map(({ tap }) => tap);
      const { offsets } = applyCorrections(taps);
      const offsetOf = (session: string) => offsets.get(session) ?? 0;
      const moment = now();
      const { at, wall } = moment;
      for (const device of new Set(batch.map(({ tap }) => tap.device))) {
        const unsure = sessionsOf(taps, device).filter(({ session }) => !done.has(session));
        const clocks = clocksBefore(unsure, { ...moment, offset, measured: true }, offsetOf);
        for (const { session, last } of unsure) {
          const value = clocks.get(session)!;
          if (!isNewOffset(value, offsetOf(session))) continue;
          const stamp = { at, made_at: at, wall, mono: 0, device, session, n: last.n };
          const tap: Tap = { id: uuidv7(at), kind: 'clock', ...stamp, value };
          await journal.add({ ...owner, id: tap.id, measurement, tap, state: 'waiting', code: null });
        }
        await note(
          measurement,
          unsure.map(({ session }) => session),
        );
      }
    },
  };
}
