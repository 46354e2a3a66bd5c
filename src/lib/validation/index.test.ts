import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from '../constants.ts';
import { check, NOT_VALID, type Rules, type ValidateOptions, validate } from './index.ts';

const isValid = async (value: unknown, rules: Rules, options?: ValidateOptions) => (await validate(value, rules, options)).valid;
const failedRules = async (value: unknown, rules: Rules, options?: ValidateOptions) =>
  (await validate(value, rules, options)).failed.map(({ rule }) => rule);

describe('rules written as a text', () => {
  it('validate takes rules as a text: | between rules, : before parameters, a comma between them', async () => {
    expect(await isValid(3, 'required|between:1,5')).toBe(true);
    expect(await failedRules(9, 'required|between:1,5')).toEqual(['between']);
    expect(await failedRules('', 'required|between:1,5')).toEqual(['required']);
    expect(await isValid(3, 'between: 1 , 5 ')).toBe(true);
    expect(await isValid('b', 'one_of:a,b,c')).toBe(true);
    expect(await isValid('b', 'one_of:a, b')).toBe(false);
  });
  it('parameters are texts: 5 is not the 5 of is:5, but one_of finds it', async () => {
    expect(await isValid(5, 'is:5')).toBe(false);
    expect(await isValid('5', 'is:5')).toBe(true);
    expect(await isValid(5, 'one_of:4,5')).toBe(true);
  });
  it('a parameter keeps its colons; every | and every comma separates', async () => {
    expect(await isValid('a:b', 'regex:^a:b$')).toBe(true);
    expect(await isValid('https://a.cz', 'url:^https://')).toBe(true);
    expect(await isValid('aa', 'regex:^a{1,3}$')).toBe(false);
    expect(await isValid('aa', { regex: '^a{1,3}$' })).toBe(true);
    expect(await isValid('b', { regex: '^(a|b)$' })).toBe(true);
    await expect(validate('a', 'regex:a|b')).rejects.toThrow("No such validator 'b' exists.");
  });
  it('rules without a name are passed over, the last of two equal ones counts', async () => {
    expect(await isValid(100, '||numeric|')).toBe(true);
    expect(await failedRules('a', ':5|numeric')).toEqual(['numeric']);
    expect(await isValid('b', 'is:a|is:b')).toBe(true);
  });
});

describe('rules written as an object', () => {
  it('validate takes rules as an object { rule: true | false | value | array }', async () => {
    expect(await failedRules('', { required: true })).toEqual(['required']);
    expect(await isValid('', { required: false, nope: false })).toBe(true);
    expect(await failedRules('abc', { max: 2 })).toEqual(['max']);
    expect(await failedRules(9, { between: [1, 5] })).toEqual(['between']);
    expect(await failedRules('', { required: undefined })).toEqual(['required']);
  });
  it('a value may be a RegExp or an object', async () => {
    const object = { a: 1 };
    expect(await isValid('ab', { regex: /^a/ })).toBe(true);
    expect(await failedRules('ba', { regex: /^a/ })).toEqual(['regex']);
    expect(await isValid(object, { is: object })).toBe(true);
    expect(await failedRules({ a: 1 }, { is: object })).toEqual(['is']);
    expect(await isValid(null, { is: null })).toBe(true);
  });
  it('parameters may be named', async () => {
    expect(await isValid(3, { between: { max: 5, min: 1 } })).toBe(true);
    expect(await failedRules(9, { between: { max: 5, min: 1 } })).toEqual(['between']);
    expect(await isValid('a', { confirmed: { target: '@b' } }, { values: { b: 'a' } })).toBe(true);
  });
  it('no rules at all are valid', async () => {
    for (const rules of [undefined, null, '', '|', {}]) expect(await validate('x', rules)).toEqual({ valid: true, errors: [], failed: [] });
  });
});

describe('a parameter that names another field', () => {
  const values = { password: 'p', min: 2, lines: [{ from: 'x' }], 'a.b': 'flat', '@': '' };

  it('validate replaces @field by values[field], wherever a parameter is such a text', async () => {
    expect(await isValid('p', 'confirmed:@password', { values })).toBe(true);
    expect(await failedRules('q', 'confirmed:@password', { values })).toEqual(['confirmed']);
    expect(await failedRules(1, 'between:@min,5', { values })).toEqual(['between']);
    expect(await isValid(1, { one_of: [9, '@min', 1] }, { values })).toBe(true);
    expect(await isValid('p', { is: '@password' }, { values })).toBe(true);
  });
  it('a field may be inside another; one that is missing is undefined; a lone @ is no field', async () => {
    expect(await isValid('x', 'is:@lines[0].from', { values })).toBe(true);
    expect(await isValid('x', 'is:@lines.0.from', { values })).toBe(true);
    expect(await isValid('flat', 'is:@a.b', { values })).toBe(true);
    expect(await isValid('x', 'is:@lines.7.from', { values })).toBe(false);
    expect(await isValid(undefined, 'is:@constructor', { values })).toBe(true);
    expect(await isValid('p', 'confirmed:@password')).toBe(false);
    expect(await isValid('@', 'is:@', { values })).toBe(true);
  });
  it('check takes parameters as they are, and with values those that name one of them', () => {
    expect(check('confirmed', '@password', ['@password'])).toBe(true);
    expect(check('confirmed', 'p', ['@password'], { values })).toBe(true);
    expect(check('confirmed', '@nobody', ['@nobody'], { values })).toBe(true);
  });
});

