import type { Locale } from '../../../lib/constants.ts';

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)$/;

/**
 * The number that a person typed: null = nothing, NaN = not a number. Comma and point are both decimal, spaces group; in English
 * commas group where they stand as groups do.
 */
export function parseNumber(text: string, locale: Locale): number | null {
  const bare = text.replace(/\s/g, '').replace('\u2212', '-');
  if (bare === '') return null;
  const plain = locale === 'en' && GROUPED.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
}

/** The next value by steps of `step`, without the dust of binary fractions, inside the limits. */
export function stepNumber(
  value: number | null,
  by: number,
  { min = -Infinity, max = Infinity, step = 1 }: { min?: number | undefined; max?: number | undefined; step?: number | undefined },
): number {
  const from = value === null || Number.isNaN(value) ? Math.max(min, Math.min(0, max)) - (by > 0 && min > 0 ? step : 0) : value;
  const decimals = Math.max(0, -Math.floor(Math.log10(step)) + 1, String(from).split('.')[1]?.length ?? 0);
  return Math.min(max, Math.max(min, Number((from + by * step).toFixed(Math.min(decimals, 12)))));
}
