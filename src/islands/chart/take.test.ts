import { describe, expect, it } from 'vitest';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { chartCsv } from './take.ts';

const AT = Date.parse('2026-10-25T00:30:00Z') * 1_000;
const channel = (over: Partial<Channel>): Channel =>
  ({ id: 'a', key: 'a', name: 'Vzduch', unit: '°C', kind: 'gauge', decimals: 1, ...over }) as Channel;
const series = (over: Partial<Series>): Series => ({
  resolution: 'raw',
  bucket_us: null,
  ts: [AT, AT + 3_600_000_000],
  min: [4.25, 5],
  max: [4.25, 5],
  first: [4.25, 5],
  last: [4.25, 5],
  n: [1, 1],
  ...over,
});
const words = {
  time: 'Čas',
  utc: 'UTC',
  min: 'min',
  mean: 'průměr',
  max: 'max',
  quality: 'kvalita',
  suspect: 'podezřelé',
  ahead: 'čas napřed',
  failed: 'chyba čidla',
  failedFrom: 'chyba čidla od',
  failedTo: 'chyba čidla do',
  excluded: 'vyloučeno',
  excludedFrom: 'vyloučeno od',
  excludedTo: 'vyloučeno do',
  raw: 'přišlo',
  zone: 'Europe/Prague',
  locale: 'cs',
  state: () => 'otevřeno',
} as const;
const window = { from: AT / 1_000, to: AT / 1_000 + 7_200_000 };
const lines = (text: string) => text.slice(1).trimEnd().split('\r\n');

describe('the table of a chart', () => {
  it('has a row for each moment on the clock of the place, with the offset in the hour that comes twice', () => {
    const text = chartCsv({ channels: [channel({})], states: { a: { status: 'ready', series: series({}) } }, window }, words);
    expect(lines(text)).toEqual([
      'Čas;UTC;Vzduch [°C]',
      '2026-10-25 02:30:00 +02:00;2026-10-25T00:30:00Z;4,3',
      '2026-10-25 02:30:00 +01:00;2026-10-25T01:30:00Z;5,0',
    ]);
  });

  it('tells minimum, mean and maximum where a point stands for many readings, and nothing outside the window', () => {
    const bucket = series({ bucket_us: 60e6, ts: [AT - 60e6, AT], min: [0, 1], max: [9, 3], mean: [5, 2.125], n: [60, 60] });
    const text = chartCsv(
      { channels: [channel({})], states: { a: { status: 'ready', series: bucket } }, window },
      { ...words, locale: 'en' },
    );
    expect(lines(text)).toEqual([
      'Čas,UTC,Vzduch [°C] min,Vzduch [°C] průměr,Vzduch [°C] max',
      '2026-10-25 02:30:00 +02:00,2026-10-25T00:30:00Z,1.0,2.13,3.0',
    ]);
  });

  it('writes states by their words, and leaves a cell empty where a channel has nothing at that moment', () => {
    const door = channel({ id: 'b', key: 'b', name: 'Dveře', unit: null, kind: 'state', decimals: null });
    const states = {
      a: { status: 'ready' as const, series: series({ ts: [AT], last: [4] }) },
      b: { status: 'ready' as const, series: series({ ts: [AT + 1e6], last: [1] }) },
    };
    expect(lines(chartCsv({ channels: [channel({}), door], states, window }, words)).slice(1)).toEqual([
      '2026-10-25 02:30:00 +02:00;2026-10-25T00:30:00Z;4,0;',
      '2026-10-25 02:30:01 +02:00;2026-10-25T00:30:01Z;;otevřeno',
    ]);
  });

  it('says what is to be said of the points in a column of its own, and has none where nothing is', () => {
    const minute = 60e6;
    const at = (n: number) => AT + n * minute;
    const marked = series({
      ts: [at(0), at(1), at(2), at(6)],
      last: [4, 99, 5, 6],
      suspect: [[at(1), at(1)]],
      ahead: [[at(1), at(2)]],
      left_out: [
        [at(3), at(3)],
        [at(4), at(5)],
        [at(900), at(901)],
      ],
    });
    const states = { a: { status: 'ready' as const, series: marked } };
    expect(lines(chartCsv({ channels: [channel({})], states, window }, words)).map((line) => line.split(';').slice(2).join(';'))).toEqual([
      'Vzduch [°C];Vzduch [°C] kvalita',
      '4,0;',
      '99,0;podezřelé + čas napřed',
      '5,0;čas napřed',
      ';chyba čidla',
      ';chyba čidla od',
      ';chyba čidla do',
      '6,0;',
    ]);
  });

  it('of buckets names each that holds errors of the sensor, also one without any other reading', () => {
    const bucket = series({ bucket_us: 300e6, ts: [AT], min: [1], max: [3], mean: [2], n: [5], left_out: [[AT, AT + 300e6]] });
    const states = { a: { status: 'ready' as const, series: bucket } };
    expect(lines(chartCsv({ channels: [channel({})], states, window }, words)).map((line) => line.split(';').slice(2).join(';'))).toEqual([
      'Vzduch [°C] min;Vzduch [°C] průměr;Vzduch [°C] max;Vzduch [°C] kvalita',
      '1,0;2,00;3,0;chyba čidla',
      ';;;chyba čidla',
    ]);
  });
});
