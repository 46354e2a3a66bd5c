import { describe, expect, it } from 'vitest';
import { isNarrowed } from '../../lib/client/machines/machines.store.ts';
import { readQuery, unfiltered, writeQuery } from './query.ts';

const address = (query: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])));

describe('the address of the list of machines', () => {
  it('keeps every filter, the search, the archived ones and the order', () => {
    const query = { q: 'lis', status: 'standby', kind: 'a', site: 'b', hall: 'c', line: 'd', archived: '1', sort: '-code' };
    expect(address(writeQuery(readQuery(query, 'w')))).toEqual(query);
  });

  it('says nothing of a list that nobody narrowed', () => {
    expect(address(writeQuery(readQuery({}, null)))).toEqual({});
    expect(isNarrowed(readQuery({ archived: '1', sort: 'code' }, 'w'))).toBe(false);
    expect(isNarrowed(readQuery({ hall: 'A' }, null))).toBe(true);
    expect(isNarrowed(unfiltered(readQuery({ q: 'x', hall: 'A', status: 'standby' }, null)))).toBe(false);
  });

  it('leaves out what it can not mean', () => {
    expect(readQuery({ status: 'broken', sort: '--name', archived: 'yes' }, null)).toEqual(readQuery({}, null));
    expect(readQuery({ hall: 'h'.repeat(200) }, null).hall).toHaveLength(80);
  });
});
