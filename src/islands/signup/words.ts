import type { Locale } from '../../lib/constants.ts';
import { errorWords, fieldErrorWords } from '../../lib/i18n/errors.ts';
import type { T } from '../../lib/i18n/index.ts';
import type { SignupWords } from './signup-form.ts';

const CODES = ['password_common', 'validation_failed', 'too_many_attempts', 'storage_busy', 'stopping', 'internal', 'network', 'unknown'];

/** The sentences of a form behind a link, for its script. @param codes further error codes that it may be answered with */
export function signupWords(t: T, locale: Locale, busy: string, codes: readonly string[] = []): SignupWords {
  return {
    errors: errorWords(locale, [...CODES, ...codes]),
    fields: {
      ...fieldErrorWords(locale),
      required: t('validation:rule.required'),
      'rule.required': t('validation:rule.required'),
      'rule.email': t('validation:rule.email'),
      'rule.min': t('validation:rule.min', { length: 10, count: 10 }),
      too_small: t('validation:rule.min', { length: 10, count: 10 }),
      'rule.confirmed': t('auth:setup.password_differs'),
      // The script fills the field in.
      not_valid: t('validation:not_valid', { field: '{field}' }),
    },
    strength: {
      // The script fills the length in.
      short: t('auth:setup.strength.short', { length: '{length}' }),
      weak: t('auth:setup.strength.weak'),
      fair: t('auth:setup.strength.fair'),
      strong: t('auth:setup.strength.strong'),
    },
    hint: t('auth:setup.password_hint'),
    busy,
    show: t('auth:login.show'),
    hide: t('auth:login.hide'),
  };
}
