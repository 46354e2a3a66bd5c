import { silenceLimits } from '../../lib/domain/datalogger-state.ts';

/** One tile of the hall display. */
export interface HallReading {
  /** Its name stands in the words of the page. */
  name: 'cold' | 'freezer' | 'oven' | 'proofer';
  value: number;
  unit: string;
  decimals: number;
  /** Limits; null = none on that side. */
  low: number | null;
  high: number | null;
  /** Seconds since the reading came, and at which it should come. */
  age_s: number;
  interval_s: number;
}
export type HallState = 'within' | 'above' | 'below' | 'late' | 'offline';

/** Invented readings, the same at every build: live ones need a link that works without signing in. */
export function exampleReadings(): HallReading[] {
  return [
    { name: 'cold', value: 4.2, unit: '°C', decimals: 1, low: 2, high: 6, age_s: 21, interval_s: 60 },
    { name: 'freezer', value: -16.8, unit: '°C', decimals: 1, low: null, high: -18, age_s: 35, interval_s: 60 },
    { name: 'oven', value: 231, unit: '°C', decimals: 0, low: 220, high: 240, age_s: 8, interval_s: 10 },
    { name: 'proofer', value: 78, unit: '% RH', decimals: 0, low: 70, high: 85, age_s: 245, interval_s: 60 },
  ];
}

/** Silence comes first: an old value proves nothing of now. */
export function stateOf({ value, low, high, age_s, interval_s }: HallReading): HallState {
  const { online, late } = silenceLimits(interval_s);
  if (age_s * 1_000 > late) return 'offline';
  if (age_s * 1_000 > online) return 'late';
  if (high !== null && value > high) return 'above';
  return low !== null && value < low ? 'below' : 'within';
}

/** Where limits and value stand on the scale of a tile, per cent of its width. The scale reaches half a band past each limit. */
export function scaleOf({ value, low, high }: Pick<HallReading, 'value' | 'low' | 'high'>): { from: number; to: number; at: number } {
  const band = low !== null && high !== null ? high - low : Math.abs(value - (high ?? low ?? 0)) * 3 || 1;
  const bottom = (low ?? (high ?? value) - band) - band / 2;
  const top = (high ?? (low ?? value) + band) + band / 2;
  const place = (one: number) => Math.round(Math.min(100, Math.max(0, ((one - bottom) / (top - bottom)) * 100)) * 10) / 10;
  return { from: low === null ? 0 : place(low), to: high === null ? 100 : place(high), at: place(value) };
}
