import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIME_FORMATS, type Twice } from '../../contract/tables.ts';
import { formatInstant } from '../time/instant.ts';
import { wallOf } from '../time/wall-clock.ts';
import { isTableZone, localTimes } from './local-time.ts';
import { readNumber, type TableSpec, tableReader } from './table-reader.ts';
import { isTimeOfDay, readWall } from './wall-text.ts';

const wallText = (us: number) => formatInstant(us).replace(/Z$/, '');
const said = (text: string, format: (typeof TIME_FORMATS)[number]) => {
  const told = readWall(text, format);
  return told && `${wallText(told.wall)}${told.offset === null ? '' : ` ${told.offset / 60_000_000}`}`;
};

describe('times as files write them', () => {
  it.each([
    ['2026-11-24 07:05:09', 'iso', '2026-11-24T07:05:09'],
    ['2026-11-24T07:05:09.123456Z', 'iso', '2026-11-24T07:05:09.123456 0'],
    ['2026-11-24 07:05:09,5', 'iso', '2026-11-24T07:05:09.5'],
    ['2026-10-25 02:30:00 +02:00', 'iso', '2026-10-25T02:30:00 120'],
    ['2026-10-25T02:30-0130', 'iso', '2026-10-25T02:30:00 -90'],
    ['2026/11/24', 'iso', '2026-11-24T00:00:00'],
    ['24.11.2026 7:05', 'dmy', '2026-11-24T07:05:00'],
    ['24. 11. 2026 7:05:30', 'dmy', '2026-11-24T07:05:30'],
    ['4/1/26 07:05', 'dmy', '2026-01-04T07:05:00'],
    ['11/24/2026 7:05 AM', 'mdy', '2026-11-24T07:05:00'],
    ['11/24/2026 12:05 a.m.', 'mdy', '2026-11-24T00:05:00'],
    ['11/24/2026, 12:05:01 PM', 'mdy', '2026-11-24T12:05:01'],
    ['1795484751', 'epoch_s', '2026-11-24T01:45:51 0'],
    ['1795484751,25', 'epoch_s', '2026-11-24T01:45:51.25 0'],
    ['1795484751695', 'epoch_ms', '2026-11-24T01:45:51.695 0'],
  ] as const)('reads %s as %s', (text, format, expected) => {
    expect(said(text, format)).toBe(expected);
  });

  it.each([
    ['2026-02-29 00:00', 'iso'],
    ['2026-11-24 24:00', 'iso'],
    ['2026-11-24 07:60', 'iso'],
    ['2026-11-24 7', 'iso'],
    ['2026-11-24 07:05 +15:00', 'iso'],
    ['11/24/2026 13:05 PM', 'mdy'],
    ['24/11/2026 7:05', 'mdy'],
    ['31.4.2026', 'dmy'],
    ['0100-09-02', 'iso'],
    ['24.11.2026', 'iso'],
    ['1e9', 'epoch_s'],
    ['99999999999999999', 'epoch_s'],
    ['', 'iso'],
    [`2026-11-24${' '.repeat(1_000)}07:05`, 'iso'],
  ] as const)('takes %s for no time (%s)', (text, format) => {
    expect(readWall(text, format)).toBeNull();
  });

  it('never throws, and never gives what is no whole microsecond', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-/.:,+ TZampm') }), fc.constantFrom(...TIME_FORMATS), (text, format) => {
        const told = readWall(text, format);
        if (told) expect(Number.isSafeInteger(told.wall)).toBe(true);
        isTimeOfDay(text);
      }),
      { numRuns: 3_000 },
    );
  });
});

const PRAGUE = { zone: 'Europe/Prague', twice: null, skipped: null, newest_first: false } as const;
const at = (text: string) => Date.parse(`${text}Z`) * 1_000;
const resolvedBy = (local: Parameters<typeof localTimes>[0], texts: readonly string[], previous: number | null = null) => {
  const times = localTimes(local, previous);
  return texts.map((text) => {
    const resolved = times.resolve(at(text));
    return resolved.us === null ? `${resolved.at}${resolved.decided ? ' left out' : ''}` : formatInstant(resolved.us);
  });
};

