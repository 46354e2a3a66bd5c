import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatter } from '../../../lib/i18n/format.ts';
import { readNumber, stepNumber, writeNumber } from './number-text.ts';

const LOCALES = ['cs', 'en', 'sk'] as const;
const value = (text: string, locale: (typeof LOCALES)[number]) => readNumber(text, locale).value;
const code = (text: string, locale: (typeof LOCALES)[number], limits = {}) => readNumber(text, locale, limits).problem?.code ?? null;

describe('a written number', () => {
  it('is read with comma and with point where only one reading is possible, in every language', () => {
    for (const locale of LOCALES) {
      expect(['8,5', '8.5', ' 8,5 ', '0.125', '0,125', '1234.567', '1234,567', '.5', '5,'].map((text) => value(text, locale))).toEqual([
        8.5, 8.5, 8.5, 0.125, 0.125, 1234.567, 1234.567, 0.5, 5,
      ]);
      for (const text of ['1,234.5', '1.234,5']) expect(value(text, locale)).toBe(1234.5);
      for (const text of ['1,234,567', '1.234.567', '1 234 567']) expect(value(text, locale)).toBe(1_234_567);
    }
  });

  it('may be grouped by blanks of any width and have any minus', () => {
    for (const blank of [' ', '\u00a0', '\u202f', '\u2009']) {
      for (const locale of LOCALES) expect(value(`1${blank}234,5`, locale)).toBe(1234.5);
      expect(value(`\u22121${blank}234${blank}567.25`, 'cs')).toBe(-1_234_567.25);
    }
    expect(['-8', '\u22128', '\u20138', '- 8', '+8'].map((text) => value(text, 'cs'))).toEqual([-8, -8, -8, -8, 8]);
    expect(Object.is(value('-0', 'cs'), 0)).toBe(true);
  });

  it('that has two readings is refused with both of them', () => {
    for (const locale of ['cs', 'sk'] as const)
      expect(readNumber('1.234', locale)).toEqual({
        value: Number.NaN,
        problem: { code: 'number_ambiguous', params: { text: '1.234', grouped: '1234', decimal: '1,234' } },
      });
    expect(readNumber('\u221212.000', 'cs').problem?.params).toMatchObject({ grouped: '\u221212000', decimal: '\u221212,000' });
    // Each language's own writing has one reading.
    expect([value('1,234', 'cs'), value('1,234', 'en'), value('1.234', 'en')]).toEqual([1.234, 1234, 1.234]);
  });

  it('is nothing when the field is empty, and no number when it is anything else', () => {
    for (const blank of ['', '  ', '\u00a0']) expect(readNumber(blank, 'cs')).toEqual({ value: null, problem: null });
    const wrong = [
      '8,O',
      '1,2,3',
      '--1',
      '1e5',
      '0x10',
      'Infinity',
      '.',
      '-',
      ',',
      '12 34',
      '1 2',
      '1,23.4,5',
      '1 234,567.8',
      '1.2.3,4',
      '9'.repeat(400),
    ];
    for (const text of wrong) for (const locale of LOCALES) expect(code(text, locale), text).toBe('not_number');
  });

  it('outside its limits says which limit', () => {
    expect(readNumber('0', 'cs', { min: 0.5 }).problem).toEqual({ code: 'rule.min_value', params: { min: 0.5 } });
    expect(readNumber('1001', 'en', { max: 1000 }).problem).toEqual({ code: 'rule.max_value', params: { max: 1000 } });
    expect(code('8,5', 'cs', { decimals: 0 })).toBe('rule.integer');
    expect(code('8,O', 'cs', { decimals: 0 })).toBe('rule.integer');
    expect(code('8,00', 'cs', { decimals: 0 })).toBeNull();
    expect(readNumber('8,555', 'cs', { decimals: 2 }).problem).toEqual({ code: 'number_decimals', params: { count: 2 } });
    expect(code('8,550', 'cs', { decimals: 2 })).toBeNull();
  });

  it('is read back as it was written, in every language', () => {
    const numbers = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -2000, max: 2000 }),
    );
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...LOCALES),
        fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
        (number, locale, decimals) => {
          const format = formatter(locale, 'UTC');
          for (const [text, places] of [
            [format.number(number, decimals), decimals ?? 3],
            [writeNumber(number, locale, decimals), decimals ?? 12],
          ] as const) {
            const read = readNumber(text, locale);
            expect(read.problem, text).toBeNull();
            // As exact as the text is: half a unit of its last place, or of the double's.
            expect(Math.abs((read.value ?? Number.NaN) - number)).toBeLessThanOrEqual(0.51 * 10 ** -places + Math.abs(number) * 2 ** -50);
            expect(writeNumber(read.value ?? Number.NaN, locale, places)).toBe(
              writeNumber(Object.is(number, -0) ? 0 : number, locale, places).replace(/^\u2212(?=[0.,]*$)/, ''),
            );
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('never means two things: whatever is accepted keeps its digits in their order', () => {
    const texts = fc.string({ unit: fc.constantFrom('1', '2', '0', ',', '.', ' ', '-'), maxLength: 9 });
    fc.assert(
      fc.property(texts, fc.constantFrom(...LOCALES), (text, locale) => {
        const read = readNumber(text, locale);
        if (read.problem || read.value === null) return;
        const digits = (one: string) => one.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        expect(digits(read.value.toFixed(9))).toBe(digits(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('stepping', () => {
  it('goes without binary dust and stays inside the limits', () => {
    expect(stepNumber(0.1, 1, { step: 0.2 })).toBe(0.3);
    expect(stepNumber(8, 1, { step: 0.5 })).toBe(8.5);
    expect(stepNumber(10, 1, { max: 10 })).toBe(10);
    expect(stepNumber(null, 1, { min: 1 })).toBe(1);
    expect(stepNumber(null, 1, {})).toBe(1);
    expect(stepNumber(Number.NaN, -1, { min: 0 })).toBe(0);
  });
});
