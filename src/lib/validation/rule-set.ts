import type { RuleName } from './rules.ts';
import { numberOf, textOf } from './values.ts';

/**
 * Rules of one value: `required|between:1,5`, or an object of rules that are on (`true`), off (`false`), or have a parameter or an array of
 * them. In a text every `|` and every `,` separates, so a pattern with one of them wants the object. Nothing at all is no rule.
 */
export type Rules = string | Readonly<Record<string, unknown>> | null | undefined;
export type Values = Readonly<Record<string, unknown>>;
type Args = readonly unknown[];

/** Names of the parameters in their order, for the object form: `between: { min: 1, max: 5 }`. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map<RuleName, readonly string[]>([
  ['alpha', ['locale']],
  ['alpha_dash', ['locale']],
  ['alpha_num', ['locale']],
  ['alpha_spaces', ['locale']],
  ['between', ['min', 'max']],
  ['confirmed', ['target']],
  ['digits', ['length']],
  ['dimensions', ['width', 'height']],
  ['is', ['other']],
  ['is_not', ['other']],
  ['length', ['length']],
  ['max', ['length']],
  ['max_value', ['max']],
  ['min', ['length']],
  ['min_value', ['min']],
  ['regex', ['regex']],
  ['size', ['size']],
  ['url', ['pattern']],
]);

/** Rules in their order, each with its parameters. */
export function readRules(rules: Rules): Map<string, Args> {
  if (typeof rules === 'string') return readText(rules);
  const on = Object.entries(rules || {}).filter(([, params]) => params !== false);
  return new Map(on.map(([rule, params]) => [rule, inOrder(rule, params)]));
}

function readText(rules: string): Map<string, Args> {
  const read = new Map<string, Args>();
  for (const one of rules.split('|')) {
    const colon = one.indexOf(':');
    const rule = colon < 0 ? one : one.slice(0, colon);
    if (rule !== '') read.set(rule, colon < 0 ? [] : one.slice(colon + 1).split(','));
  }
  return read;
}

function inOrder(rule: string, params: unknown): Args {
  if (params === true) return [];
  if (Array.isArray(params)) return params;
  const names = PARAMETERS.get(rule) ?? [];
  if (typeof params !== 'object' || params === null) return [params];
  const own = Object.keys(params);
  const areNamed = own.length > 0 && own.every((name) => names.includes(name));
  return areNamed ? names.map((name) => (params as Record<string, unknown>)[name]) : [params];
}

/** Replaces `@field` by the value of that field. */
export const resolveArgs = (args: Args, values: Values): Args =>
  args.map((arg) => (isReference(arg) ? valueAt(values, arg.slice(1)) : arg));

/** The same, but a text that only begins like a reference to a field stays as it is. */
export const resolveKnown = (args: Args, values: Values): Args =>
  args.map((arg) => (isReference(arg) && Object.hasOwn(values, arg.slice(1)) ? values[arg.slice(1)] : arg));

const isReference = (arg: unknown): arg is string => typeof arg === 'string' && arg.length > 1 && arg.startsWith('@');

/** The field of this name, else the one at the path `lines.0.from` or `lines[0].from`. */
function valueAt(values: Values, field: string): unknown {
  if (Object.hasOwn(values, field)) return values[field];
  let value: unknown = values;
  for (const key of field.split(/\.|\[(\d+)\]/).filter(Boolean)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Values)[key];
  }
  return value;
}

/** What a rule's sentence names: its numbers or its list. The target of `confirmed` stays out, it may be a password. */
export type SentenceParams = Record<string, string | number>;

const NUMBERED: ReadonlySet<string> = new Set<RuleName>([
  'between',
  'digits',
  'dimensions',
  'length',
  'max',
  'max_value',
  'min',
  'min_value',
  'size',
]);
const LISTED: ReadonlySet<string> = new Set<RuleName>(['ext', 'mimes', 'one_of']);

export function sentenceParams(rule: string, args: Args): SentenceParams {
  if (LISTED.has(rule)) return { list: args.map(textOf).join(', ') };
  const names = NUMBERED.has(rule) ? (PARAMETERS.get(rule) ?? []) : [];
  return Object.fromEntries(names.map((name, index) => [name, numberOf(args[index])]));
}
