import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import csErrors from '../../../../locales/cs/errors.json';
import csForms from '../../../../locales/cs/forms.json';
import csValidation from '../../../../locales/cs/validation.json';
import enErrors from '../../../../locales/en/errors.json';
import enForms from '../../../../locales/en/forms.json';
import enValidation from '../../../../locales/en/validation.json';
import skErrors from '../../../../locales/sk/errors.json';
import skForms from '../../../../locales/sk/forms.json';
import skValidation from '../../../../locales/sk/validation.json';
import type { Locale } from '../../../lib/constants.ts';
import { formatter } from '../../../lib/i18n/format.ts';
import { translator } from '../../../lib/i18n/index.ts';
import { type FieldProblem, sentence } from './sentence.ts';

beforeAll(async () => {
  const resources = {
    cs: { errors: csErrors, forms: csForms, validation: csValidation },
    en: { errors: enErrors, forms: enForms, validation: enValidation },
    sk: { errors: skErrors, forms: skForms, validation: skValidation },
  };
  if (!i18next.isInitialized) await i18next.init({ lng: 'cs', resources: {}, interpolation: { escapeValue: false } });
  for (const [locale, namespaces] of Object.entries(resources))
    for (const [namespace, words] of Object.entries(namespaces)) i18next.addResourceBundle(locale, namespace, words);
});

const say = (problem: FieldProblem, locale: Locale = 'cs') =>
  sentence(problem, { field: 'Kód', t: translator(locale), format: formatter(locale, 'UTC') });

describe('the sentence under a field', () => {
  it('of the server or of zod names the limit, in the right number', () => {
    expect(say({ code: 'too_big', params: { maximum: 40, origin: 'string' } })).toBe('Napište nejvýše 40 znaků.');
    expect(say({ code: 'too_small', params: { minimum: 2, origin: 'string' } })).toBe('Napište aspoň 2 znaky.');
    expect(say({ code: 'too_big', params: { maximum: 31_536_000, origin: 'number' } }, 'en')).toContain('31,536,000');
    expect(say({ code: 'invalid_format', params: { format: 'email' } })).toContain('@');
    expect(say({ code: 'required' })).toBe('Vyplňte toto pole.');
  });

  it('of a rule is that of src/lib/validation', () => {
    expect(say({ code: 'rule.between', params: { min: 0, max: 9 } })).toBe('Zadejte číslo od 0 do 9.');
    expect(say({ code: 'rule.max', params: { length: 40 } })).toBe('Napište nejvýše 40 znaků.');
  });

  it('of an error that speaks of one field is that of the error', () => {
    expect(say({ code: 'email_taken' })).toBe(csErrors.email_taken);
  });

  it('of a number says what to write', () => {
    expect(say({ code: 'number_ambiguous', params: { text: '1.234', grouped: '1234', decimal: '1,234' } })).toMatch(/1\.234.*1234.*1,234/);
    expect([1, 2, 5].map((count) => say({ code: 'number_decimals', params: { count } }))).toEqual([
      'Nejvýš 1 desetinné místo.',
      'Nejvýš 2 desetinná místa.',
      'Nejvýš 5 desetinných míst.',
    ]);
  });

  it('names the field where no text was written for it', () => {
    for (const code of ['brand_new', 'page', 'field'])
      expect((['cs', 'en', 'sk'] as const).map((locale) => say({ code }, locale))).toEqual([
        'Pole Kód není správně vyplněné.',
        'Kód is not valid.',
        'Pole Kód nie je správne vyplnené.',
      ]);
  });
});
