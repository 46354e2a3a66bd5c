import { expect } from 'vitest';
import { check } from './index.ts';
import type { RuleName } from './rules.ts';

interface Cases {
  passes?: readonly unknown[];
  fails?: readonly unknown[];
  args?: readonly unknown[];
  locale?: string;
}

/** Expects of one rule that it passes these values and fails those. */
export function holds(rule: RuleName, { passes = [], fails = [], args = [], locale }: Cases): void {
  const answer = (value: unknown) => [value, check(rule, value, args, { locale })];
  for (const value of passes) expect(answer(value), `${rule} ${args}`).toEqual([value, true]);
  for (const value of fails) expect(answer(value), `${rule} ${args}`).toEqual([value, false]);
}
