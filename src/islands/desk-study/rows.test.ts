import { describe, expect, it } from 'vitest';
import { emptyRow, nextActivity, pasted } from './rows.ts';

const CHOICES = [
  { id: 'a', name: 'Vzít', short: null },
  { id: 'b', name: 'Složit', short: 'S' },
  { id: 'c', name: 'Odložit', short: null },
];
const row = (activity: string, over: object = {}) => ({ ...emptyRow(activity), ...over });

describe('the grid of a study', () => {
  it('offers the element that followed the last time, and at first the next one of the panel', () => {
    expect(nextActivity([], CHOICES)).toBe('a');
    expect(nextActivity([row('a')], CHOICES)).toBe('b');
    expect(nextActivity([row('a'), row('c'), row('a')], CHOICES)).toBe('c');
    expect(nextActivity([row('c')], CHOICES)).toBe('a');
    expect(nextActivity([row('a')], [])).toBe('');
  });

  it('takes copied cells from where they are put', () => {
    expect(
      pasted([row('a', { time: '1' })], 'složit\t2,5\t105\nS\t3\nNeznámý\t4\t\tpozn.\n', { row: 1, column: 'activity' }, CHOICES),
    ).toEqual([
      row('a', { time: '1' }),
      row('b', { time: '2,5', rating: '105' }),
      row('b', { time: '3' }),
      row('', { time: '4', note: 'pozn.' }),
    ]);
    expect(pasted([row('a'), row('b', { note: 'x' })], '1\n2\n3', { row: 0, column: 'time' }, CHOICES)).toEqual([
      row('a', { time: '1' }),
      row('b', { time: '2', note: 'x' }),
      row('c', { time: '3' }),
    ]);
  });
});
