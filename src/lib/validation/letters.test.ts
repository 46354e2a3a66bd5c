import { describe, it } from 'vitest';
import { holds } from './testing.ts';

describe('alpha, alpha_num, alpha_dash, alpha_spaces', () => {
  const CS = 'áčďéěíňóřšťúůýž';
  const SK = 'áäčďéíĺľňóôŕšťúýž';
  const both = (letters: string) => [letters, letters.toUpperCase(), `a${letters}Z`];
  const ALPHA = ['alpha', 'alpha_num', 'alpha_dash', 'alpha_spaces'] as const;

  it('letters of the locale (cs, sk including ô, en)', () => {
    for (const rule of ALPHA) {
      holds(rule, { locale: 'cs', passes: both(CS), fails: [...'äĺľôŕ', 'ß', 'ж', 'e\u030c'] });
      holds(rule, { locale: 'sk', passes: both(SK), fails: [...'ěřů', 'ß', 'ж'] });
      holds(rule, { locale: 'en', passes: ['abcXYZ'], fails: [...CS, ...SK] });
    }
  });

  it('a full tag counts as its language, a language that is not ours as English', () => {
    for (const rule of ALPHA) {
      holds(rule, { locale: 'sk-SK', passes: ['kôň'], fails: ['řeka'] });
      holds(rule, { locale: 'CS_cz', passes: ['řeka'], fails: ['kôň'] });
      holds(rule, { locale: 'de-AT', passes: ['abc'], fails: ['für', 'řeka'] });
    }
  });

  it('no locale: the letters of any one of them', () => {
    for (const rule of ALPHA)
      for (const locale of [undefined, ''])
        holds(rule, { ...(locale === undefined ? {} : { locale }), passes: ['abc', 'řeka', 'kôň'], fails: ['řekaô', 'ж', 'ß'] });
  });

  it('a locale written as a parameter goes before that of the options', () => {
    holds('alpha', { args: ['sk'], locale: 'cs', passes: ['kôň'], fails: ['řeka'] });
    holds('alpha', { args: [''], locale: 'cs', passes: ['řeka'], fails: ['kôň'] });
  });

  it('alpha: letters only', () => {
    holds('alpha', { passes: ['abc', true], fails: ['a1', 'a b', 'a_', 'a-', ' ', 12, {}, 'a\n'] });
  });
  it('alpha_num: letters and digits', () => {
    holds('alpha_num', { passes: ['a1', '12', 12], fails: ['a b', 'a_', 'a-', '1.5', -1, '١'] });
  });
  it('alpha_dash: letters, digits, _ and -', () => {
    holds('alpha_dash', { passes: ['a-1_b', -1, '_', '-'], fails: ['a b', 'a.b', 'a–b', 1.5] });
  });
  it('alpha_spaces: letters and blanks', () => {
    holds('alpha_spaces', { passes: ['a b', ' ', 'a\tb', 'a\u00a0b'], fails: ['a1', 'a_', 'a-b', 12] });
  });
});
