import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../lib/constants.ts';
import { contentOf } from '../content.ts';
import { exampleReadings, type HallReading, scaleOf, stateOf } from './hall.ts';

const reading: HallReading = { name: 'cold', value: 4, unit: '°C', decimals: 1, low: 2, high: 6, age_s: 5, interval_s: 60 };

describe('a tile of the hall display', () => {
  it('is judged by its limits, which belong to the allowed values', () => {
    expect(stateOf(reading)).toBe('within');
    expect(stateOf({ ...reading, value: 6 })).toBe('within');
    expect(stateOf({ ...reading, value: 6.1 })).toBe('above');
    expect(stateOf({ ...reading, value: 1.9 })).toBe('below');
    expect(stateOf({ ...reading, low: null, value: -40 })).toBe('within');
  });

  it('says late or offline rather than anything about an old value', () => {
    expect(stateOf({ ...reading, value: 9, age_s: 121 })).toBe('late');
    expect(stateOf({ ...reading, value: 9, age_s: 301 })).toBe('offline');
  });

  it('shows value and limits in their order on its scale, and keeps them on it', () => {
    expect(scaleOf(reading)).toEqual({ from: 25, to: 75, at: 50 });
    expect(scaleOf({ ...reading, value: 90 }).at).toBe(100);
    const { from, to, at } = scaleOf({ value: -16.8, low: null, high: -18 });
    expect(from).toBe(0);
    expect(at).toBeGreaterThan(to);
    expect(scaleOf({ value: 5, low: 5, high: null })).toMatchObject({ to: 100 });
  });
});

describe('the hall display', () => {
  it('shows a good, a bad and a late value, none of them twice', () => {
    const readings = exampleReadings();
    expect(readings.map(stateOf)).toEqual(['within', 'above', 'within', 'late']);
    expect(new Set(readings.map(({ name }) => name)).size).toBe(readings.length);
  });

  it('has the same figures in its payload in every language', () => {
    for (const locale of LOCALES) {
      const { data } = contentOf('/apps/datalogging.hnuj', locale, 'https://log.example');
      expect(data.readings).toEqual(exampleReadings());
      expect(data.words.lead).toBeTruthy();
    }
  });
});
