import type { FieldProblem } from './sentence.ts';

/** What a zod schema says about one field; the same for `zod` and `zod/mini`. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
  readonly input?: unknown;
  /** Of the rules' own refinements: which rule it was and its arguments. */
  readonly params?: Record<string, unknown> | undefined;
}

/** An issue as the server would send it: a closed code and its parameters, never zod's English sentence. */
export function problemOfIssue(issue: Issue, value: unknown): FieldProblem {
  const empty = value === undefined || value === null || value === '' || (typeof value === 'string' && value.trim() === '');
  if (empty) return { code: 'required' };
  const rule = issue.params?.rule;
  if (typeof rule === 'string') return { code: `rule.${rule}`, params: issue.params?.params as FieldProblem['params'] };
  const params: Record<string, string | number> = {};
  if (issue.minimum !== undefined) params.minimum = Number(issue.minimum);
  if (issue.maximum !== undefined) params.maximum = Number(issue.maximum);
  if (issue.format) params.format = issue.format;
  if (issue.origin) params.origin = issue.origin;
  return { code: issue.code, params };
}
