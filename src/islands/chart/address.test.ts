import { describe, expect, it } from 'vitest';
import { chartLink, readChartAddress, writeChartAddress } from './address.ts';

const FROM = Date.parse('2026-10-25T00:30:00Z');
const TO = Date.parse('2026-10-25T01:30:00Z');

describe('the address of a chart', () => {
  it('says window, selection and channels so that they are read back', () => {
    const shown = {
      range: { kind: 'fixed', from: FROM, to: TO } as const,
      selection: { from: FROM + 1, to: TO - 1 },
      hidden: ['door', 'air temp 100 %'],
    };
    const written = writeChartAddress(shown);
    expect(written).toMatchObject({ range: null, from: '2026-10-25T00:30:00Z', to: '2026-10-25T01:30:00Z' });
    const query = Object.fromEntries(Object.entries(written).filter((entry): entry is [string, string] => entry[1] !== null));
    expect(readChartAddress(query)).toEqual(shown);
  });

  it('says nothing of what is as the page has it by itself', () => {
    expect(Object.values(writeChartAddress({ range: null, selection: null, hidden: [] }))).toEqual([null, null, null, null, null]);
    expect(readChartAddress({})).toEqual({ range: null, selection: null, hidden: [] });
  });

  it('that was damaged on its way shows the page as it is without', () => {
    expect(readChartAddress({ range: 'x', from: '1', to: '2', sel: 'a/b', hide: '%E0%A4%A door' })).toEqual({
      range: null,
      selection: null,
      hidden: ['door'],
    });
  });
});

it('a link for somebody else holds the moments themselves and the place, whatever the sender’s address says', () => {
  const link = chartLink('https://plant.example/en/dlog/dataloggers/1?range=24h&sel=old#chart', {
    window: { from: FROM + 0.4, to: TO },
    selection: null,
    hidden: ['door'],
    organization: 'o',
    workspace: 'w',
  });
  expect(link).toBe(
    'https://plant.example/en/dlog/dataloggers/1?from=2026-10-25T00%3A30%3A00Z&to=2026-10-25T01%3A30%3A00Z&hide=door&org=o&ws=w#chart',
  );
});
