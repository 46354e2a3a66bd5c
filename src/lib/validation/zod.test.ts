import { describe, expect, it } from 'vitest';
import * as full from 'zod';
import * as z from 'zod/mini';
import { failureOf, rule } from './zod.ts';

const failures = (answer: { error?: { issues: readonly { path: PropertyKey[]; code?: string; params?: unknown }[] } | undefined }) =>
  (answer.error?.issues ?? []).map((issue) => [issue.path.join('.'), failureOf(issue)]);

describe('rules as checks of zod', () => {
  it('the same rules are refinements for contracts and forms', () => {
    const code = z.string().check(rule('required'), rule('alpha_dash', [], { locale: 'cs' }), rule('max', [5]));
    expect(code.safeParse('č-1').success).toBe(true);
    expect(code.safeParse('kôň').success).toBe(false);
    expect(
      z
        .number()
        .check(rule('between', [1, 5]))
        .safeParse(9).success,
    ).toBe(false);
    expect(z.optional(z.string().check(rule('email'))).safeParse(undefined).success).toBe(true);
    expect(full.string().check(rule('email')).safeParse('x').success).toBe(false);
  });

  it('the issue carries the rule and what its sentence names', () => {
    const answer = z.object({ n: z.number().check(rule('between', [1, 5])) }).safeParse({ n: 9 });
    expect(answer.error?.issues).toMatchObject([{ code: 'custom', path: ['n'], params: { rule: 'between', params: { min: 1, max: 5 } } }]);
    expect(failures(answer)).toEqual([['n', { rule: 'between', params: { min: 1, max: 5 } }]]);
    expect(failures(z.string().check(z.minLength(2)).safeParse('a'))).toEqual([['', null]]);
    expect(
      failures(
        z
          .string()
          .check(z.refine(() => false))
          .safeParse('a'),
      ),
    ).toEqual([['', null]]);
  });

  it('the rules of a field stop at the first failure', () => {
    const schema = z.string().check(rule('alpha'), rule('max', [1]), rule('email'));
    expect(failures(schema.safeParse('a1'))).toEqual([['', { rule: 'alpha', params: {} }]]);
  });

  it('a rule of one field names another, and its failure lands at the field', () => {
    const schema = z
      .object({ email: z.string().check(rule('email')), password: z.string(), again: z.string().check(rule('required')) })
      .check(rule('confirmed', ['@password'], { field: 'again' }));
    expect(schema.safeParse({ email: 'a@b.cz', password: 'p', again: 'p' }).success).toBe(true);
    expect(failures(schema.safeParse({ email: 'x', password: 'p', again: 'q' }))).toEqual([
      ['email', { rule: 'email', params: {} }],
      ['again', { rule: 'confirmed', params: {} }],
    ]);
    expect(failures(schema.safeParse({ email: 'a@b.cz', password: 'p', again: '' }))).toEqual([
      ['again', { rule: 'required', params: {} }],
    ]);
    expect(failures(schema.safeParse({ password: 'p', again: 'q' }))).toEqual([
      ['email', null],
      ['again', { rule: 'confirmed', params: {} }],
    ]);
    expect(schema.safeParse(null).success).toBe(false);
  });

  it('dimensions are waited for by safeParseAsync', async () => {
    const schema = z.object({
      photo: z.unknown().check(rule('dimensions', [2, 1], { loadPicture: async () => ({ width: 2, height: 1 }) })),
    });
    expect((await schema.safeParseAsync({ photo: { name: 'a.png' } })).success).toBe(true);
    expect(failures(await schema.safeParseAsync({ photo: { name: 'a.png', width: 9, height: 1 } }))).toEqual([
      ['photo', { rule: 'dimensions', params: { width: 2, height: 1 } }],
    ]);
    expect(schema.safeParse({ photo: null }).success).toBe(true);
  });
});
