import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import type { Series, Statistics } from '../../contract/readings.ts';
import type { Limits, SelectionState, SeriesState, SeriesStore } from './series.store.ts';
import { inShownUnits, shownChannel, shownSeries } from './shown-series.ts';

const FAHRENHEIT = { scale: 1.8, offset: 32 };
const series: Series = {
  resolution: '5m',
  bucket_us: 60_000_000,
  ts: [0, 60_000_000],
  min: [-40, null],
  max: [20, null],
  first: [0, null],
  last: [10, null],
  n: [3, 0],
  mean: [5, null],
};

describe('a series as people see it', () => {
  it('has every value in the display unit, times and numbers of readings as they are, and holes stay holes', () => {
    const shown = shownSeries(series, FAHRENHEIT);
    expect(shown).toMatchObject({ min: [-40, null], max: [68, null], first: [32, null], last: [50, null], mean: [41, null] });
    expect([shown.ts, shown.n, shown.bucket_us]).toEqual([series.ts, series.n, series.bucket_us]);
    // What is drawn is compared by identity.
    expect(shownSeries(series, { ...FAHRENHEIT })).toBe(shown);
    expect(shownSeries(series, { scale: 2, offset: 0 })).not.toBe(shown);
    expect(shownSeries(series, null)).toBe(series);
    expect(series.max).toEqual([20, null]);
  });

  it('is what a store gives of channels that are shown so; figures follow, the others stay', () => {
    const $series = atom<Record<string, SeriesState>>({ a: { status: 'ready', series }, b: { status: 'ready', series } });
    const figures = { n: 4, min: 0, mean: 10, max: 20, sd: 5 } as Statistics;
    const $selection = atom<SelectionState | null>({ from: 0, to: 1, status: 'ready', figures: { a: figures, b: figures, c: null } });
    const asked: unknown[] = [];
    const given = {
      $series,
      $selection,
      select: async (_: unknown, ids: string[], limits: (id: string) => Limits) => asked.push(ids.map(limits)),
    };
    const store = given as unknown as SeriesStore;
    const shown = inShownUnits(store, [
      { id: 'a', conversion: FAHRENHEIT },
      { id: 'b', conversion: null },
    ]);
    expect(shown.$series.get()).toEqual({
      a: { status: 'ready', series: shownSeries(series, FAHRENHEIT) },
      b: { status: 'ready', series },
    });
    expect(shown.$selection.get()?.figures).toEqual({ a: { n: 4, min: 32, mean: 50, max: 68, sd: 9 }, b: figures, c: null });
    // Limits are asked about in the unit that they are stored in.
    void shown.select({ from: 0, to: 1 }, ['a', 'b'], () => ({ above: 50, below: null }));
    expect(asked).toEqual([
      [
        { above: 10, below: null },
        { above: 50, below: null },
      ],
    ]);
    expect(inShownUnits(store, [{ id: 'b', conversion: null }])).toBe(store);
  });

  it('has a channel whose newest value is converted once', () => {
    const channel = { unit: '°C', display_unit: '°F', conversion: FAHRENHEIT, last: { ts: '2026-11-24T10:00:00Z', value: 21.5 } };
    const shown = shownChannel(channel);
    expect(shown).toEqual({ ...channel, unit: '°F', conversion: null, last: { ...channel.last, value: 70.7 } });
    expect(shownChannel(shown)).toBe(shown);
  });
});
