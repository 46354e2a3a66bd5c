import type { Format } from '../i18n/format.ts';
import type { T } from '../i18n/index.ts';
import type { Failure } from './index.ts';

/** The sentence of a failed rule for the line below its field, in the language of `t`; the default message when the rule lacks a number. */
export function sentence({ rule, params }: Failure, { field, t, format }: { field: string; t: T; format: Format }): string {
  if (Object.values(params).some(Number.isNaN)) return t('validation:not_valid', { field });
  const words: Record<string, string | number> = { count: Number(params.length ?? 0) };
  for (const [name, value] of Object.entries(params)) words[name] = typeof value === 'number' ? format.number(value) : value;
  if (rule === 'size') words.size = fileSize(Number(params.size), format);
  return t(`validation:rule.${rule}`, words);
}

const fileSize = (kilobytes: number, format: Format): string =>
  kilobytes < 1_024 ? format.quantity(kilobytes, 'kB') : format.quantity(kilobytes / 1_024, 'MB');
