import { expect, it } from 'vitest';
import { isFiltered, readQuery, writeQuery } from './query.ts';

it('reads the list out of an address and writes it back', () => {
  const query = readQuery({ q: 'lis', method: 'study', archived: '1', sort: '-created_at' }, 'w1');
  expect(query).toEqual({ workspace: 'w1', q: 'lis', method: 'study', archived: true, sort: '-created_at' });
  expect(writeQuery(query)).toEqual({ q: 'lis', method: 'study', archived: '1', sort: '-created_at' });
});

it('leaves out what an address can’t mean', () => {
  const query = readQuery({ method: 'guess', sort: 'draft', archived: 'yes' }, null);
  expect(query).toEqual({ workspace: null, q: '', method: null, archived: false, sort: 'name' });
  expect(isFiltered(query)).toBe(false);
});
