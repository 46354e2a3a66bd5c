/** A number that a device wrote as text. A single comma is a decimal comma; anything that could be read in two ways is no number. */

const NUMBER = /^[+\-−]?\d{1,40}(?:[.,]\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;

/** @returns NaN where it is none, and whether it had a decimal comma */
export function numberOf(text: string): { value: number; comma: boolean } {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return { value: Number.NaN, comma: false };
  const value = Number(trimmed.replace('−', '-').replace(',', '.'));
  return { value: Number.isFinite(value) ? value : Number.NaN, comma: trimmed.includes(',') };
}

/** Places behind the point that say a number whole, as far as its digits go. */
export function placesOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.min(12, Math.max(0, fraction.length - Number(exponent)));
}
