/** Texts that machines are sorted and searched by, made when a machine is written: no engine folds accents by itself. */

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const DIGITS = 12;

/** Sorts without case and accents and with numbers by size: „CNC 5“ stands before „CNC 12“. */
export function nameKey(name: string): string {
  return folded(name).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0'));
}

interface Searched {
  name: string;
  code: string | null;
  kind: string | null;
  site: string | null;
  hall: string | null;
  line: string | null;
  manufacturer: string | null;
  model: string | null;
  serial_number: string | null;
}

/** Every word that a search may find the machine by. */
export function searchText({ name, code, kind, site, hall, line, manufacturer, model, serial_number }: Searched): string {
  return folded([name, code, kind, site, hall, line, manufacturer, model, serial_number].filter(Boolean).join('\n'));
}

/** Patterns for `like … escape '\'`, one for each word: all must be found. */
export function searchPatterns(q: string): string[] {
  return folded(q)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
