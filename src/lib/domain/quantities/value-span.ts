/**
 * The least height of a value axis, in the unit of the values: what is less than that is noise of the sensor, and a picture that fills its
 * height with it shows waves where nothing happens. About ten times the usual resolution of such sensors.
 */
const LEAST: Readonly<Record<string, number>> = {
  '°C': 2,
  K: 2,
  '°F': 4,
  '%': 5,
  '% RH': 5,
  '%RH': 5,
  Pa: 100,
  hPa: 2,
  mbar: 2,
  kPa: 5,
  bar: 0.2,
  MPa: 0.02,
  mV: 20,
  V: 1,
  mA: 1,
  A: 0.5,
  W: 20,
  kW: 0.2,
  Hz: 0.2,
  ppm: 50,
  ppb: 50,
  lx: 50,
  lux: 50,
  dB: 3,
  pH: 0.2,
  'm/s': 0.5,
  'mm/s': 0.5,
  'l/min': 1,
  'm³/h': 0.5,
  mm: 0.5,
  cm: 0.5,
  m: 0.05,
  rpm: 20,
  'ot/min': 20,
  '1/min': 20,
};
/** Of any other unit: a fiftieth of the largest value. */
const SHARE = 0.02;

/**
 * Limits of a value axis that holds `low` to `high`: widened around them to the least height of the unit, without room below zero for what is
 * never negative. Without a unit that is known, to a fiftieth of the largest value; zeros alone get 0 to 1.
 */
export function valueSpan(low: number, high: number, unit: string | null): { low: number; high: number } {
  const least = LEAST[unit?.trim().replace(/\s+/g, ' ') ?? ''] ?? (Math.max(Math.abs(low), Math.abs(high)) * SHARE || 1);
  const missing = least - (high - low);
  if (!(missing > 0)) return { low, high };
  const bottom = low - missing / 2;
  return low >= 0 && bottom < 0 ? { low: 0, high: least } : { low: bottom, high: high + missing / 2 };
}
