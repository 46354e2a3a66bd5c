import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StandardParameters } from '../../contract/operations.ts';
import { operationCard } from './operation-card.ts';
import { axisStep, piece, shownCard, together } from './shown-card.ts';

const PLAIN = { occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null };
const SHARES = { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0.01 };
const parameters = (over: Partial<StandardParameters> = {}): StandardParameters => ({
  ...{ unit: 'ks', pieces_per_cycle: 1, setup_s: 600, batch: 100, shift_h: 7.5, elements: [] },
  allowances: { set_id: 's', name: 'S', version: 1, to_confirm: true, basis: 'job', shares: SHARES },
  ...over,
});
const element = (id: string, ...times: number[]) => ({
  activity_id: id,
  name: id,
  color: 1,
  readings: times.map((ms) => ({ ms, rating: null, excluded: null })),
});
const thousandths = (value: number) => Math.round(value * 1_000);

describe('a card as it is written', () => {
  it('adds up in rows, columns and both shapes, whatever was read', () => {
    const times = fc.array(fc.integer({ min: 200, max: 90_000 }), { minLength: 1, maxLength: 6 });
    const basis = fc.constantFrom('job' as const, 'workday' as const);
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 7 }), basis, fc.boolean(), (all, chosen, machine) => {
        const elements = all.map((readings, at) => element(`e${at}`, ...readings));
        const settings = elements.map(({ activity_id }, at) => ({
          ...PLAIN,
          activity_id,
          machine_paced: machine && at === 0,
          within: machine && at > 0 ? 'e0' : null,
        }));
        const said = parameters({ elements: settings, allowances: { ...parameters().allowances!, basis: chosen } });
        const card = shownCard(operationCard(said, elements)!, said);
        const counting = card.rows.filter((row) => row.element.counts);
        const sum = (of: (row: (typeof counting)[number]) => number) => counting.reduce((total, row) => total + thousandths(of(row)), 0);
        expect(sum(({ normal }) => normal)).toBe(thousandths(card.normal));
        expect(sum(({ standard }) => standard)).toBe(thousandths(card.standard));
        expect(thousandths(card.normal) + thousandths(together(card.allowances))).toBe(thousandths(card.standard));
        expect(thousandths(card.czech.ta1) + thousandths(card.czech.ta3)).toBe(thousandths(card.normal));
        expect(thousandths(card.refa.tg) + thousandths(card.refa.ter) + thousandths(card.refa.tv)).toBe(thousandths(card.refa.te));
      }),
    );
  });

  it('shows the wait for a machine beside the work within its time, and says what the other basis gives', () => {
    const said = parameters({
      elements: [
        { ...PLAIN, activity_id: 'weld', machine_paced: true },
        { ...PLAIN, activity_id: 'fold', within: 'weld' },
      ],
    });
    const card = shownCard(operationCard(said, [element('load', 4_000), element('weld', 10_000), element('fold', 6_000)])!, said);
    const drawn = piece(card.rows);
    expect(drawn.person.map(({ key, from, length }) => [key, from, length])).toEqual([
      ['load', 0, 4],
      ['fold', 4, 6],
      ['weld wait', 10, 4],
    ]);
    expect(drawn.machine).toMatchObject([{ key: 'weld', from: 4, length: 10 }]);
    expect(drawn.end).toBe(14);
    expect(card.other).toBeCloseTo(14 / (1 - 0.12), 9);
    expect([axisStep(56, 8), axisStep(162, 8), axisStep(0.7, 8)]).toEqual([10, 50, 0.1]);
  });
});
