import { describe, expect, it } from 'vitest';
import { recordingHref } from '../chart/recording-href.ts';
import { readProposal } from './proposal.ts';

const ID = '01890000-0000-7000-8000-000000000001';

describe('a recording that a chart proposes', () => {
  it('is read from the address that leads to it', () => {
    const address = new URL(recordingHref([ID], { from: 0, to: 60_000 }, 'cs'), 'https://taktlog.example');
    expect(address.hash).toBe('#new');
    expect(readProposal(address.searchParams)).toEqual({
      channels: [ID],
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T00:01:00.000Z',
    });
  });
  it('is none without channels or a time', () => {
    for (const query of ['', `rec=${ID}`, `rec=x&start=0&end=1`, `rec=${ID}&start=a&end=1`])
      expect(readProposal(new URLSearchParams(query))).toBeNull();
  });
});
