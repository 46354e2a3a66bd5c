import { describe, expect, it } from 'vitest';
import cs from '../../../../locales/cs/logger-import.json' with { type: 'json' };
import en from '../../../../locales/en/logger-import.json' with { type: 'json' };
import sk from '../../../../locales/sk/logger-import.json' with { type: 'json' };
import { LOGGER_COLUMNS } from '../../contract/logger-imports.ts';
import { fieldOf, fieldsOf } from '../tables/columns.ts';
import { csvCell } from '../text/csv-writer.ts';
import { LOGGER_HEADINGS, loggerValue } from './logger-columns.ts';

describe('the columns of a table of loggers', () => {
  it.each(LOGGER_COLUMNS)('know %s by the word that the file has for it in each language, and by its name in the API', (field) => {
    for (const { field: words } of [cs, en, sk])
      expect([words[field], fieldOf(words[field], LOGGER_HEADINGS)]).toEqual([words[field], field]);
    expect(fieldOf(field, LOGGER_HEADINGS)).toBe(field);
  });

  it('are known as tables of devices call them', () => {
    expect(fieldsOf(['Zařízení', 'Sériové číslo', 'Umístění', 'Interval (s)', 'Barva'], LOGGER_HEADINGS)).toEqual([
      'name',
      'code',
      'place',
      'expected_interval_s',
      null,
    ]);
  });

  it('bring flags by their words in each language, numbers as people write them, and codes as they are', () => {
    for (const { flag } of [cs, en, sk])
      expect([loggerValue('paused', flag.yes), loggerValue('auto_channels', flag.no)]).toEqual(['true', 'false']);
    expect(loggerValue('auto_channels', 'možná')).toBe('možná');
    expect([loggerValue('expected_interval_s', '1 200'), loggerValue('code', '007'), loggerValue('name', ' ')]).toEqual([
      1200,
      '007',
      null,
    ]);
  });

  it('bring texts that the writer made harmless as they were', () => {
    for (const text of ['=1+1', 'a;=b', 'Sklad | -regál', '-5', 'x, @y'])
      expect(loggerValue('name', csvCell(text).replace(/^"|"$/g, '').replaceAll('""', '"'))).toBe(text);
  });
});
