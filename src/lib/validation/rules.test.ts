import { describe, expect, it } from 'vitest';
import { check } from './index.ts';
import { RULES, type RuleName } from './rules.ts';
import { holds } from './testing.ts';

const ALL_RULES = Object.keys(RULES) as RuleName[];
/** Parameters with which a rule passes its first value and fails its second. */
const EXAMPLES: Record<Exclude<RuleName, 'dimensions'>, readonly [right: unknown, wrong: unknown, ...args: unknown[]]> = {
  alpha: ['abc', 'a1'],
  alpha_dash: ['a-1_', 'a b'],
  alpha_num: ['a1', 'a-1'],
  alpha_spaces: ['a b', 'a1'],
  between: [3, 9, 1, 5],
  confirmed: ['a', 'b', 'a'],
  digits: ['123', '12', 3],
  email: ['a@b.cz', 'a@b'],
  ext: [{ name: 'a.png' }, { name: 'a.gif' }, 'png'],
  image: [{ name: 'a.png' }, { name: 'a.pdf' }],
  integer: ['-5', '5.5'],
  is: ['a', 'b', 'a'],
  is_not: ['b', 'a', 'a'],
  length: ['ab', 'abc', 2],
  max: ['ab', 'abc', 2],
  max_value: [2, 3, 2],
  mimes: [{ type: 'image/png' }, { type: 'text/plain' }, 'image/*'],
  min: ['ab', 'a', 2],
  min_value: [2, 1, 2],
  not_one_of: [3, 1, 1, 2],
  numeric: ['123', '-1'],
  one_of: [1, 3, 1, 2],
  regex: ['ab', 'b', '^a'],
  required: ['a', ' '],
  size: [{ size: 1_024 }, { size: 1_025 }, 1],
  url: ['https://a.cz', 'a.cz'],
};
const EXAMPLE_LIST = Object.entries(EXAMPLES) as [RuleName, readonly unknown[]][];
const OF_THE_WHOLE: RuleName[] = ['confirmed', 'is', 'is_not', 'length'];

describe('the rules', () => {
  it('are these twenty-seven, and each answers true or false', () => {
    expect(ALL_RULES).toHaveLength(27);
    for (const [rule, [right, wrong, ...args]] of EXAMPLE_LIST) holds(rule, { passes: [right], fails: [wrong], args });
    expect([...Object.keys(EXAMPLES), 'dimensions'].sort()).toEqual([...ALL_RULES].sort());
  });

  it('an unknown rule throws', () => {
    for (const rule of ['nope', '', 'Required', 'required ', 'toString', '__proto__'])
      expect(() => check(rule, ''), rule).toThrow(`No such validator '${rule}' exists.`);
  });

  it('empty values (undefined, null, empty text, empty array) pass every rule except required, confirmed, is, is_not', () => {
    const empty = [undefined, null, '', []];
    const own: RuleName[] = ['required', 'confirmed', 'is', 'is_not'];
    for (const rule of ALL_RULES.filter((one) => !own.includes(one)))
      for (const args of [[], [1, 2], ['x']]) holds(rule, { passes: empty, args });
    holds('required', { fails: empty });
    holds('confirmed', { fails: empty, args: ['x'] });
    holds('is', { fails: empty, args: ['x'] });
    holds('is_not', { passes: empty, args: ['x'] });
    for (const value of empty) holds('is_not', { fails: [value], args: [value] });
  });

  it('arrays: every element must pass', () => {
    for (const [rule, [right, wrong, ...args]] of EXAMPLE_LIST.filter(([one]) => !OF_THE_WHOLE.includes(one)))
      holds(rule, { passes: [[right], [right, right], [[right], right]], fails: [[wrong], [right, wrong], [right, [right, wrong]]], args });
  });

  it('arrays: an empty element passes except under required', () => {
    for (const [rule, [right, , ...args]] of EXAMPLE_LIST.filter(([one]) => !OF_THE_WHOLE.includes(one) && one !== 'required'))
      for (const empty of [undefined, null, '', []]) holds(rule, { passes: [[empty], [right, empty]], args });
    for (const empty of [undefined, null, '', [], ' ', false]) holds('required', { passes: [['a', 0]], fails: [[empty], ['a', empty]] });
    // biome-ignore lint/suspicious/noSparseArray: a hole is an empty element.
    holds('required', { fails: [['a', , 'b']] });
  });

  it('arrays: length is the length of the array', () => {
    holds('length', {
      passes: [
        ['a', 'bcd'],
        ['', ''],
      ],
      fails: [['ab'], ['a', 'b', 'c']],
      args: [2],
    });
  });

  it('arrays: is and is_not look at identity', () => {
    const list = ['a'];
    holds('is', { passes: [list], fails: [['a'], 'a'], args: [list] });
    holds('is_not', { passes: [['a'], 'a'], fails: [list], args: [list] });
  });

  it('an array inside itself is refused, not walked for ever', () => {
    const circle: unknown[] = ['a'];
    circle.push(circle);
    holds('alpha', { fails: [circle] });
    holds('required', { fails: [circle] });
  });
});

