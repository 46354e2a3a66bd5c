import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StandardParameters } from '../../contract/operations.ts';
import { compareCards } from './compare-cards.ts';
import { operationCard } from './operation-card.ts';

const PARAMETERS: StandardParameters = {
  ...{ unit: 'ks', pieces_per_cycle: 1, setup_s: 0, batch: 1, shift_h: 7.5, elements: [] },
  allowances: {
    ...{ set_id: 's', name: 'S', version: 1, to_confirm: true, basis: 'job' },
    shares: { personal: 0.05, fatigue: 0.043, contingency: 0.02, interference: 0 },
  },
};
const cardOf = (elements: readonly [id: string, name: string, ...ms: number[]][]) =>
  operationCard(
    PARAMETERS,
    elements.map(([activity_id, name, ...times]) => ({
      ...{ activity_id, name, color: 1 },
      readings: times.map((ms) => ({ ms, rating: null, excluded: null })),
    })),
  )!;

describe('two standards beside each other', () => {
  it('have a row for each element: by what it is, else by its name, else as new or gone', () => {
    const { rows } = compareCards(
      cardOf([
        ['a', 'Vzít', 1_000],
        ['b', 'Složit', 2_000],
        ['c', 'Odnést', 500],
      ]),
      cardOf([
        ['a', 'Vzít díl', 900],
        ['x', 'SLOŽIT', 1_500],
        ['d', 'Zavřít', 100],
      ]),
    );
    expect(rows.map(({ name, before, after }) => [name, before === null, after === null])).toEqual([
      ['Vzít díl', false, false],
      ['SLOŽIT', false, false],
      ['Zavřít', true, false],
      ['Odnést', false, true],
    ]);
  });

  it('have differences that add up to that of the whole, to the thousandth', () => {
    const times = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(times, times, (one, other) => {
        const card = (list: number[], prefix: string) =>
          cardOf(list.map((ms, at) => [at % 2 ? `${prefix}${at}` : `${at}`, `Úkon ${at}`, ms]));
        const { rows, total } = compareCards(card(one, 'p'), card(other, 'q'));
        const sum = rows.reduce((all, { difference }) => all + Math.round(difference * 1_000), 0);
        expect(sum).toBe(Math.round(total * 1_000));
      }),
    );
  });
});
