import { describe, expect, it } from 'vitest';
import { statesFold } from './states.ts';

const folded = (readings: readonly (readonly [number, number | string | null])[], gaps: { from: number; to: number }[] = []) => {
  const fold = statesFold({ from: 0, to: 100, gaps });
  for (const [ts, value] of readings) fold.take(ts, value);
  return fold.result();
};

describe('what a channel was in', () => {
  it('lasts until the next reading, from before the time up to its end', () => {
    const { runs, times } = folded([
      [-50, 0],
      [20, 1],
      [30, 1],
      [40, 0],
    ]);
    expect(runs).toEqual([
      { value: 0, from: 0, to: 20 },
      { value: 1, from: 20, to: 40 },
      { value: 0, from: 40, to: 100 },
    ]);
    expect(times).toEqual([
      { value: 0, length: 80, longest: 60, times: 2 },
      { value: 1, length: 20, longest: 20, times: 1 },
    ]);
  });

  it('is not known where nothing came, nor after a reading that does not count', () => {
    const { runs } = folded(
      [
        [0, 'run'],
        [50, 'run'],
        [70, null],
        [80, 'stop'],
      ],
      [{ from: 10, to: 50 }],
    );
    expect(runs).toEqual([
      { value: 'run', from: 0, to: 10 },
      { value: 'run', from: 50, to: 70 },
      { value: 'stop', from: 80, to: 100 },
    ]);
  });

  it('is told in whole where a lane draws only what is seen', () => {
    const fold = statesFold({ from: 0, to: 1_000_000, gaps: [] });
    for (let at = 0; at < 4_000; at++) fold.take(at, at % 2);
    fold.take(4_000, 0);
    const { runs, times } = fold.result();
    expect(times.find(({ value }) => value === 1)?.times).toBe(2_000);
    expect(runs).toEqual([{ value: 0, from: 4_000, to: 1_000_000 }]);
  });
});
