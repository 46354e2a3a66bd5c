/**
 * The clock of one session of capturing: the wall clock at its start, carried on by the monotonic one, so that a wall clock that somebody
 * sets leaves the length of activities alone. Milliseconds everywhere.
 */

export interface ClockDeps {
  /** Milliseconds since the epoch, by the wall clock, which may jump. */
  wall(): number;
  /** Milliseconds that only grow; a tablet that sleeps may stop it. */
  mono(): number;
}

export interface Moment {
  /** Milliseconds since the epoch, UTC, by the steady clock. */
  at: number;
  wall: number;
  mono: number;
}

export interface ClockState {
  /** Milliseconds by which the wall clock was set since the session began; 0 = it was not. */
  jumped: number;
  /**
   * When each of its parts began: at the start, and wherever it was started anew or the wall clock jumped. What the server says of the clock
   * holds for the last part only: nobody can tell by a jump whether the clock was set or the tablet slept.
   */
  parts: readonly Moment[];
}

/** Clocks drift, and timers are late: a smaller difference is no jump. */
export const JUMP_MS = 2_000;
/** The longest time between two looks of a page that is awake. */
const AWAKE_MS = 10_000;

export interface SteadyClock {
  /** @param mono of the event, where the browser tells it; it was in the past by a little */
  now(mono?: number): Moment;
  /**
   * To be called about every second, and when the page comes back. A wall clock that is ahead after the page had slept is right, because
   * the monotonic one slept too: the session ends then, and `true` says so. A jump while the page was awake is the doing of somebody.
   */
  look(): boolean;
  state(): ClockState;
  /** Begins a new session at the wall clock's moment. */
  restart(): void;
}

export function createSteadyClock({ wall, mono }: ClockDeps): SteadyClock {
  let wall0 = wall();
  let mono0 = mono();
  let seen = { wall: wall0, mono: mono0 };
  let jumped = 0;
  const parts: Moment[] = [];

  const steady = (at: number): number => Math.round(wall0 + (at - mono0));
  const begin = () => parts.push({ at: steady(mono()), wall: Math.round(wall()), mono: mono() });
  begin();
  function restart(): void {
    wall0 = wall();
    mono0 = mono();
    seen = { wall: wall0, mono: mono0 };
    jumped = 0;
    begin();
  }
  return {
    now(at = mono()) {
      // An event can't be older than its session, nor lie ahead.
      const when = Math.min(Math.max(at, mono0), mono());
      return { at: steady(when), wall: Math.round(wall()), mono: when };
    },
    look() {
      const now = { wall: wall(), mono: mono() };
      const step = now.wall - seen.wall - (now.mono - seen.mono);
      const slept = step >= JUMP_MS && now.mono - seen.mono > AWAKE_MS;
      seen = now;
      if (slept) {
        restart();
        return true;
      }
      if (Math.abs(step) >= JUMP_MS) {
        jumped += Math.round(step);
        begin();
      }
      return false;
    },
    state: () => ({ jumped, parts }),
    restart,
  };
}
