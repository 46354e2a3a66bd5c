import { describe, expect, it } from 'vitest';
import { isNarrowed } from '../../lib/client/measurements/measurements.store.ts';
import { readQuery, unfiltered, writeQuery } from './query.ts';

describe('the address of the list of measurements', () => {
  it('says what is shown, and what it can’t mean is left out', () => {
    const id = '01a00000-0000-7000-8000-000000000001';
    const query = readQuery(
      { q: 'linka', state: 'running', method: 'study', machine: id, from: '2026-11-01', sort: 'name', archived: '1' },
      'w1',
    );
    expect(query).toMatchObject({
      q: 'linka',
      state: 'running',
      method: 'study',
      machine: id,
      from: '2026-11-01',
      to: null,
      sort: 'name',
      archived: true,
    });
    expect(
      readQuery(
        Object.fromEntries(Object.entries(writeQuery(query)).flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
        'w1',
      ),
    ).toEqual(query);
    expect(isNarrowed(query)).toBe(true);
    expect(isNarrowed(unfiltered(query))).toBe(false);
    expect(readQuery({ state: 'x', method: '', screen: '<', from: '1.11.', sort: 'secret' }, null)).toEqual({
      ...unfiltered(query),
      workspace: null,
      archived: false,
      sort: '-day',
    });
  });
});