describe('between, min_value, max_value', () => {
  it('take Number() of value and bounds: texts, blanks, null, booleans', () => {
    holds('between', { args: [' 1', '5 '], passes: ['1', ' 5 ', '0x3', '3e0', true, 5n, new Date(3)], fails: ['0', '5.01', ' ', false] });
    holds('between', { args: [null, true], passes: [0, 1, ' '], fails: [2, -1] });
    holds('min_value', { args: ['1e1'], passes: ['10', 11, 'Infinity'], fails: ['9.99', ' '] });
    holds('max_value', { args: [' 10 '], passes: ['10', -1, ' ', '-Infinity'], fails: ['10.01', 'Infinity'] });
  });
  it('inclusive', () => {
    holds('between', { args: [-1, 1.5], passes: [-1, 0, 1.5], fails: [-1.01, 1.51] });
    holds('min_value', { args: [-1], passes: [-1, 0], fails: [-1.01] });
    holds('max_value', { args: [1], passes: [1, 0], fails: [1.01] });
    holds('between', { args: [5, 1], fails: [1, 3, 5] });
  });
  it('NaN fails, of the value and of a bound', () => {
    const none = ['abc', '1,5', Number.NaN, {}, '12a', Symbol('a'), Object.create(null)];
    holds('between', { args: [-9, 99], fails: none });
    holds('min_value', { args: [-9], fails: none });
    holds('max_value', { args: [99], fails: none });
    for (const args of [[], ['x'], [undefined, 5], [1, 'x'], [1]]) holds('between', { args, fails: [1, 3] });
    holds('min_value', { args: ['x'], fails: [1] });
    holds('max_value', { fails: [1] });
  });
});

describe('confirmed', () => {
  it('equals the target field as text', () => {
    holds('confirmed', { args: ['p@$$'], passes: ['p@$$'], fails: ['p@$', 'P@$$', ' p@$$', ''] });
    holds('confirmed', { args: [5], passes: [5, '5'], fails: ['5.0'] });
    holds('confirmed', { args: [undefined], passes: [undefined, 'undefined'], fails: [null, ''] });
    holds('confirmed', { args: [['a', 'b']], passes: [['a', 'b'], 'a,b'], fails: [['b', 'a']] });
    holds('confirmed', { args: ['@password'], passes: ['@password'] });
  });
});

describe('is and is_not', () => {
  it('is / is_not strict', () => {
    const object = {};
    for (const [value, other] of [
      ['5', 5],
      [0, false],
      [null, undefined],
      ['', 0],
      [{}, {}],
      [Number.NaN, Number.NaN],
      ['A', 'a'],
    ]) {
      holds('is', { args: [other], fails: [value] });
      holds('is_not', { args: [other], passes: [value] });
    }
    for (const same of ['a', 5, true, null, undefined, object]) {
      holds('is', { args: [same], passes: [same] });
      holds('is_not', { args: [same], fails: [same] });
    }
  });
});

describe('one_of and not_one_of', () => {
  it('one_of / not_one_of: loose equality', () => {
    const list = [1, '2', true, 'a'];
    const among = [1, '1', 2, '2', true, 'a', ['1', 2]];
    const outside = [3, '3', 'A', ' a', {}, false];
    holds('one_of', { args: list, passes: among, fails: [...outside, [1, 3]] });
    holds('not_one_of', { args: list, passes: [...outside, [3, 4]], fails: [...among, [3, 1]] });
    holds('one_of', { args: [''], passes: [0, false], fails: ['a'] });
    holds('one_of', { fails: ['a', 0] });
    holds('not_one_of', { passes: ['a', 0] });
  });
  it('a value that compares with nothing is among nothing', () => {
    holds('one_of', { args: ['a'], fails: [Object.create(null)] });
    holds('not_one_of', { args: ['a'], passes: [Object.create(null)] });
  });
});

describe('required', () => {
  it('required: not null, undefined, [], false or blank text; 0 passes', () => {
    holds('required', {
      passes: ['a', ' a ', 0, -0, '0', 'false', true, {}, Number.NaN, { name: 'a.png' }],
      fails: [null, undefined, [], false, '', ' ', '\n\t\u00a0'],
    });
  });
});
