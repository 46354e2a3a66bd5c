import { chanceOf } from './chance.ts';

/**
 * One shift of the packing line as it will go: when it stands and why. What its loggers read and what its operator does both follow from
 * this, so the one explains the other. Seconds since the epoch.
 */

export interface LineStop {
  from: number;
  to: number;
  why: 'setting' | 'breakdown' | 'waiting' | 'break';
}
export interface LineShift {
  begin: number;
  end: number;
  /** In order of time; the line runs between them. */
  stops: readonly LineStop[];
  stopAt(s: number): LineStop | undefined;
  /** Temperature of the sealing jaws, °C, before any noise. @param first what it is when the shift begins */
  jawsAt(s: number, first: number): number;
}

const MINUTE = 60;
const HOUR = 3_600;
/** What the jaws tend to, °C, and how fast: seconds. */
const JAWS = { running: 148, setting: 145, waiting: 95, breakdown: 60, break: 90 } as const;
const JAWS_TAU = 6 * MINUTE;

const shifts = new Map<number, LineShift>();

/** @param begin seconds since the epoch; a shift lasts eight hours */
export function lineOf(begin: number): LineShift {
  let found = shifts.get(begin);
  if (!found) {
    found = planned(begin);
    shifts.set(begin, found);
  }
  return found;
}

function planned(begin: number): LineShift {
  const chance = chanceOf(begin);
  const end = begin + 8 * HOUR;
  const stops: LineStop[] = [];
  const stop = (why: LineStop['why'], from: number, minutes: number): number => {
    const to = from + Math.round(minutes * MINUTE);
    stops.push({ from, to, why });
    return to;
  };
  stop('setting', begin, chance.between(9, 13));
  const early = chance.next() < 0.5;
  // The operator tries himself, waits for the fitter, helps him, and sets the line up again.
  let at = begin + Math.round((early ? chance.between(60, 170) : chance.between(300, 390)) * MINUTE);
  at = stop('breakdown', at, chance.between(11, 14));
  at = stop('waiting', at, chance.between(11, 15));
  at = stop('breakdown', at, chance.between(7, 10));
  stop('setting', at, chance.between(2, 4));
  // No material, in the other half of the shift.
  for (const minute of early ? [290, 345, 415] : [75, 130, 195])
    stop('waiting', begin + Math.round((minute + chance.between(0, 25)) * MINUTE), chance.between(1.5, 3));
  stop('break', begin + 4 * HOUR, 30);
  const cleaning = Math.round(chance.between(6, 9) * MINUTE);
  stop('setting', end - cleaning, cleaning / MINUTE);
  stops.sort((a, b) => a.from - b.from);
  return {
    begin,
    end,
    stops,
    stopAt: (s) => stops.find(({ from, to }) => from <= s && s < to),
    jawsAt(s, first) {
      let from = begin;
      let degrees = first;
      const until = (to: number, target: number): void => {
        degrees = target + (degrees - target) * Math.exp(-(Math.min(to, s) - from) / JAWS_TAU);
        from = Math.min(to, s);
      };
      for (const one of stops) {
        until(one.from, JAWS.running);
        until(one.to, JAWS[one.why]);
        if (from >= s) return degrees;
      }
      until(end, JAWS.running);
      return degrees;
    },
  };
}
