import type { LoggerColumn } from '../../contract/logger-imports.ts';
import { type Headings, numberOrText, oneLine, valueByWord } from '../tables/columns.ts';
import { plainCell } from '../text/csv.ts';
import { unharmed } from '../text/csv-writer.ts';

/** How tables call the fields of a logger. */
export const LOGGER_HEADINGS: Headings<LoggerColumn> = {
  id: ['id loggeru', 'id loggera', 'logger id'],
  name: ['nazev', 'nazov', 'name', 'logger', 'nazev loggeru', 'nazov loggera', 'logger name', 'jmeno', 'zarizeni', 'zariadenie', 'device'],
  code: [
    'kod',
    'code',
    'seriove cislo',
    'serial number',
    'vyrobni cislo',
    'vyrobne cislo',
    'serial',
    'inventarni cislo',
    'inventarne cislo',
  ],
  kind: ['druh', 'kind'],
  workspace: ['pracoviste', 'pracovisko', 'workspace'],
  place: ['misto', 'miesto', 'place', 'umisteni', 'umiestnenie', 'location'],
  tags: ['stitky', 'tags', 'tag', 'stitek', 'stitok', 'labels'],
  machine: ['stroj', 'machine'],
  type: ['typ', 'typ loggeru', 'typ loggera', 'logger type', 'model'],
  type_version: ['verze typu', 'verzia typu', 'type version'],
  expected_interval_s: ['interval vzorkovani', 'interval vzorkovania', 'sampling interval', 'interval'],
  auto_channels: ['zakladat kanaly podle prijatych dat', 'zakladat kanaly podla prijatych dat', 'create channels from received data'],
  channel_limit: ['nejvys kanalu', 'najviac kanalov', 'most channels'],
  mb_per_day: ['megabajtu za den', 'megabajtov za den', 'megabytes a day'],
  paused: ['pozastaveno', 'pozastavene', 'paused'],
};
const FLAGS = { true: ['ano', 'yes', 'true', '1', 'x'], false: ['ne', 'nie', 'no', 'false', '0'] } as const;
const NUMBERS: readonly LoggerColumn[] = ['type_version', 'expected_interval_s', 'channel_limit', 'mb_per_day'];

/** What a cell brings to a field; `true` and `false` are texts. What can't be understood comes as it is written. */
export function loggerValue(field: LoggerColumn, cell: string): string | number | null {
  const text = plainCell(unharmed(cell));
  if (text === '') return null;
  if (NUMBERS.includes(field)) return numberOrText(text);
  if (field === 'auto_channels' || field === 'paused') return valueByWord(text, FLAGS);
  return oneLine(text);
}
