import { expect, it } from 'vitest';
import { listed, pageAsked } from './list.ts';

const SORTS = { name: { type: 'string' }, created_at: { type: 'number' } } as const;
const rows = (...names: string[]) => names.map((name) => ({ id: `id-${name}`, name }));
const shown = {
  place: ({ name }: { name: string }) => name,
  items: (page: { name: string }[]) => page.map(({ name }) => name),
  count: async () => 7,
};

it('a list is sorted as it usually is until a query asks for one of its other orders', () => {
  expect(pageAsked({}, SORTS, '-created_at')).toMatchObject({ sort: 'created_at', descending: true, cursor: null });
  expect(pageAsked({ sort: 'name' }, SORTS, '-created_at')).toMatchObject({ sort: 'name', descending: false });
  for (const sort of ['size', '--name', 'toString']) expect(() => pageAsked({ sort }, SORTS, 'name')).toThrow('validation_failed');
});

it('a page ends with a cursor that leads to the next one, and only in the order that it was made in', async () => {
  const page = pageAsked({ limit: 2 }, SORTS, 'name');
  const { items, next_cursor } = await listed({}, page, rows('a', 'b', 'c'), shown);
  expect(items).toEqual(['a', 'b']);
  expect(pageAsked({ cursor: next_cursor! }, SORTS, 'name').cursor).toEqual(['b', 'id-b']);
  expect(() => pageAsked({ cursor: next_cursor!, sort: 'created_at' }, SORTS, 'name')).toThrow('validation_failed');
  expect((await listed({}, page, rows('a', 'b'), shown)).next_cursor).toBeNull();
});

it('rows are counted only when the query asks', async () => {
  const page = pageAsked({}, SORTS, 'name');
  expect(await listed({}, page, rows('a'), shown)).toEqual({ items: ['a'], next_cursor: null });
  expect(await listed({ count: '1' }, page, rows('a'), shown)).toEqual({ items: ['a'], next_cursor: null, total: 7 });
});
