import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from '../../../lib/server/kernel/problem.ts';
import { type Issue, problemOfIssue } from './issues.ts';

const schema = z.object({ name: z.string().check(z.maxLength(3)), email: z.email(), limit: z.number().check(z.gte(1)) });
const issuesOf = (input: unknown) => schema.safeParse(input).error?.issues ?? [];

describe('a refused field', () => {
  it('gets the same code in the form as from the server', () => {
    const input: Record<string, unknown> = { name: 'long', email: 'nobody', limit: 0 };
    const server = Object.fromEntries(fieldErrors(issuesOf(input), input).map((one) => [one.path, one.code]));
    const form = Object.fromEntries(
      issuesOf(input).map((issue) => [String(issue.path[0]), problemOfIssue(issue as Issue, input[String(issue.path[0])]).code]),
    );
    expect(form).toEqual(server);
    expect(Object.keys(form)).toEqual(['name', 'email', 'limit']);
  });

  it('is asked for when it is empty, whatever rule it broke', () => {
    for (const empty of ['', '  ', null, undefined])
      expect(problemOfIssue({ path: ['email'], code: 'invalid_format' }, empty)).toEqual({ code: 'required' });
    expect(problemOfIssue({ path: ['limit'], code: 'too_small', minimum: 1 }, 0)).toEqual({ code: 'too_small', params: { minimum: 1 } });
  });
});
