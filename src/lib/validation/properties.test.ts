import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, validate } from './index.ts';
import { RULES, type RuleName } from './rules.ts';
import { isEmpty } from './values.ts';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.integer().map(String),
  fc.double().map((value) => ` ${value} `),
  fc.constantFrom('', ' ', 'x', null, undefined, true),
);
/** Rules of elements that take any parameters; patterns have a test of their own. */
const SYNCHRONOUS = (Object.keys(RULES) as RuleName[]).filter((rule) => rule !== 'dimensions' && rule !== 'regex' && rule !== 'url');
const OF_ELEMENTS = SYNCHRONOUS.filter((rule) => !['confirmed', 'is', 'is_not', 'length', 'required'].includes(rule));

describe('whatever the value', () => {
  it('a synchronous rule answers true or false and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SYNCHRONOUS), anything, fc.array(anything, { maxLength: 3 }), (rule, value, args) => {
        expect(typeof check(rule, value, args)).toBe('boolean');
      }),
      { numRuns: 5_000 },
    );
    fc.assert(
      fc.property(anything, (value) => {
        for (const pattern of ['^a', /^a/])
          for (const rule of ['regex', 'url']) expect(typeof check(rule, value, [pattern])).toBe('boolean');
      }),
    );
  });

  it('dimensions resolve to true or false', async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.array(anything, { maxLength: 2 }), async (value, args) => {
        expect(typeof (await check('dimensions', value, args))).toBe('boolean');
      }),
    );
  });

  it('an array passes when every element passes', () => {
    const value = fc.oneof(anything, fc.string(), number);
    fc.assert(
      fc.property(
        fc.constantFrom(...OF_ELEMENTS, 'required'),
        fc.array(value, { minLength: 1 }),
        fc.array(value, { maxLength: 2 }),
        (rule, list, args) => {
          expect(check(rule, list, args)).toBe(list.every((element) => check(rule, element, args)));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('not_one_of is the opposite of one_of for every value that is there', () => {
    fc.assert(
      fc.property(fc.oneof(number, fc.string()), fc.array(number), (value, list) => {
        fc.pre(!isEmpty(value));
        expect(check('not_one_of', value, list)).toBe(!check('one_of', value, list));
      }),
    );
  });
});

describe('numbers and lengths', () => {
  it('between is min_value and max_value together', () => {
    fc.assert(
      fc.property(number, number, number, (value, min, max) => {
        expect(check('between', value, [min, max])).toBe(
          Boolean(check('min_value', value, [min])) && Boolean(check('max_value', value, [max])),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('min and max count code points, length UTF-16 units', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, fc.nat(20), (value, length) => {
        const points = Array.from(value).length;
        expect(check('min', value, [length])).toBe(points >= length);
        expect(check('max', value, [length])).toBe(points <= length);
        expect(check('length', value, [value.length])).toBe(true);
        expect(check('length', value, [value.length + 1])).toBe(false);
      }),
    );
  });

  it('digits are numeric of that length, and what is numeric is an integer', () => {
    const text = fc.string({ unit: fc.constantFrom('0', '9', '-', 'a', '١'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 4 }), (value, length) => {
        expect(check('digits', value, [length])).toBe(Boolean(check('numeric', value)) && value.length === length);
        if (check('numeric', value)) expect(check('integer', value)).toBe(true);
      }),
    );
  });
});

describe('validate', () => {
  it('says the same of rules as text, as object and one by one', async () => {
    const rule = fc.constantFrom('required', 'alpha', 'integer', 'email', 'min:2', 'max:3', 'between:1,5', 'one_of:1,a', 'digits:2');
    const value = fc.constantFrom('', ' ', 'a', 'ab', '1', '12', '-3', 5, null, [], ['1', 'a'], 'a@b.cz');
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(rule), value, fc.boolean(), async (rules, one, bails) => {
        const parts = rules.map((text) => text.split(':') as [string, string?]);
        const object = Object.fromEntries(parts.map(([name, args]) => [name, args?.split(',') ?? true]));
        const failing = parts.filter(([name, args]) => !check(name, one, args?.split(',') ?? [])).map(([name]) => name);
        const answer = await validate(one, rules.join('|'), { bails });
        expect(answer).toEqual(await validate(one, object, { bails }));
        expect(answer.failed.map((failure) => failure.rule)).toEqual(bails ? failing.slice(0, 1) : failing);
        expect(answer.valid).toBe(failing.length === 0);
        expect(answer.errors).toHaveLength(answer.failed.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
