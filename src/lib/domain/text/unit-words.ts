import type { Locale } from '../../constants.ts';
import { folded } from './folded.ts';

/** What is counted, in the language of whoever reads it: words that people enter again and again. Others stay as they were entered. */
const UNITS: readonly Readonly<Record<Locale, string>>[] = [
  { cs: 'ks', en: 'pcs', sk: 'ks' },
  { cs: 'kus', en: 'piece', sk: 'kus' },
  { cs: 'pár', en: 'pair', sk: 'pár' },
  { cs: 'sada', en: 'set', sk: 'sada' },
  { cs: 'balení', en: 'pack', sk: 'balenie' },
  { cs: 'krabice', en: 'box', sk: 'krabica' },
  { cs: 'karton', en: 'carton', sk: 'kartón' },
  { cs: 'paleta', en: 'pallet', sk: 'paleta' },
  { cs: 'přepravka', en: 'crate', sk: 'prepravka' },
  { cs: 'pytel', en: 'bag', sk: 'vrece' },
  { cs: 'role', en: 'roll', sk: 'rola' },
  { cs: 'tabule', en: 'sheet', sk: 'tabuľa' },
  { cs: 'list', en: 'sheet', sk: 'list' },
  { cs: 'dávka', en: 'batch', sk: 'dávka' },
  { cs: 'svar', en: 'weld', sk: 'zvar' },
  { cs: 'objednávka', en: 'order', sk: 'objednávka' },
  { cs: 'řádek', en: 'line', sk: 'riadok' },
];

const key = (text: string): string => folded(text).replace(/[.\s\u00a0]+/g, '');
const known = new Map<string, Readonly<Record<Locale, string>>>();
for (const words of UNITS) for (const word of Object.values(words)) if (!known.has(key(word))) known.set(key(word), words);

/** The unit as a person of that language writes it; one that nobody knows stays as it is. */
export const unitWord = (unit: string, locale: Locale): string => known.get(key(unit))?.[locale] ?? unit;
