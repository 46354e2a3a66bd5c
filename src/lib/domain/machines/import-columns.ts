import { IMPORT_FIELDS, type ImportField, MACHINE_STATUSES, type MachineStatus } from '../../contract/machines.ts';
import { plainCell } from '../text/csv.ts';
import { folded } from '../text/folded.ts';

/** How tables call the fields of a machine, in any of the languages; {@link plainWord}s. */
const HEADINGS: Record<ImportField, readonly string[]> = {
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
const STATUS_WORDS: Record<MachineStatus, readonly string[]> = {
  in_operation: ['in operation', 'v provozu', 'v prevadzke', 'provoz', 'running'],
  standby: ['standby', 'v pohotovosti', 'zaloha'],
  maintenance: ['maintenance', 'v udrzbe', 'udrzba', 'oprava'],
  out_of_service: ['out of service', 'mimo provoz', 'mimo prevadzky', 'vyrazen', 'vyradeny'],
};
const NUMBERS: readonly ImportField[] = ['ideal_cycle_s', 'planned_stop_limit_s', 'micro_stop_limit_s', 'cost_per_hour'];

/** Without case, accents, units in brackets and signs. */
const plainWord = (text: string): string =>
  folded(text.replace(/[([].*$/, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The field that a heading means; null for one that nobody knows. */
export function fieldOf(heading: string): ImportField | null {
  const word = plainWord(plainCell(heading));
  const named = IMPORT_FIELDS.find((field) => plainWord(field) === word);
  return named ?? IMPORT_FIELDS.find((field) => HEADINGS[field].includes(word)) ?? null;
}

/** The field of each column; the first of two that mean the same has it. */
export function fieldsOf(headings: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return headings.map((heading) => {
    const field = fieldOf(heading);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** A number as people write it: `1 250,5` and `1,250.5`; NaN for anything else. */
export function numberOf(text: string): number {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '').replace('−', '-');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(',', ''));
  return /^-?\d+([.,]\d+)?$/.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
}

/** What a cell brings to a field. What can't be understood comes as it is written, and whoever checks the row says so. */
export function valueIn(field: ImportField, cell: string): string | number | null {
  const text = plainCell(cell);
  if (text === '') return null;
  if (field === 'status') {
    const word = plainWord(text);
    return MACHINE_STATUSES.find((status) => status === text || STATUS_WORDS[status].includes(word)) ?? text;
  }
  if (!NUMBERS.includes(field)) return field === 'note' ? text : text.replace(/\s+/g, ' ');
  const number = numberOf(text);
  return Number.isNaN(number) ? text : number;
}
