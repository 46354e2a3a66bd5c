import { describe, expect, it } from 'vitest';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { periodOf, spanOfPeriod } from './periods.ts';
import { isFiltered, readQuery, unfiltered, writeQuery } from './query.ts';

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
    expect(isFiltered(query)).toBe(true);
    expect(isFiltered(unfiltered(query))).toBe(false);
    expect(readQuery({ state: 'x', method: '', screen: '<', from: '1.11.', sort: 'secret' }, null)).toEqual({
      ...unfiltered(query),
      workspace: null,
      archived: false,
      sort: '-day',
    });
  });

  it('knows the usual days by the wall clock of the workspace', () => {
    // Half past midnight in Prague is still yesterday in UTC.
    const now = Date.parse('2026-11-19T23:30:00Z');
    expect(spanOfPeriod('today', now, 'Europe/Prague')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(spanOfPeriod('week', now, 'Europe/Prague')).toEqual({ from: '2026-11-14', to: '2026-11-20' });
    expect(periodOf({ from: '2026-11-19', to: '2026-11-19' }, now, 'Europe/Prague')).toBe('yesterday');
    expect(periodOf({ from: '2026-11-19', to: null }, now, 'Europe/Prague')).toBe('own');
    expect(periodOf({ from: null, to: null }, now, 'Europe/Prague')).toBeNull();
    for (const zone of ['Pacific/Auckland', 'Pacific/Pago_Pago', 'Europe/Prague'])
      expect(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(noonOf('2026-11-20', zone))).toBe('2026-11-20');
  });
});
