import type { MachineColumn } from '../../contract/machine-imports.ts';
import type { MachineStatus } from '../../contract/machines.ts';
import { type Headings, numberOrText, oneLine, valueByWord } from '../tables/columns.ts';
import { plainCell } from '../text/csv.ts';

/** How tables call the fields of a machine. */
export const MACHINE_HEADINGS: Headings<MachineColumn> = {
  name: ['nazev', 'nazov', 'name', 'stroj', 'machine', 'nazev stroje', 'nazov stroja', 'machine name', 'jmeno'],
  code: [
    'inventarni cislo',
    'inventarne cislo',
    'asset number',
    'inventory number',
    'kod',
    'code',
    'inv c',
    'cislo stroje',
    'cislo stroja',
  ],
  kind: ['druh', 'kind', 'druh stroje', 'druh stroja', 'kategorie', 'kategoria', 'category'],
  site: ['zavod', 'site', 'plant', 'lokalita', 'factory'],
  hall: ['hala', 'hall', 'dilna', 'dielna', 'building'],
  line: ['linka', 'line'],
  status: ['stav', 'state', 'status'],
  manufacturer: ['vyrobce', 'vyrobca', 'manufacturer', 'make', 'znacka'],
  model: ['typ', 'model', 'type'],
  serial_number: ['vyrobni cislo', 'vyrobne cislo', 'serial number', 'seriove cislo', 'serial', 's n'],
  note: ['poznamka', 'note', 'notes', 'popis', 'description'],
  ideal_cycle_s: ['idealni cas cyklu', 'idealny cas cyklu', 'ideal cycle time', 'takt', 'cycle time'],
  planned_stop_limit_s: ['mez planovaneho prostoje', 'medza planovaneho prestoja', 'planned stop limit'],
  micro_stop_limit_s: ['mez mikroprostoje', 'medza mikroprestoja', 'micro stop limit'],
  cost_per_hour: ['naklady na hodinu', 'cost per hour', 'hodinova sazba', 'hourly rate'],
};
const STATUS_WORDS: Headings<MachineStatus> = {
  in_operation: ['in operation', 'v provozu', 'v prevadzke', 'provoz', 'running'],
  standby: ['standby', 'v pohotovosti', 'zaloha'],
  maintenance: ['maintenance', 'v udrzbe', 'udrzba', 'oprava'],
  out_of_service: ['out of service', 'mimo provoz', 'mimo prevadzky', 'vyrazen', 'vyradeny'],
};
const NUMBERS: readonly MachineColumn[] = ['ideal_cycle_s', 'planned_stop_limit_s', 'micro_stop_limit_s', 'cost_per_hour'];

/** What a cell brings to a field. What can't be understood comes as it is written, and whoever checks the row says so. */
export function machineValue(field: MachineColumn, cell: string): string | number | null {
  const text = plainCell(cell);
  if (text === '') return null;
  if (field === 'status') return valueByWord(text, STATUS_WORDS);
  if (NUMBERS.includes(field)) return numberOrText(text);
  return field === 'note' ? text : oneLine(text);
}
