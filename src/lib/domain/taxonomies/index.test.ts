import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { taxonomy } from '../../contract/taxonomies.ts';
import { BUILT_IN, VALUE_ID } from './index.ts';
import { categoryProblems, colorOf } from './taxonomy-rules.ts';

const shape = z.pick(taxonomy, { id: true, key: true, names: true, to_check: true, categories: true });

describe('taxonomies that come with the product', () => {
  it('keep to what is asked of anybody’s', () => {
    for (const one of BUILT_IN) {
      expect(shape.parse(one)).toEqual(one);
      expect(categoryProblems(one.categories)).toEqual([]);
    }
    expect(new Set(BUILT_IN.flatMap(({ id, key }) => [id, key])).size).toBe(8);
  });

  it('know the eight wastes as losses, the REFA kinds, the six big losses and the Czech codes', () => {
    const [value, refa, oee, czech] = BUILT_IN.map(({ categories }) => categories);
    const wastes = value!.filter(({ parent }) => parent === 'waste');
    expect([wastes.length, wastes.every(({ loss }) => loss)]).toEqual([8, true]);
    expect(value!.filter(({ loss }) => !loss).map(({ code }) => code)).toEqual(['value_added', 'necessary']);
    expect(refa).toHaveLength(8);
    expect(oee!.filter(({ parent }) => parent !== null)).toHaveLength(6);
    expect(czech!.map(({ code }) => code)).toEqual(expect.arrayContaining(['ta1', 'tb1', 'tc1', 't2', 't3', 'td', 'te', 'tf']));
    expect(BUILT_IN.filter(({ to_check }) => to_check).map(({ key }) => key)).toEqual(['czech_codes']);
    expect(BUILT_IN[0]!.id).toBe(VALUE_ID);
  });

  it('are named in each language in its own letters, and each category has a colour', () => {
    for (const { names, categories } of BUILT_IN)
      for (const words of [names, ...categories.map((one) => one.names)]) {
        expect(words.cs).not.toMatch(/[ľĺŕôä]/i);
        expect(words.sk).not.toMatch(/[ěřů]/i);
        expect(words.en).toMatch(/^[\x20-\x7e]+$/);
      }
    for (const { categories } of BUILT_IN) for (const { code } of categories) expect(colorOf(categories, code)).toBeTypeOf('number');
  });
});
