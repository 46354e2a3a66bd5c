import { describe, expect, it } from 'vitest';
import cs from '../../../../locales/cs/machines.json' with { type: 'json' };
import en from '../../../../locales/en/machines.json' with { type: 'json' };
import sk from '../../../../locales/sk/machines.json' with { type: 'json' };
import { MACHINE_COLUMNS } from '../../contract/machine-imports.ts';
import { MACHINE_STATUSES } from '../../contract/machines.ts';
import { fieldOf as anyField, fieldsOf as anyFields, numberOf } from '../tables/columns.ts';
import { MACHINE_HEADINGS, machineValue as valueIn } from './machine-columns.ts';

const fieldOf = (heading: string) => anyField(heading, MACHINE_HEADINGS);
const fieldsOf = (headings: readonly string[]) => anyFields(headings, MACHINE_HEADINGS);

describe('the columns of a table of machines', () => {
  it.each(MACHINE_COLUMNS)('know %s by the word that forms have for it in each language, and by its name in the API', (field) => {
    for (const { field: words } of [cs, en, sk]) expect([words[field], fieldOf(words[field])]).toEqual([words[field], field]);
    expect(fieldOf(field)).toBe(field);
  });

  it('are known without case and accents, with units and signs; a second one of a field is left to the person', () => {
    expect(fieldsOf(['NÁZEV', 'inventarni_cislo', 'Ideální čas cyklu (s)', 'Barva', 'Stroj'])).toEqual([
      'name',
      'code',
      'ideal_cycle_s',
      null,
      null,
    ]);
  });

  it('bring states by their words in each language, and leave others as they are written', () => {
    for (const status of MACHINE_STATUSES)
      for (const { status: words } of [cs, en, sk])
        expect([words[status], valueIn('status', words[status])]).toEqual([words[status], status]);
    expect(valueIn('status', 'na dovolené')).toBe('na dovolené');
  });

  it('bring numbers as people write them', () => {
    expect(['7,5', '7.5', '1 250,5', '1,250.5', '−3', '12 s'].map(numberOf)).toEqual([7.5, 7.5, 1250.5, 1250.5, -3, Number.NaN]);
    expect([valueIn('cost_per_hour', '890'), valueIn('cost_per_hour', 'draho'), valueIn('cost_per_hour', ' ')]).toEqual([
      890,
      'draho',
      null,
    ]);
    expect(valueIn('code', '007')).toBe('007');
    expect(valueIn('code', "'-12")).toBe('-12');
  });
});
