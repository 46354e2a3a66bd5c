import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importSettings } from '../../contract/imports.ts';
import { parseCsv, separatorOf } from '../text/csv.ts';
import { guessSettings, type KnownChannel, nameAndUnit } from './guess.ts';

function guess(text: string, channels: readonly KnownChannel[] = []) {
  const separator = separatorOf(text);
  return guessSettings({
    rows: parseCsv(text, separator),
    encoding: 'utf-8',
    separator,
    zone: 'Europe/Prague',
    channels,
    mostColumns: 200,
  });
}

describe('what a table is taken for', () => {
  it('is a table of Excel in Central Europe: semicolons, commas, the day first', () => {
    expect(
      guess('Čas;Teplota [°C];Vlhkost (%);Dveře;Poznámka\n24.11.2026 7:05;21,5;48;ano;start\n24.11.2026 7:10;21,7;---;ne;běží'),
    ).toEqual({
      encoding: 'utf-8',
      separator: ';',
      decimal: ',',
      head_rows: 1,
      time: { columns: [0], format: 'dmy', zone: 'Europe/Prague', twice: null, skipped: null, newest_first: false },
      columns: [
        { at: 1, key: 'Teplota', kind: 'gauge', unit: '°C', sensor_type_id: null },
        { at: 2, key: 'Vlhkost', kind: 'gauge', unit: '%', sensor_type_id: null },
        { at: 3, key: 'Dveře', kind: 'state', unit: null, sensor_type_id: null },
        { at: 4, key: 'Poznámka', kind: 'text', unit: null, sensor_type_id: null },
      ],
    });
  });

  it('is TOA5 of Campbell with its four lines of head, names and units', () => {
    const text = `"TOA5","Roof","CR1000X","1234","CR1000X.Std.05","CPU:a.CR1X","55","Table1"
"TIMESTAMP","RECORD","AirTC_Avg","RH"
"TS","RN","Deg C","%"
"","","Avg","Smp"
"2026-11-24 07:05:00",1,21.53,48
"2026-11-24 07:10:00",2,"NAN",49`;
    expect(guess(text)).toMatchObject({
      separator: ',',
      decimal: '.',
      head_rows: 4,
      time: { columns: [0], format: 'iso' },
      columns: [
        { at: 2, key: 'AirTC_Avg', unit: 'Deg C' },
        { at: 3, key: 'RH', unit: '%' },
      ],
    });
  });

  it.each([
    [
      'date and time apart, newest first',
      'Date;Time;T\n24.11.2026;7:10;1\n24.11.2026;7:05;2',
      { columns: [0, 1], format: 'dmy', newest_first: true },
    ],
    ['the month first', 'Date,T\n11/24/2026 7:05 AM,1\n11/25/2026 7:05 AM,2', { columns: [0], format: 'mdy' }],
    ['slashes with the day first', 'Date,T\n24/11/2026 7:05,1\n25/11/2026 7:05,2', { columns: [0], format: 'dmy' }],
    ['seconds', 'ts,T\n1795484751,1\n1795484811,2', { columns: [0], format: 'epoch_s' }],
    ['milliseconds, not in the first column', 'T,ts\n1,1795484751695\n2,1795484811695', { columns: [1], format: 'epoch_ms' }],
    [
      'times that bear their offset, of two that are there',
      'Čas;UTC;T\n2026-11-24 08:05:00;2026-11-24T07:05:00Z;1',
      { columns: [1], format: 'iso' },
    ],
    ['a zone in the head', 'Time (Europe/London);T\n2026-11-24 08:05:00;1', { columns: [0], zone: 'Europe/London' }],
    [
      'lines about the logger above the head',
      'Logger X\nSerial;1234\nTime;T\n24.11.2026 7:05;1\n24.11.2026 7:06;2',
      { columns: [0], format: 'dmy' },
    ],
  ])('is understood: %s', (_, text, time) => {
    const settings = guess(text);
    expect(settings.time).toMatchObject(time);
    expect(settings.columns.map(({ key }) => key)).toEqual(['T']);
  });

  it('finds channels that are there by their key or their name, and never gives two columns one key', () => {
    const known: KnownChannel[] = [{ key: 'temp_1', name: 'Teplota pece', unit: '°C', kind: 'counter' }];
    expect(guess('t;teplota pece [°C];x;x\n2026-11-24 08:05;1;2;3', known).columns.map(({ key, kind }) => [key, kind])).toEqual([
      ['temp_1', 'counter'],
      ['x', 'gauge'],
      ['x 2', 'gauge'],
    ]);
    expect(guess('2026-11-24 08:05;1;2').columns.map(({ key }) => key)).toEqual(['c2', 'c3']);
    expect([nameAndUnit('Oil (°C)'), nameAndUnit('(x)'), nameAndUnit('a [b] c')].map(({ unit }) => unit)).toEqual(['°C', null, null]);
  });

  it('never throws, and is something that can be sent, but for columns that nobody chose', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'a1;,"\n\t.:-/ 2026TOA5ž'), maxLength: 200 });
    fc.assert(
      fc.property(letters, (text) => {
        const settings = guess(text);
        expect(
          importSettings.safeParse({ ...settings, columns: [{ at: 0, key: 'k', kind: 'gauge', unit: null, sensor_type_id: null }] })
            .success,
        ).toBe(true);
        for (const column of settings.columns) expect(importSettings.shape.columns.safeParse([column]).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
