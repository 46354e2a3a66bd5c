import { expect, it } from 'vitest';
import { readQuery, unfiltered, writeQuery } from './query.ts';

it('the address says filters, groups and sort, and reads back the same', () => {
  const query = readQuery(
    { q: 'pec', state: 'offline', tag: 'HACCP', health: 'battery', group: 'machine', archived: '1', sort: '-name' },
    'w1',
  );
  expect(query).toEqual({
    workspace: 'w1',
    q: 'pec',
    state: 'offline',
    tag: 'HACCP',
    health: 'battery',
    group: 'machine',
    archived: true,
    sort: '-name',
  });
  expect(readQuery(JSON.parse(JSON.stringify(writeQuery(query))) as Record<string, string>, 'w1')).toEqual(query);
});

it('what an address can’t mean is left out, and what narrows nothing isn’t written', () => {
  const query = readQuery({ state: 'x', group: 'constructor', sort: 'created' }, null);
  expect(query).toMatchObject({ state: null, group: null, sort: 'trouble' });
  expect(Object.values(writeQuery(query)).filter(Boolean)).toEqual([]);
});

it('clearing the filters keeps groups and order', () => {
  const query = readQuery({ q: 'pec', group: 'place', sort: 'name' }, null);
  expect(unfiltered(query)).toMatchObject({ q: '', group: 'place', sort: 'name' });
});
