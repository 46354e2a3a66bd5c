import { describe, expect, it } from 'vitest';
import { silenceLimits } from '../../lib/domain/datalogger-state.ts';
import { BUSY_HOUR, bandsOf, gapOf, HOUR_LIMIT, hourOf, makeNight, NIGHT, statesOf } from './night.ts';

describe('the night on the pages of data logging', () => {
  const night = makeNight();

  it('is the same at every build', () => {
    expect(JSON.stringify(makeNight())).toBe(JSON.stringify(night));
  });

  it('has one gap, in which nothing is drawn', () => {
    const gap = gapOf(night);
    expect(gap).toEqual({ from: 280, to: 390 });
    const bands = bandsOf(night);
    expect(bands).toHaveLength(2);
    expect(bands[0]!.at(-1)!.end).toBe(gap.from);
    expect(bands[1]![0]!.start).toBe(gap.to);
  });

  it('goes from online over late to offline and back, at the limits that the product has', () => {
    const limits = silenceLimits(NIGHT.intervalS);
    const { from, to } = gapOf(night);
    const [online, late, offline, again] = statesOf(night);
    expect([online, late, offline, again].map((one) => one?.state)).toEqual(['online', 'late', 'offline', 'online']);
    // A limit's own minute still belongs to the state before.
    expect(late!.start).toBe(from + limits.online / 60_000 + 1);
    expect(offline!.start).toBe(from + limits.late / 60_000 + 1);
    expect([offline!.end, again!.end]).toEqual([to, NIGHT.minutes]);
  });

  it('keeps the peak in the band of the chart and in the rollup of its hour; the mean hides it', () => {
    const hour = hourOf(night);
    expect(hour.readings).toHaveLength(12);
    expect(hour.high).toBe(Math.max(...night.map(({ value }) => value)));
    expect(hour.high).toBeGreaterThan(HOUR_LIMIT + 2);
    expect(hour.mean).toBeLessThan(HOUR_LIMIT);
    expect(Math.max(...bandsOf(night)[0]!.map(({ high }) => high))).toBe(hour.high);
    expect(hour.readings[0]!.minute).toBe(BUSY_HOUR.from);
  });
});
