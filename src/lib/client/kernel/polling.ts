import type { Timers } from './store-deps.ts';

/** A page that lost its stream asks by itself: first after this time, then ever more rarely, milliseconds. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

export interface PollingDeps {
  now(): number;
  random(): number;
  timers: Timers;
  /** Does anybody see the page? */
  isSeen(): boolean;
}

export interface Polling {
  /** Asks from now on, until the end. */
  begin(): void;
  end(): void;
  /** The server answered: what was asked for before has come. */
  answered(): void;
  /** When the page last asked for everything and was answered; null before. */
  kept(): number | null;
}

/** Runs `ask` again and again while it has begun and somebody looks. */
export function createPolling(deps: PollingDeps, ask: () => void): Polling {
  let isOn = false;
  let timer: unknown;
  let times = 0;
  let asked: number | null = null;
  let kept: number | null = null;
  function soon(): void {
    const ms = Math.min(FIRST_MS * 1.5 ** times, LONGEST_MS) * (0.75 + deps.random() / 4);
    timer = deps.timers.setTimeout(() => {
      if (deps.isSeen()) {
        asked = deps.now();
        times++;
        ask();
      }
      if (isOn) soon();
    }, ms);
  }
  return {
    begin() {
      if (isOn) return;
      isOn = true;
      soon();
    },
    end() {
      if (isOn) deps.timers.clearTimeout(timer);
      isOn = false;
      times = 0;
      asked = null;
      kept = null;
    },
    answered() {
      kept = asked ?? kept;
      asked = null;
    },
    kept: () => kept,
  };
}
