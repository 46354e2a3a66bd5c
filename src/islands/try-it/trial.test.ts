import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beganEarlier, begin, type Taps, TRIAL_MS, trialOf, undone } from './trial.ts';

const KEYS = ['work', 'handling', 'waiting', 'breakdown', 'walking', 'break'] as const;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Gesture = { do: 'begin'; key: string } | { do: 'earlier' | 'undo' };
const gesture: fc.Arbitrary<{ after: number; what: Gesture }> = fc.record({
  after: fc.integer({ min: 0, max: 20_000 }),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...KEYS).map((key): Gesture => ({ do: 'begin', key })) },
    { weight: 2, arbitrary: fc.constantFrom<Gesture>({ do: 'earlier' }, { do: 'undo' }) },
  ),
});
const made = (taps: Taps, what: Gesture, at: number): Taps =>
  what.do === 'begin' ? begin(taps, what.key, at) : what.do === 'earlier' ? beganEarlier(taps, 5_000, at) : undone(taps, at);
/** Any two minutes of somebody, and the moment of his last gesture. */
const anyTrial = fc.array(gesture, { maxLength: 25 }).map((list) => {
  let taps: Taps = [];
  let at = 1_000;
  for (const { after, what } of list) {
    at += after;
    taps = made(taps, what, at);
  }
  return { taps, at };
});
/** What there is to see, without the names of the taps that make it. */
const seen = (taps: Taps, now: number) => {
  const { from, to, entries, shares, seconds } = trialOf(taps, now);
  return {
    from,
    to,
    seconds,
    entries: entries.map((one) => [one.activity, one.from, one.to]),
    shares: [...shares].map(([key, one]) => [key, one.seconds]),
  };
};

describe('two minutes of one’s own', () => {
  it('balance to the elapsed time exactly, in shown seconds and to 100.0 %, at any moment', () => {
    fc.assert(
      fc.property(anyTrial, fc.integer({ min: 0, max: 200_000 }), ({ taps, at }, later) => {
        const { from, to, shares, seconds, permille } = trialOf(taps, at + later);
        const elapsed = from === null ? 0 : to - from;
        expect(elapsed).toBeLessThanOrEqual(TRIAL_MS);
        expect(seconds).toBe(Math.round(elapsed / 1_000));
        expect(permille).toBe(elapsed > 0 ? 1_000 : 0);
        expect(sum([...shares.values()].map((one) => one.seconds))).toBe(seconds);
        expect(sum([...shares.values()].map((one) => one.permille))).toBe(permille);
      }),
    );
  });

  it('are as before when the last step is taken back', () => {
    fc.assert(
      fc.property(anyTrial, gesture, fc.nat(30_000), ({ taps, at }, { after, what }, later) => {
        fc.pre(what.do !== 'undo');
        const next = made(taps, what, at + after);
        fc.pre(next !== taps);
        expect(seen(undone(next, at + after + later), at + after + later)).toEqual(seen(taps, at + after + later));
      }),
    );
  });

  it('can be taken back to the very beginning, and then nothing is left', () => {
    fc.assert(
      fc.property(anyTrial, ({ taps, at }) => {
        let left = taps;
        while (trialOf(left, at).undo) left = undone(left, at);
        expect(trialOf(left, at)).toMatchObject({ from: null, over: false, entries: [], current: null, seconds: 0 });
        expect(undone(left, at)).toBe(left);
      }),
    );
  });

  it('know that what runs goes on, and take nothing more when they are over', () => {
    const taps = begin([], 'work', 1_000);
    expect(begin(taps, 'work', 5_000)).toBe(taps);
    expect(trialOf(taps, 1_000 + TRIAL_MS)).toMatchObject({ over: true, to: 1_000 + TRIAL_MS, seconds: 120 });
    expect(begin(taps, 'waiting', 1_000 + TRIAL_MS)).toBe(taps);
    expect(trialOf(taps, 900_000).seconds).toBe(120);
  });

  it('give the neighbour’s time to what began earlier, but never more than he had', () => {
    const taps = begin(begin([], 'work', 0), 'waiting', 8_000);
    const shares = (now: Taps) => [...trialOf(now, 10_000).shares].map(([key, { seconds }]) => `${key} ${seconds}`).sort();
    expect(shares(taps)).toEqual(['waiting 2', 'work 8']);
    const once = beganEarlier(taps, 5_000, 9_000);
    expect(shares(once)).toEqual(['waiting 7', 'work 3']);
    const twice = beganEarlier(once, 5_000, 9_500);
    expect(shares(twice)).toEqual(['waiting 10']);
    expect(shares(undone(twice, 9_900))).toEqual(['waiting 7', 'work 3']);
    expect(beganEarlier(begin([], 'work', 0), 5_000, 9_000)).toHaveLength(1);
  });
});