describe('local times as moments', () => {
  it('are those of the zone, of a fixed offset, or of UTC', () => {
    expect(resolvedBy(PRAGUE, ['2026-07-01T12:00', '2026-12-01T12:00'])).toEqual(['2026-07-01T10:00:00Z', '2026-12-01T11:00:00Z']);
    expect(resolvedBy({ ...PRAGUE, zone: '+01:00' }, ['2026-07-01T12:00', '2026-10-25T02:30'])).toEqual([
      '2026-07-01T11:00:00Z',
      '2026-10-25T01:30:00Z',
    ]);
    expect(resolvedBy({ ...PRAGUE, zone: 'UTC' }, ['2026-07-01T12:00'])).toEqual(['2026-07-01T12:00:00Z']);
    expect(['UTC', '+01:00', '-11:30', 'Europe/Prague', 'CET', '+15:00', 'Mars/Base', ''].map(isTableZone)).toEqual([
      ...Array(5).fill(true),
      ...Array(3).fill(false),
    ]);
  });

  it('that come twice are left open until somebody decides, and then follow the decision', () => {
    const night = ['2026-10-25T01:30', '2026-10-25T02:00', '2026-10-25T02:30', '2026-10-25T02:00', '2026-10-25T02:30', '2026-10-25T03:00'];
    const by = (twice: Twice | null) => resolvedBy({ ...PRAGUE, twice }, night).map((text) => text.replace('2026-10-', ''));
    expect(by(null)).toEqual(['24T23:30:00Z', 'twice', 'twice', 'twice', 'twice', '25T02:00:00Z']);
    expect(by('skip')).toEqual(['24T23:30:00Z', ...Array(4).fill('twice left out'), '25T02:00:00Z']);
    expect(by('before')[1]).toBe('25T00:00:00Z');
    expect(by('after')[1]).toBe('25T01:00:00Z');
    expect(by('in_order')).toEqual(['24T23:30:00Z', '25T00:00:00Z', '25T00:30:00Z', '25T01:00:00Z', '25T01:30:00Z', '25T02:00:00Z']);
    const backwards = { ...PRAGUE, twice: 'in_order', newest_first: true } as const;
    expect(resolvedBy(backwards, night.toReversed()).map((text) => text.replace('2026-10-', ''))).toEqual(by('in_order').toReversed());
    // The order goes on over pieces of a file.
    expect(resolvedBy({ ...PRAGUE, twice: 'in_order' }, ['2026-10-25T02:15'], at('2026-10-25T00:30'))).toEqual(['2026-10-25T01:15:00Z']);
  });

  it('that never were are left open until somebody decides', () => {
    const by = (skipped: 'before' | 'after' | 'skip' | null) => resolvedBy({ ...PRAGUE, skipped }, ['2026-03-29T02:30'])[0];
    expect(by(null)).toBe('skipped');
    expect(by('skip')).toBe('skipped left out');
    // Shown as 3:30 of summer, or as 1:30 of winter.
    expect(by('before')).toBe('2026-03-29T01:30:00Z');
    expect(by('after')).toBe('2026-03-29T00:30:00Z');
  });

  it('come back from the clock of any zone, whatever the moment', () => {
    const zones = ['Europe/Prague', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'Pacific/Apia'];
    const moment = fc.integer({ min: Date.UTC(1995, 0, 1) / 1_000, max: Date.UTC(2035, 0, 1) / 1_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.array(moment, { minLength: 1, maxLength: 20 }), (zone, seconds) => {
        const times = localTimes({ zone, twice: 'in_order', skipped: null, newest_first: false }, null);
        for (const second of seconds.sort((a, b) => a - b)) {
          const ms = second * 1_000;
          const { us } = times.resolve(wallOf(ms, zone) * 1_000);
          expect(us === ms * 1_000 || wallOf((us ?? 0) / 1_000, zone) === wallOf(ms, zone)).toBe(true);
        }
      }),
    );
  });
});

const spec: TableSpec = {
  separator: ';',
  decimal: ',',
  time: [0, 1],
  format: 'dmy',
  local: PRAGUE,
  columns: [
    { at: 2, key: 'teplota', kind: 'gauge' },
    { at: 3, key: 'dveře', kind: 'state', words: { otevreno: 1, zavreno: 0 } },
    { at: 4, key: 'stav', kind: 'text' },
  ],
};

describe('rows of a table', () => {
  it('are a time of one or two columns and a value for each channel', () => {
    const { read } = tableReader(spec, null);
    expect(read(['24.11.2026', '7:05', '21,5', 'Otevřeno', 'běží'])).toEqual({
      us: at('2026-11-24T06:05'),
      problem: null,
      at: null,
      values: [{ value: 21.5 }, { value: 1 }, { value: 'běží' }],
    });
    expect(read(['24.11.2026', '7:06', "'-1 250,25", 'true', ''])?.values).toEqual([{ value: -1250.25 }, { value: true }, null]);
    expect(read(['dnes', '7:06', '1'])).toMatchObject({ us: null, problem: 'bad_ts', values: [] });
    expect(read([])).toMatchObject({ problem: 'bad_ts' });
  });

  it.each(['', '-', 'null'])('take %j for nothing measured', (cell) => {
    expect(tableReader(spec, null).read(['24.11.2026', '7:05', cell, cell])?.values.slice(0, 2)).toEqual([null, null]);
  });

  it.each(['NaN', 'NAN', '---', 'N/A', '#N/A'])('take %j for the error of a sensor', (cell) => {
    const failed = { failed: cell };
    expect(tableReader(spec, null).read(['24.11.2026', '7:05', cell, cell, cell])?.values).toEqual([failed, failed, { value: cell }]);
  });

  it('refuse what is no number by the chosen sign, and never take a point for a comma', () => {
    const values = ['21.5', '1,234,5', '12 34', 'x', '21,5 °C', '0x10', '1e400', 'INF'].map(
      (cell) => tableReader(spec, null).read(['24.11.2026', '7:05', cell])?.values[0],
    );
    expect(values).toEqual([...Array(6).fill({ problem: 'bad_value' }), { problem: 'not_finite' }, { problem: 'not_finite' }]);
    expect([readNumber('1 234 567,5', ','), readNumber('\u221221,5', ','), readNumber(',5', ','), readNumber('1e-3', '.')]).toEqual([
      1_234_567.5, -21.5, 0.5, 0.001,
    ]);
  });

  it('never throw', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('24.11.2026', '7:05', '25.10.2026', '2:30', '21,5', '__proto__', 'constructor'));
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 6 }), fc.constantFrom(...TIME_FORMATS), (cells, format) => {
        const row = tableReader({ ...spec, format }, null).read(cells);
        expect(row.us === null).toBe(row.problem !== null);
        for (const value of row.values)
          if (value && 'value' in value && typeof value.value === 'number') expect(Number.isFinite(value.value)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
