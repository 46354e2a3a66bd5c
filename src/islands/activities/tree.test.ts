import { expect, it } from 'vitest';
import type { Category } from '../../lib/contract/taxonomies.ts';
import { freeColor } from './free-color.ts';
import { asTree } from './tree.ts';

const category = (code: string, parent: string | null = null): Category => ({
  code,
  names: { cs: code, en: code, sk: code },
  parent,
  color: null,
  loss: false,
});

it('puts each category below the one that it is a part of, and loses none in a ring', () => {
  const found = asTree([category('b'), category('b1', 'b'), category('a'), category('x', 'y'), category('y', 'x'), category('b2', 'b')]);
  expect(found.map(({ category: { code }, level }) => `${code} ${level}`)).toEqual(['b 0', 'b1 1', 'b2 1', 'a 0', 'x 0', 'y 0']);
});

it('offers the colour that the fewest activities in use have', () => {
  const row = (color: number, archived_at: string | null = null) => ({ color, archived_at });
  expect(freeColor([])).toBe(1);
  expect(freeColor([row(1), row(2, '2026-01-01T00:00:00Z')])).toBe(2);
});
