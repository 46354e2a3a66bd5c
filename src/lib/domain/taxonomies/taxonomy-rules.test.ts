import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryProblems, colorOf, MAX_LEVELS } from './taxonomy-rules.ts';

const category = (code: string, parent: string | null = null, color: number | null = null) => ({
  code,
  parent,
  color,
  loss: false,
  names: { cs: code, en: code, sk: code },
});
const problems = (...pairs: [string, string | null][]) =>
  categoryProblems(pairs.map(([code, parent]) => ({ code, parent }))).map(({ path, code }) => `${path} ${code}`);

describe('categories of a taxonomy', () => {
  it('have codes of their own and parents that are there', () => {
    expect(problems(['a', null], ['b', 'a'], ['c', 'b'])).toEqual([]);
    expect(problems(['a', null], ['a', null], ['b', 'x'])).toEqual(['categories.1.code taken', 'categories.2.parent unknown']);
  });

  it('stand under each other at most three deep, and never under themselves', () => {
    expect(problems(['a', null], ['b', 'a'], ['c', 'b'], ['d', 'c'])).toEqual(['categories.3.parent too_deep']);
    expect(problems(['a', 'a'])).toEqual(['categories.0.parent ring']);
    expect(problems(['a', 'b'], ['b', 'a'], ['c', 'b'])).toEqual([
      'categories.0.parent ring',
      'categories.1.parent ring',
      'categories.2.parent ring',
    ]);
  });

  it('without a problem each lead up to a category that has none above it', () => {
    const code = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const placed = fc.record({ code, parent: fc.option(code) });
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 5 }), (categories) => {
        const byCode = new Map<string, string | null>(categories.map((one) => [one.code, one.parent]));
        const levels = (of: string | null | undefined, left = MAX_LEVELS): number =>
          of === null ? 0 : of === undefined || left === 0 ? Number.POSITIVE_INFINITY : 1 + levels(byCode.get(of), left - 1);
        const good = byCode.size === categories.length && categories.every((one) => byCode.has(one.code) && levels(one.code) <= MAX_LEVELS);
        expect(categoryProblems(categories).length === 0).toBe(good);
      }),
    );
  });

  it('take their colour from above when they have none', () => {
    const categories = [category('a', null, 4), category('b', 'a'), category('c', 'b', 2), category('d')];
    expect(['a', 'b', 'c', 'd', 'x'].map((code) => colorOf(categories, code))).toEqual([4, 4, 2, null, null]);
  });
});
