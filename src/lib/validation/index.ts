import type { Locale } from '../constants.ts';
import type { LoadPicture } from './files.ts';
import { languageOf } from './letters.ts';
import { type Rules, readRules, resolveArgs, resolveKnown, type SentenceParams, sentenceParams, type Values } from './rule-set.ts';
import { type RuleName, type RuleOptions, ruleOf } from './rules.ts';

export type { FileLike } from './files.ts';
export type { Rules } from './rule-set.ts';
export type { RuleName } from './rules.ts';

export interface CheckOptions extends RuleOptions {
  /** Fields that a parameter `@field` may name. */
  values?: Values | null | undefined;
}

export interface ValidateOptions {
  name?: string | null | undefined;
  /** What the message calls the field, before its name. */
  label?: string | null | undefined;
  /** The fields that `@field` refers to. */
  values?: Values | null | undefined;
  /** Language of the messages and of the alpha rules' letters. */
  locale?: string | null | undefined;
  /** Stops at the first rule that fails; the default. */
  bails?: boolean | null | undefined;
  loadPicture?: LoadPicture | undefined;
}

/** A rule that failed, and what its own sentence names. */
export interface Failure {
  rule: RuleName;
  params: SentenceParams;
}
export interface Validation {
  valid: boolean;
  /** The default message, once for each failed rule. */
  errors: string[];
  failed: Failure[];
}

/**
 * Whether the value passes one rule. Only `dimensions` answers by a promise. Values of any type are answered.
 * @param args the rule's parameters in order, already resolved
 * @throws Error `No such validator '{rule}' exists.`; SyntaxError for a pattern that is none
 */
export function check(rule: string, value: unknown, args: readonly unknown[] = [], options: CheckOptions = {}): boolean | Promise<boolean> {
  return ruleOf(rule)(value, options.values ? resolveKnown(args, options.values) : args, options);
}

/**
 * Tests a value by several rules in their order.
 * @throws Error as {@link check}, when the turn of that rule comes
 */
export async function validate(value: unknown, rules: Rules, options: ValidateOptions = {}): Promise<Validation> {
  const { name, label, values, locale, loadPicture } = options;
  const failed: Failure[] = [];
  for (const [rule, written] of readRules(rules)) {
    const args = resolveArgs(written, values ?? {});
    if (await check(rule, value, args, { locale, loadPicture })) continue;
    failed.push({ rule: rule as RuleName, params: sentenceParams(rule, args) });
    if (options.bails ?? true) break;
  }
  const message = notValid(label || name || '{field}', locale);
  return { valid: failed.length === 0, errors: failed.map(() => message), failed };
}

/** `validation:not_valid` of each language, written here so that validating in the browser waits for no file; a test holds the two together. */
export const NOT_VALID: Record<Locale, (field: string) => string> = {
  cs: (field) => `Pole ${field} není správně vyplněné.`,
  en: (field) => `${field} is not valid.`,
  sk: (field) => `Pole ${field} nie je správne vyplnené.`,
};

/** The default message; without a locale in English, as the specification has it. */
const notValid = (field: string, locale: unknown): string => NOT_VALID[languageOf(locale) ?? 'en'](field);
