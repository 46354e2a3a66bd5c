import { describe, expect, it } from 'vitest';
import { readQuery, unfiltered, writeQuery } from './query.ts';

describe('the list of recordings in its address', () => {
  it('is read back as it was written, and what it cannot mean is left out', () => {
    const asked = {
      q: 'rozvoz',
      state: 'stopped',
      purpose: 'transport',
      verdict: 'not_decided',
      datalogger: '01890000-0000-7000-8000-000000000000',
      from: '2026-11-20T00:00:00Z',
      to: '2026-11-21T00:00:00Z',
      sort: 'name',
    };
    expect(writeQuery(readQuery(asked, null))).toEqual(asked);
    const nothing = readQuery({}, null);
    expect(readQuery({ state: 'x', purpose: 'x', verdict: 'x', datalogger: 'x', from: 'x', sort: 'x' }, null)).toEqual(nothing);
    expect(unfiltered(readQuery(asked, 'here'))).toEqual({ ...nothing, workspace: 'here', sort: 'name' });
  });
});
