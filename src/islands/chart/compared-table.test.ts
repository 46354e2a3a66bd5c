import { describe, expect, it } from 'vitest';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { chartCsv } from './take.ts';

const NOW = Date.parse('2026-10-26T00:30:00Z') * 1_000;
const MINUTE = 60_000_000;
/** A day of 25 hours lies between. */
const SHIFT = 25 * 60 * MINUTE;
const channel = { id: 'a', key: 'a', name: 'Vzduch', unit: '°C', kind: 'gauge', decimals: 1 } as Channel;
const series = (ts: number[], last: number[], over: Partial<Series> = {}): Series => ({
  resolution: 'raw',
  bucket_us: null,
  ts,
  min: last,
  max: last,
  first: last,
  last,
  n: last.map(() => 1),
  ...over,
});
const words = {
  ...{ time: 'Čas', utc: 'UTC', min: 'min', mean: 'průměr', max: 'max', quality: 'kvalita', suspect: 'podezřelé', ahead: 'čas napřed' },
  ...{ failed: 'chyba čidla', failedFrom: 'chyba čidla od', failedTo: 'chyba čidla do', excluded: 'vyloučeno', raw: 'přišlo' },
  ...{ excludedFrom: 'vyloučeno od', excludedTo: 'vyloučeno do', zone: 'Europe/Prague', locale: 'cs' as const, state: () => '' },
} as const;
const window = { from: NOW / 1_000, to: (NOW + 10 * MINUTE) / 1_000 };
const csv = (now: Series, then: Series) =>
  chartCsv(
    {
      channels: [channel],
      states: { a: { status: 'ready', series: now } },
      window,
      other: {
        window: { from: window.from - SHIFT / 1_000, to: window.to - SHIFT / 1_000 },
        series: { a: then },
        words: {
          range: '',
          time: 'Čas srovnání',
          utc: 'UTC srovnání',
          value: (head) => `${head} (srovnání)`,
          difference: (head) => `${head} (rozdíl)`,
        },
      },
    },
    words,
  )
    .slice(1)
    .trimEnd()
    .split('\r\n');

describe('the table of a chart that is compared with another time', () => {
  it('has the values of that time with its own clock, told apart in the hour that comes twice, and the difference', () => {
    // Seconds apart, as loggers are: they lie over each other.
    const then = [0, 1, 3].map((n) => NOW - SHIFT + n * MINUTE + 7_000_000);
    expect(csv(series([NOW, NOW + MINUTE, NOW + 2 * MINUTE], [4.25, 5, 6]), series(then, [4, 5.5, 9]))).toEqual([
      'Čas;UTC;Vzduch [°C];Čas srovnání;UTC srovnání;Vzduch [°C] (srovnání);Vzduch [°C] (rozdíl)',
      '2026-10-26 01:30:00;2026-10-26T00:30:00Z;4,3;2026-10-25 01:30:07;2026-10-24T23:30:07Z;4,0;0,3',
      '2026-10-26 01:31:00;2026-10-26T00:31:00Z;5,0;2026-10-25 01:31:07;2026-10-24T23:31:07Z;5,5;-0,5',
      '2026-10-26 01:32:00;2026-10-26T00:32:00Z;6,0;;;;',
      // Nothing lies over it now: it stands at the moment that it lies over.
      '2026-10-26 01:33:07;2026-10-26T00:33:07Z;;2026-10-25 01:33:07;2026-10-24T23:33:07Z;9,0;',
    ]);
  });

  it('bears the offset of a clock time that came twice, and has every reading of a time with more readings once', () => {
    const later = NOW - SHIFT + 65 * MINUTE;
    const shown = { from: window.from + 3_900_000, to: window.to + 3_900_000 };
    const lines = chartCsv(
      {
        channels: [channel],
        states: { a: { status: 'ready', series: series([NOW + 65 * MINUTE], [1]) } },
        window: shown,
        other: {
          window: { from: shown.from - SHIFT / 1_000, to: shown.to - SHIFT / 1_000 },
          series: { a: series([later, later + MINUTE, later + 2 * MINUTE], [1, 2, 3]) },
          words: { range: '', time: 'Čas srovnání', utc: '', value: (head) => head, difference: (head) => head },
        },
      },
      words,
    ).split('\r\n');
    expect(lines.slice(1, 4).map((line) => line.split(';').slice(2, 4))).toEqual([
      ['1,0', '2026-10-25 02:35:00 +02:00'],
      ['', '2026-10-25 02:36:00 +02:00'],
      ['', '2026-10-25 02:37:00 +02:00'],
    ]);
  });

  it('compares means where points stand for many readings', () => {
    const bucket = { bucket_us: MINUTE, mean: [2.5], min: [1], max: [4] };
    expect(csv(series([NOW], [3], bucket), series([NOW - SHIFT], [2], { ...bucket, mean: [2] }))[1]).toBe(
      '2026-10-26 01:30:00;2026-10-26T00:30:00Z;1,0;2,50;4,0;2026-10-25 01:30:00;2026-10-24T23:30:00Z;1,0;2,00;4,0;0,50',
    );
  });
});
