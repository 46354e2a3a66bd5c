import { describe, expect, it } from 'vitest';
import { type StudyElement, standardCard } from './standard-card.ts';

/** A study of 23 cycles of packing: time and rating of six elements in each. The second is a machine's, the third is done while it runs. */
const CYCLES = `
17.94 95|9.58|5.80 100|7.89 105|6.96 100|6.13 95
18.62 95|9.55|6.31 100|8.11 100|6.97 105|5.69 100
17.51 95|9.60|5.96 100|8.01 100|7.95 95|4.97 95
16.17 110|9.61|6.75 100|7.72 95|7.77 100|5.45 100
18.72 95|9.64|5.79 105|6.68 105|7.52 95|5.10 105
16.88 100|9.58|6.00 100||6.79 100|5.52 95
16.69 110|9.65|6.41 100|8.02 105|7.94 90|5.51 105
19.08 90|9.64|5.55 110|8.15 95|6.45 105|5.71 100
20.63 90|9.63|6.42 100|7.78 105|7.53 95|4.92 110
16.58 105|9.62|6.04 105|7.14 105|7.55 95|5.65 105
19.86 90|9.60|6.23 100|7.13 110||5.76 95
15.57 105|9.62|5.51 110|8.22 95|6.61 105|5.26 95
18.62 95|9.58|6.61 90|8.38 90|7.25 95|5.31 100
15.91 105|9.64|5.96 105|8.16 100|6.62 100|4.56 105
17.88 90|9.58|6.40 100|6.81 105|6.60 105|5.95 90
19.48 90|9.63|5.61 110|8.33 95|7.38 95|5.05 105
18.90 90|9.60|6.69 95|8.88 95|7.40 95|5.02 110
17.12 105|9.57|5.71 100|7.41 105|6.49 95|5.75 95
16.77 105|9.59|6.72 95|8.02 100|6.31 110|6.68 90
17.63 100|9.57|6.55 100|7.33 110|6.73 100|6.32 95
19.02 95|9.59|6.68 95|7.16 110|7.34 95|5.64 90
15.43 110|9.55|5.72 110|7.92 100|6.80 95|5.16 105
17.68 100|9.65|6.81 90|7.95 105|6.29 110|5.04 95`
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.split(' ').map(Number)));

const element = (at: number, fatigue: number, contingency: number, over: Partial<StudyElement> = {}): StudyElement => ({
  key: String(at + 1),
  readings: CYCLES.flatMap((cells) => (cells[at]![0] === 0 ? [] : [{ time: cells[at]![0]!, rating: cells[at]![1] ?? null }])),
  frequency: { occurrences: 1, cycles: 1 },
  within: null,
  allowances: { personal: 0.05, fatigue, contingency },
  ...over,
});
const PACKING = [
  element(0, 0.08, 0.02),
  element(1, 0, 0.02),
  element(2, 0.06, 0.02, { within: '2' }),
  element(3, 0.12, 0.02),
  element(4, 0.07, 0.02),
  element(5, 0.14, 0.02),
  element(0, 0.06, 0.02, {
    key: '7',
    readings: [
      { time: 38.8, rating: 95 },
      { time: 39.87, rating: 95 },
    ],
    frequency: { occurrences: 1, cycles: 20 },
  }),
];

describe('the card of a standard', () => {
  const card = standardCard(PACKING);
  const column = (of: (one: (typeof card.elements)[number]) => number, digits: number) =>
    card.elements.map((one) => of(one).toFixed(digits));

  it('has the figures of every element', () => {
    expect(card.elements.map(({ n }) => n)).toEqual([23, 23, 23, 22, 22, 23, 2]);
    expect(column(({ mean }) => mean, 3)).toEqual(['17.769', '9.603', '6.184', '7.782', '7.057', '5.485', '39.335']);
    expect(column(({ deviation }) => deviation, 3)).toEqual(['1.408', '0.031', '0.430', '0.552', '0.526', '0.497', '0.757']);
    expect(column(({ variation }) => 100 * variation, 1)).toEqual(['7.9', '0.3', '7.0', '7.1', '7.4', '9.1', '1.9']);
    expect(column(({ precision }) => 100 * precision, 1)).toEqual(['3.4', '0.1', '3.0', '3.1', '3.3', '3.9', '17.3']);
    expect(card.elements.map(({ required }) => required)).toEqual([10, 1, 8, 8, 9, 13, 1]);
    expect(card.elements.map(({ rating }) => rating?.toFixed(1) ?? null)).toEqual(['98.5', null, '100.9', '101.6', '99.1', '99.1', '95.0']);
    expect(column(({ normal }) => normal, 3)).toEqual(['17.414', '9.603', '6.218', '7.884', '6.972', '5.419', '37.368']);
    expect(column(({ standard }) => standard, 3)).toEqual(['20.026', '10.275', '7.026', '9.382', '7.948', '6.557', '2.111']);
  });

  it('adds up what counts: not what is done while the machine runs', () => {
    expect(card.elements.map(({ counts }) => counts)).toEqual([true, true, false, true, true, true, true]);
    expect(card.normal.toFixed(3)).toBe('49.160');
    const { personal, fatigue, contingency } = card.allowances;
    expect([personal, fatigue, contingency].map((one) => one.toFixed(3))).toEqual(['2.458', '3.698', '0.983']);
    expect(card.standard.toFixed(3)).toBe('56.299');
  });

  it('counts the work instead of the machine where the work is longer', () => {
    const slow = standardCard(PACKING.map((one) => (one.key === '4' ? { ...one, within: '2' } : one)));
    expect(slow.elements.map(({ counts }) => counts)).toEqual([true, false, true, true, true, true, true]);
    expect(slow.normal).toBeCloseTo(card.normal - card.elements[1]!.perPiece + card.elements[2]!.perPiece, 9);
  });

  it('takes allowances from the day where that is their basis, and what they add still adds up', () => {
    const day = standardCard([element(0, 0.08, 0.02)], 'workday');
    expect(day.standard).toBeCloseTo(day.normal / (1 - 0.15), 9);
    expect(day.normal + Object.values(day.allowances).reduce((sum, one) => sum + one, 0)).toBeCloseTo(day.standard, 9);
  });

  it('refuses an element that nobody read, or within one that is not there', () => {
    expect(() => standardCard([element(0, 0, 0, { readings: [] })])).toThrow(RangeError);
    expect(() => standardCard([element(0, 0, 0, { within: '9' })])).toThrow(RangeError);
  });
});
