import { describe, expect, it } from 'vitest';
import { MOST_RECORDED } from '../../lib/contract/recordings.ts';
import { recordedKeys, recordedOf, sparseOf, wantedOf } from './imported-recording.ts';

const columns = (n: number) => Array.from({ length: n }, (_, i) => ({ key: `k${i}` }));

describe('a recording that is wanted of a file', () => {
  it('is called as the file, without what its name ends with', () => {
    expect(wantedOf('rozvoz 2026-11.csv').name).toBe('rozvoz 2026-11');
    expect(wantedOf('CR1000_Table1.dat').name).toBe('CR1000_Table1');
    expect(wantedOf('.csv').name).toBe('.csv');
    expect(wantedOf('teplota v1.0 listopad').name).toBe('teplota v1.0 listopad');
    expect(wantedOf(`${'a'.repeat(250)}.csv`).name).toHaveLength(200);
  });

  it('goes over all channels, and of too many over those that were chosen', () => {
    const wanted = { ...wantedOf('a.csv'), keys: ['k0', 'k13', 'gone'] };
    expect(recordedOf(wanted, columns(MOST_RECORDED))).toEqual({ name: 'a', purpose: 'monitoring' });
    expect(recordedOf(wanted, columns(14))?.keys).toEqual(['k0', 'k13']);
    expect(recordedKeys({ ...wanted, keys: null }, columns(14))).toHaveLength(MOST_RECORDED);
  });

  it('is none without a name or channels, or with more than a recording takes', () => {
    const wanted = wantedOf('a.csv');
    expect(recordedOf({ ...wanted, name: '  ' }, columns(2))).toBeNull();
    expect(recordedOf(wanted, [])).toBeNull();
    expect(recordedOf({ ...wanted, keys: [] }, columns(14))).toBeNull();
    expect(recordedOf({ ...wanted, keys: columns(14).map(({ key }) => key) }, columns(14))).toBeNull();
  });
});

describe('rows of a file', () => {
  const rows = (...minutes: (number | null)[]) =>
    minutes.map((minute) => ({ ts: minute === null ? null : new Date(minute * 60_000).toISOString() }));

  it('are sparse where they are usually farther apart than twice the interval of the logger', () => {
    expect(sparseOf(rows(0, 5, 10, 15), 60)).toEqual({ spacing_s: 300, interval_s: 60 });
    expect(sparseOf(rows(15, 10, null, 5, 0), 60)).toEqual({ spacing_s: 300, interval_s: 60 });
    expect(sparseOf(rows(0, 2, 4, 6), 60)).toBeNull();
    // A pause makes no file sparse.
    expect(sparseOf(rows(0, 1, 2, 60, 61), 60)).toBeNull();
  });

  it('are not where nobody knows how far apart they should be, or there is only one', () => {
    expect(sparseOf(rows(0, 5, 10), null)).toBeNull();
    expect(sparseOf(rows(0), 60)).toBeNull();
    expect(sparseOf([], 60)).toBeNull();
  });
});
