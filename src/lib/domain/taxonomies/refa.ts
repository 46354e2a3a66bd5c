import { type BuiltIn, category } from './built-in.ts';

/** REFA kinds of time of the worker; the codes are REFA's own, of „Mensch“. */
export const REFA: BuiltIn = {
  id: '7a6b1c00-0000-8000-8000-000000000002',
  key: 'refa',
  names: { cs: 'Druhy času podle REFA', en: 'REFA kinds of time', sk: 'Druhy času podľa REFA' },
  to_check: false,
  categories: [
    category('mh', ['Hlavní činnost', 'Main activity', 'Hlavná činnosť'], { color: 1 }),
    category('mn', ['Vedlejší činnost', 'Auxiliary activity', 'Vedľajšia činnosť'], { color: 6 }),
    category('mz', ['Dodatečná činnost', 'Additional activity', 'Dodatočná činnosť'], { color: 3 }),
    category('ma', ['Přerušení dané průběhem práce', 'Interruption by the process', 'Prerušenie dané priebehom práce'], { color: 5 }),
    category('ms', ['Přerušení poruchou', 'Interruption by disturbance', 'Prerušenie poruchou'], { color: 4, loss: true }),
    category('mp', ['Osobní přerušení', 'Personal interruption', 'Osobné prerušenie'], { color: 2 }),
    category('me', ['Zotavení', 'Recovery', 'Zotavenie'], { color: 7 }),
    category('mx', ['Nerozpoznatelné', 'Not recognisable', 'Nerozpoznateľné'], { color: 8 }),
  ],
};
