import { isEmailAddress } from './email.ts';
import { hasExtension, hasType, haveDimensions, isAtMost, isImage, type LoadPicture } from './files.ts';
import { lettersAnd } from './letters.ts';
import { matches } from './pattern.ts';
import { codePoints, everyElement, isEmpty, lengthOf, numberOf, textOf } from './values.ts';

export interface RuleOptions {
  /** Whose letters the alpha rules take: a short code or a full tag; without it those of any one locale. */
  locale?: string | null | undefined;
  /** How `dimensions` learns the size of a File; the default loads it into an image of the browser. */
  loadPicture?: LoadPicture | undefined;
}
type Args = readonly unknown[];
type Rule = (value: unknown, args: Args, options: RuleOptions) => boolean | Promise<boolean>;
type Test = (value: unknown, args: Args, options: RuleOptions) => boolean;

/** A rule that the empty value passes, and an array when each of its elements does. */
const each =
  (test: Test): Rule =>
  (value, args, options) =>
    everyElement(value, (element) => isEmpty(element) || test(element, args, options));

const letters = (more = ''): Rule => {
  const consistsOf = lettersAnd(more);
  return each((value, [own], { locale }) => consistsOf(textOf(value), own || locale));
};

const shaped = (pattern: RegExp): Rule => each((value) => pattern.test(textOf(value)));

const isEmail: Test = (value) => isEmailAddress(textOf(value));

const REFUSED_PROTOCOLS = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'];
const isUrl: Test = (value, [pattern]) => {
  const text = textOf(value);
  try {
    if (REFUSED_PROTOCOLS.includes(new URL(text).protocol)) return false;
  } catch {
    return false;
  }
  return pattern === undefined || pattern === null || matches(pattern, text);
};

const isOneOf: Test = (value, list) =>
  list.some((other) => {
    try {
      // biome-ignore lint/suspicious/noDoubleEquals: a form's text must find its number.
      return other == value;
    } catch {
      return false;
    }
  });

const isPresent = (value: unknown): boolean => !isEmpty(value) && value !== false && textOf(value).trim() !== '';

/** What each rule accepts; the parameters are resolved and come in order. */
export const RULES = {
  alpha: letters(),
  alpha_dash: letters('0-9_-'),
  alpha_num: letters('0-9'),
  alpha_spaces: letters('\\s'),
  between: each((value, [min, max]) => numberOf(min) <= numberOf(value) && numberOf(value) <= numberOf(max)),
  confirmed: (value, [target]) => textOf(value) === textOf(target),
  digits: each((value, [length]) => /^\d*$/.test(textOf(value)) && textOf(value).length === numberOf(length)),
  dimensions: (value, size, { loadPicture }) => isEmpty(value) || haveDimensions(Array.isArray(value) ? value : [value], size, loadPicture),
  email: each(isEmail),
  ext: each(hasExtension),
  image: each(isImage),
  integer: shaped(/^-?\d+$/),
  is: (value, [other]) => value === other,
  is_not: (value, [other]) => value !== other,
  length: (value, [length]) => isEmpty(value) || lengthOf(value) === numberOf(length),
  max: each((value, [length]) => codePoints(textOf(value)) <= numberOf(length)),
  max_value: each((value, [max]) => numberOf(value) <= numberOf(max)),
  mimes: each(hasType),
  min: each((value, [length]) => codePoints(textOf(value)) >= numberOf(length)),
  min_value: each((value, [min]) => numberOf(value) >= numberOf(min)),
  not_one_of: each((value, list, options) => !isOneOf(value, list, options)),
  numeric: shaped(/^\d+$/),
  one_of: each(isOneOf),
  regex: each((value, [pattern]) => matches(pattern, textOf(value))),
  required: (value) => everyElement(value, isPresent),
  size: each((file, [kilobytes]) => isAtMost(file, kilobytes)),
  url: each(isUrl),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** @throws Error `No such validator '{name}' exists.` */
export function ruleOf(name: string): Rule {
  if (!Object.hasOwn(RULES, name)) throw new Error(`No such validator '${name}' exists.`);
  return RULES[name as RuleName];
}
