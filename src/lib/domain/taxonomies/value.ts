import { type BuiltIn, category, withParts } from './built-in.ts';

/** What the customer pays for, what can't be left out, and the eight wastes. */
export const VALUE: BuiltIn = {
  id: '7a6b1c00-0000-8000-8000-000000000001',
  key: 'value',
  names: { cs: 'Přidaná hodnota', en: 'Value added', sk: 'Pridaná hodnota' },
  to_check: false,
  categories: [
    category('value_added', ['Přidává hodnotu', 'Adds value', 'Pridáva hodnotu'], { color: 1 }),
    category('necessary', ['Nutné bez přidané hodnoty', 'Necessary, adds no value', 'Nevyhnutné bez pridanej hodnoty'], { color: 6 }),
    ...withParts(
      category('waste', ['Plýtvání', 'Waste', 'Plytvanie'], { color: 4, loss: true }),
      category('defects', ['Vady a opravy', 'Defects and rework', 'Chyby a opravy'], { color: 4 }),
      category('overproduction', ['Nadvýroba', 'Overproduction', 'Nadvýroba'], { color: 5 }),
      category('waiting', ['Čekání', 'Waiting', 'Čakanie'], { color: 2 }),
      category('unused_talent', ['Nevyužité schopnosti lidí', 'Unused talent', 'Nevyužité schopnosti ľudí'], { color: 8 }),
      category('transport', ['Zbytečná přeprava', 'Transport', 'Zbytočná preprava'], { color: 3 }),
      category('inventory', ['Nadbytečné zásoby', 'Excess inventory', 'Nadbytočné zásoby'], { color: 8 }),
      category('motion', ['Zbytečný pohyb', 'Needless motion', 'Zbytočný pohyb'], { color: 7 }),
      category('overprocessing', ['Nadbytečné zpracování', 'Overprocessing', 'Nadbytočné spracovanie'], { color: 5 }),
    ),
  ],
};
