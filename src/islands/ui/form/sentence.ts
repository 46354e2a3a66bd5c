import type { Format } from '../../../lib/i18n/format.ts';
import type { Key, T } from '../../../lib/i18n/index.ts';
import type { RuleName } from '../../../lib/validation/index.ts';
import { sentence as ruleSentence } from '../../../lib/validation/sentence.ts';

/** Why a field is refused, and what fills its sentence: a key of `forms:field` or `errors:field`, an error code, or `rule.` and a rule of `src/lib/validation`. */
export interface FieldProblem {
  code: string;
  params?: Record<string, string | number | boolean> | undefined;
}

/** Codes of zod and of the server that say the same as a rule does. */
const AS_RULE: Record<string, [rule: RuleName, parameter?: string, from?: string]> = {
  too_small_string: ['min', 'length', 'minimum'],
  too_big_string: ['max', 'length', 'maximum'],
  too_small_number: ['min_value', 'min', 'minimum'],
  too_big_number: ['max_value', 'max', 'maximum'],
  invalid_format_email: ['email'],
  invalid_format_url: ['url'],
};

/**
 * The sentence of a refused field, in the language of `t`; a code without a sentence of its own says only which field is not valid.
 * Of the server's codes those that speak of a length or a limit say which.
 */
export function sentence({ code, params = {} }: FieldProblem, { field, t, format }: { field: string; t: T; format: Format }): string {
  const given = params as Record<string, string | number>;
  const about = { field, t, format };
  if (code.startsWith('rule.')) return ruleSentence({ rule: code.slice('rule.'.length) as RuleName, params: given }, about);
  const [rule, parameter = '', from = ''] = AS_RULE[`${code}_${given.origin ?? given.format}`] ?? [];
  if (rule) return ruleSentence({ rule, params: parameter ? { [parameter]: Number(given[from]) } : {} }, about);
  for (const key of [`forms:field.${code}`, `errors:field.${code}`, `errors:${code}`]) {
    const found = t(key as Key, { ...given, field });
    // A key without words comes back as itself, with or without its namespace.
    if (!key.endsWith(found)) return found;
  }
  return t('validation:not_valid', { field });
}
