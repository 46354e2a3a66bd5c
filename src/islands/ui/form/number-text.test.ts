import { describe, expect, it } from 'vitest';
import { parseNumber, stepNumber } from './number-text.ts';

describe('a typed number', () => {
  it('is read with the decimal comma and with the point, in every language', () => {
    for (const locale of ['cs', 'en', 'sk'] as const)
      expect(['8,5', '8.5', ' 8,5 '].map((text) => parseNumber(text, locale))).toEqual([8.5, 8.5, 8.5]);
  });

  it('may have groups as the language writes them and a true minus sign', () => {
    expect(parseNumber('1\u00a0395,5', 'cs')).toBe(1395.5);
    expect(parseNumber('1,395.5', 'en')).toBe(1395.5);
    expect(parseNumber('\u221221,3', 'cs')).toBe(-21.3);
  });

  it('is nothing when the field is empty, and no number when it is anything else', () => {
    expect(parseNumber('  ', 'cs')).toBeNull();
    for (const text of ['8,O', '1,2,3', '--1', '1e400', '0x10', 'Infinity', '.', '-']) expect(parseNumber(text, 'cs')).toBeNaN();
  });

  it('steps without binary dust and stays inside the limits', () => {
    expect(stepNumber(0.1, 1, { step: 0.2 })).toBe(0.3);
    expect(stepNumber(8, 1, { step: 0.5 })).toBe(8.5);
    expect(stepNumber(10, 1, { max: 10 })).toBe(10);
    expect(stepNumber(null, 1, { min: 1 })).toBe(1);
    expect(stepNumber(null, 1, {})).toBe(1);
    expect(stepNumber(Number.NaN, -1, { min: 0 })).toBe(0);
  });
});
