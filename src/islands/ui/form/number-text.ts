import { LOCALE_TAGS, type Locale } from '../../../lib/constants.ts';
import type { FieldProblem } from './sentence.ts';

export interface NumberLimits {
  min?: number | undefined;
  max?: number | undefined;
  /** Most decimal places that may be written. */
  decimals?: number | undefined;
}

/** `null` = nothing is written; a problem comes with NaN, or with the number when it is only outside the limits. */
export interface NumberRead {
  value: number | null;
  problem: FieldProblem | null;
}

const OWN_DECIMAL: Record<Locale, ',' | '.'> = { cs: ',', sk: ',', en: '.' };
const BLANK = '[\\s\\u2009\\u202f]';
/** Minus as it is typed, printed, or pasted from a text. */
const SIGN = /^[-\u2212\u2013+]/;
const DIGITS = /^\d+$/;

/** Whole part and fraction as plain digits; null = not a number, `ambiguous` = it has two readings. */
type Split = { whole: string; fraction: string } | 'ambiguous' | null;

const groupsOf = (text: string, separator: string): string | null => {
  const [first = '', ...rest] = text.split(separator);
  return rest.length > 0 && /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group)) ? first + rest.join('') : null;
};

function split(text: string, locale: Locale): Split {
  // Blanks only ever group, in threes, and then what is left of comma and point is the decimal one.
  const spaced = text.replace(new RegExp(BLANK, 'g'), ' ');
  const marks = spaced.replace(/[\d ]/g, '');
  if (/[^.,]/.test(marks)) return null;
  const last = marks.at(-1) ?? '';
  const alone = marks.length === 1;
  const cut = spaced.lastIndexOf(last);
  const parts = (whole: string | null, fraction: string): Split =>
    whole !== null && (whole === '' || DIGITS.test(whole)) && (fraction === '' || DIGITS.test(fraction)) && whole + fraction !== ''
      ? { whole, fraction }
      : null;
  if (spaced.includes(' ')) {
    if (marks.length > 1) return null;
    return parts(groupsOf(alone ? spaced.slice(0, cut) : spaced, ' '), alone ? spaced.slice(cut + 1) : '');
  }
  if (marks === '') return parts(spaced, '');
  const [whole, fraction] = [spaced.slice(0, cut), spaced.slice(cut + 1)];
  if (!alone) {
    // Of two kinds the last is the decimal one and the other groups; of one kind all group.
    const same = [...marks].every((mark) => mark === last);
    const group = last === ',' ? '.' : ',';
    if (same) return parts(groupsOf(spaced, last), '');
    return [...marks].filter((mark) => mark === last).length === 1 ? parts(groupsOf(whole, group), fraction) : null;
  }
  if (last === OWN_DECIMAL[locale]) return parts(whole, fraction);
  const couldGroup = /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction);
  if (!couldGroup) return parts(whole, fraction);
  return locale === 'en' ? parts(whole + fraction, '') : 'ambiguous';
}

/**
 * The number that a person wrote. What {@link writeNumber} and `format.number` write in a language is always read back in it. Beyond that:
 *
 * - Blanks of any width group digits, in threes only: `1 234,5`. The minus may be `-`, `−` or `–`.
 * - Where comma and point both occur, the last one is the decimal sign and the other groups in threes: `1,234.5` = `1.234,5` = 1234.5, in every
 *   language. The same sign twice groups: `1,234,567`.
 * - A single comma or point that is the decimal sign of the language is one. In English a single comma before exactly three digits groups (`1,234` = 1234).
 * - The other language's single sign is the decimal one where it can't group: `8.5`, `0.125`, `1234.567`. In Czech and Slovak `1.234` could be 1234
 *   or 1,234 and is refused with both readings in the sentence instead of guessing.
 */
export function readNumber(text: string, locale: Locale, { min, max, decimals }: NumberLimits = {}): NumberRead {
  const bare = text.replace(new RegExp(`^${BLANK}+|${BLANK}+$`, 'g'), '');
  if (bare === '') return { value: null, problem: null };
  const parts = split(bare.replace(SIGN, '').replace(new RegExp(`^${BLANK}+`), ''), locale);
  const sign = /^[-\u2212\u2013]/.test(bare) ? -1 : 1;
  if (parts === 'ambiguous') {
    const digits = Number(bare.replace(/\D/g, '')) * sign;
    const params = { text: bare, grouped: plainDigits(digits), decimal: writeNumber(digits / 1000, locale, 3) };
    return { value: Number.NaN, problem: { code: 'number_ambiguous', params } };
  }
  const value = parts ? sign * Number(`${parts.whole || '0'}.${parts.fraction || '0'}`) : Number.NaN;
  if (!parts || !Number.isFinite(value)) return { value: Number.NaN, problem: { code: decimals === 0 ? 'rule.integer' : 'not_number' } };
  const written = parts.fraction.replace(/0+$/, '').length;
  if (decimals === 0 && written > 0) return { value, problem: { code: 'rule.integer' } };
  if (decimals !== undefined && written > decimals) return { value, problem: { code: 'number_decimals', params: { count: decimals } } };
  // Nobody means −0.
  const clean = value === 0 ? 0 : value;
  if (min !== undefined && clean < min) return { value: clean, problem: { code: 'rule.min_value', params: { min } } };
  if (max !== undefined && clean > max) return { value: clean, problem: { code: 'rule.max_value', params: { max } } };
  return { value: clean, problem: null };
}

const plainDigits = (value: number) => String(value).replace('-', '\u2212');

/** A number as the language writes it, with everything that a field may hold: up to 12 decimal places, or exactly `decimals`. */
export function writeNumber(value: number, locale: Locale, decimals?: number): string {
  return new Intl.NumberFormat(LOCALE_TAGS[locale], {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 12,
    signDisplay: 'negative',
  })
    .format(value)
    .replace('-', '\u2212');
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
