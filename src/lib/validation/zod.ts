import * as z from 'zod/mini';
import { type CheckOptions, check, type Failure } from './index.ts';
import { resolveArgs, sentenceParams, type Values } from './rule-set.ts';
import type { RuleName } from './rules.ts';

export interface ZodRuleOptions extends Omit<CheckOptions, 'values'> {
  /** The field of an object that the rule is for: the check is then one of the object, and `@other` names another of its fields. */
  field?: string;
}

/**
 * A rule as a check of a schema: `z.string().check(rule('between', [1, 5]))`. Its issue is `custom` and has the {@link Failure} in `params`.
 * After an earlier issue of the same field a rule keeps silent. `dimensions` of a File needs `safeParseAsync`.
 */
export function rule(name: RuleName, args: readonly unknown[] = [], { field, ...options }: ZodRuleOptions = {}): z.core.$ZodCheck<unknown> {
  return z.superRefine<unknown>(
    (input, payload) => {
      if (payload.issues.some((issue) => field === undefined || issue.path?.[0] === field)) return;
      const values = field === undefined ? {} : (input as Values);
      const resolved = field === undefined ? args : resolveArgs(args, values);
      const answered = (passes: boolean) => {
        if (passes) return;
        const params: Failure = { rule: name, params: sentenceParams(name, resolved) };
        payload.addIssue({ code: 'custom', params: { ...params }, continue: true, ...(field === undefined ? {} : { path: [field] }) });
      };
      const passes = check(name, field === undefined ? input : values[field], resolved, options);
      return typeof passes === 'boolean' ? answered(passes) : passes.then(answered);
    },
    // Another field's problem must not hide this one's.
    field === undefined ? {} : { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

/** The rule behind an issue; null for an issue that no rule made. */
export function failureOf(issue: { readonly code?: string | undefined; readonly params?: unknown }): Failure | null {
  const params = issue.params as Partial<Failure> | undefined;
  return issue.code === 'custom' && params?.rule ? (params as Failure) : null;
}
