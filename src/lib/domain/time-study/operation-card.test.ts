import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllowanceShares } from '../../contract/allowance-sets.ts';
import type { ElementSettings, StandardParameters } from '../../contract/operations.ts';
import { differencesOf, operationCard, type StudiedElement, wholeCard } from './operation-card.ts';
import { STUDY_UNITS, UNIT_SECONDS } from './units.ts';

const NONE: AllowanceShares = { personal: 0, fatigue: 0, contingency: 0, interference: 0 };
const parameters = (
  basis: 'job' | 'workday',
  shares: Partial<AllowanceShares>,
  over: Partial<StandardParameters> = {},
): StandardParameters => ({
  ...{ unit: 'ks', pieces_per_cycle: 1, setup_s: 0, batch: 1, shift_h: 7.5, elements: [] },
  allowances: { set_id: 's', name: 'S', version: 1, to_confirm: true, basis, shares: { ...NONE, ...shares } },
  ...over,
});
const studied = (activity_id: string, ...readings: [seconds: number, rating: number | null, excluded?: string][]): StudiedElement => ({
  activity_id,
  name: activity_id,
  color: 1,
  readings: readings.map(([seconds, rating, excluded = null]) => ({ ms: seconds * 1_000, rating, excluded })),
});
const settings = (activity_id: string, over: Partial<ElementSettings>): ElementSettings => ({
  ...{ activity_id, occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null },
  ...over,
});

describe('the standard of an operation', () => {
  it('is the normal time with a share of the job: 2.40 at 110 with 12 % is 2.64, then 2.957', () => {
    const card = operationCard(parameters('job', { personal: 0.05, fatigue: 0.07 }), [studied('a', [2.4, 110])])!;
    expect(card.normal).toBeCloseTo(2.64, 10);
    expect(card.standard).toBeCloseTo(2.9568, 10);
  });

  it('is the normal time with a share of the workday: mean 18.75 at 96 with 15 % is 18.00, then 21.18', () => {
    const card = operationCard(parameters('workday', { personal: 0.05, fatigue: 0.1 }), [studied('a', [18.5, 96], [19, 96])])!;
    expect(card.elements[0]!.mean).toBeCloseTo(18.75, 10);
    expect(card.normal).toBeCloseTo(18, 10);
    expect(card.standard).toBeCloseTo(21.176, 3);
  });

  it('is the sum of its elements: 4.8, 9.2 and 6.6 at 80, 70 and 120 with 14 % are 18.20, then 20.748', () => {
    const card = operationCard(parameters('job', { personal: 0.14 }), [
      studied('a', [4.8, 80]),
      studied('b', [9.2, 70]),
      studied('c', [6.6, 120]),
    ])!;
    expect(card.normal).toBeCloseTo(18.2, 10);
    expect(card.standard).toBeCloseTo(20.748, 10);
  });

  it('counts a machine as 100, an element by its frequency, several pieces of a cycle, and leaves out what was excluded', () => {
    const all = [studied('machine', [9, 130]), studied('inside', [6, 100]), studied('seldom', [40, 100], [99, 100, 'fell down'])];
    const elements = [
      settings('machine', { machine_paced: true }),
      settings('inside', { within: 'machine' }),
      settings('seldom', { occurrences: 1, cycles: 20 }),
    ];
    const card = operationCard(parameters('job', { fatigue: 0.1 }, { elements, pieces_per_cycle: 2, setup_s: 600, batch: 100 }), all)!;
    expect(card.normal).toBeCloseTo((9 + 2) / 2, 10);
    expect(card.elements.map(({ counts }) => counts)).toEqual([true, false, true]);
    expect(card.elements[2]).toMatchObject({ n: 1, excluded: 1 });
    expect(card.czech.ta3).toBeCloseTo(1.5, 10);
    expect(card.czech.tac).toBeCloseTo(card.standard, 10);
    expect(card.refa.te).toBeCloseTo(card.standard, 10);
    expect(card.setup).toBeCloseTo(660, 10);
    expect(card.order).toBeCloseTo(660 + 100 * card.standard, 8);
  });

  it('is none without a reading that counts', () => {
    expect(operationCard(parameters('job', {}), [studied('a', [1, 100, 'fell down'])])).toBeNull();
  });

  it('adds up in every unit: rows, columns and the whole', () => {
    const share = fc.double({ min: 0, max: 0.2, noNaN: true });
    const reading = fc.tuple(
      fc.integer({ min: 1, max: 600_000 }).map((ms) => ms / 1_000),
      fc.integer({ min: 50, max: 150 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(reading, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
        fc.record({ personal: share, fatigue: share, contingency: share, interference: share }),
        fc.constantFrom('job' as const, 'workday' as const),
        fc.constantFrom(...STUDY_UNITS),
        fc.integer({ min: 0, max: 4 }),
        (lists, shares, basis, unit, decimals) => {
          const all = lists.map((list, at) => studied(String(at), ...list));
          const card = operationCard(parameters(basis, shares), all)!;
          const step = UNIT_SECONDS[unit] / 10 ** decimals;
          const whole = wholeCard(card, step);
          const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
          expect(whole.standard).toBe(Math.round(card.standard / step));
          expect(sum(whole.elements.map((one) => one.standard))).toBe(whole.standard);
          expect(whole.normal + sum(Object.values(whole.allowances))).toBe(whole.standard);
          for (const one of whole.elements) expect(one.normal + sum(Object.values(one.allowances))).toBe(one.standard);
        },
      ),
    );
  });

  it('differs from another one by the differences of its elements', () => {
    const [a, b, c] = [studied('a', [10, 100]), studied('b', [5, 100]), studied('c', [2, 100])];
    const before = operationCard(parameters('job', {}), [a, b])!;
    const after = operationCard(parameters('job', {}), [studied('a', [9, 100]), c])!;
    expect(differencesOf(before, after)).toEqual([
      { activity_id: 'a', name: 'a', before: 10, after: 9, difference: -1 },
      { activity_id: 'c', name: 'c', before: null, after: 2, difference: 2 },
      { activity_id: 'b', name: 'b', before: 5, after: null, difference: -5 },
    ]);
  });
});