describe('the answer of validate', () => {
  it('the default message is `{field} is not valid.` with the label, else the name', async () => {
    expect((await validate('', 'required', { name: 'age' })).errors).toEqual(['age is not valid.']);
    expect((await validate('', 'required', { name: 'age', label: 'Your $& age' })).errors).toEqual(['Your $& age is not valid.']);
    expect((await validate('', 'required', { name: '', label: '' })).errors).toEqual(['{field} is not valid.']);
    expect((await validate('', 'required')).errors).toEqual(['{field} is not valid.']);
  });
  it('the default message is translated', async () => {
    for (const [locale, message] of [
      ['cs', 'Pole Kód není správně vyplněné.'],
      ['cs-CZ', 'Pole Kód není správně vyplněné.'],
      ['sk', 'Pole Kód nie je správne vyplnené.'],
      ['sk-SK', 'Pole Kód nie je správne vyplnené.'],
      ['en', 'Kód is not valid.'],
      ['en-US', 'Kód is not valid.'],
      ['ja', 'Kód is not valid.'],
    ] as const)
      expect((await validate('', 'required', { label: 'Kód', locale })).errors, locale).toEqual([message]);
  });
  it('the default message is that of the locale files', () => {
    for (const locale of LOCALES) {
      const words = JSON.parse(readFileSync(`locales/${locale}/validation.json`, 'utf8')) as { not_valid: string };
      expect(NOT_VALID[locale]('{{field}}')).toBe(words.not_valid);
    }
    expect(Object.keys(NOT_VALID)).toContain(DEFAULT_LOCALE);
  });
  it('the locale decides the letters too', async () => {
    expect(await isValid('kôň', 'alpha', { locale: 'sk-SK' })).toBe(true);
    expect(await isValid('kôň', 'alpha', { locale: 'cs' })).toBe(false);
    expect(await isValid('kôň', 'alpha')).toBe(true);
    expect(await isValid('kôň', 'alpha:en', { locale: 'sk' })).toBe(false);
  });
  it('rules stop at the first failure', async () => {
    expect(await validate('a1', 'alpha|max:1|email', { name: 'x' })).toEqual({
      valid: false,
      errors: ['x is not valid.'],
      failed: [{ rule: 'alpha', params: {} }],
    });
    expect(await failedRules('', 'required|nope')).toEqual(['required']);
  });
  it('bails: false collects one error for each failing rule', async () => {
    const { valid, errors, failed } = await validate('a1', 'alpha|max:1|required|email', { name: 'x', bails: false });
    expect([valid, errors]).toEqual([false, Array(3).fill('x is not valid.')]);
    expect(failed).toEqual([
      { rule: 'alpha', params: {} },
      { rule: 'max', params: { length: 1 } },
      { rule: 'email', params: {} },
    ]);
  });
  it("an unknown rule throws `No such validator '{x}' exists.`", async () => {
    for (const rules of ['nope', 'numeric|nope', { nope: true }, 'nope:1,2'])
      for (const value of ['', 1]) await expect(validate(value, rules)).rejects.toThrow("No such validator 'nope' exists.");
    for (const name of ['constructor', '__proto__', 'required ']) await expect(validate('x', name)).rejects.toThrow(`'${name}'`);
    await expect(validate('x', { constructor: { a: 1 } })).rejects.toThrow("'constructor'");
  });
  it('dimensions are waited for', async () => {
    const file = { name: 'a.png', type: 'image/png', size: 1, width: 2, height: 1 };
    expect(await isValid(file, 'required|image|dimensions:2,1|size:1')).toBe(true);
    expect(await validate(file, 'dimensions:1,2|nope')).toMatchObject({
      failed: [{ rule: 'dimensions', params: { width: 1, height: 2 } }],
    });
  });
  it('the target of confirmed is told to nobody', async () => {
    expect(JSON.stringify(await validate('x', 'confirmed:@p', { values: { p: 'secret' } }))).not.toContain('secret');
  });
});
