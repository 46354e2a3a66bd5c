import { describe, expect, it } from 'vitest';
import type { AllowancePoints } from '../../contract/allowance-sets.ts';
import { MOST_FILE_SETS, readPointsTable, readSets, setFile } from './allowance-files.ts';
import { fatigueOfPoints, percentOfPoints } from './allowance-points.ts';

const TABLE = readPointsTable('points;percent\n0;10\n7;11\n20;13,5\n').rows;
const points = (over: Partial<AllowancePoints> = {}): AllowancePoints => ({
  table: TABLE,
  sex: null,
  with_personal: true,
  factors: [
    { name: 'Hluk', points: 4 },
    { name: 'Poloha', points: 5 },
  ],
  ...over,
});

describe('allowances by points', () => {
  it('are those of the row with the most points that are not more, and nothing beyond the table', () => {
    expect([0, 6, 7, 19, 20].map((sum) => percentOfPoints(TABLE, null, sum))).toEqual([10, 10, 11, 11, 13.5]);
    expect(percentOfPoints(TABLE, null, 21)).toBeNull();
    expect(percentOfPoints([{ points: 5, percent: 3, sex: null }], null, 4)).toBeNull();
    expect(percentOfPoints(TABLE, 'f', 7)).toBeNull();
  });

  it('leave for fatigue what is left after personal needs that are in the table', () => {
    expect(fatigueOfPoints(points(), 0.05)).toBe(0.06);
    expect(fatigueOfPoints(points({ with_personal: false }), 0.05)).toBe(0.11);
    expect(fatigueOfPoints(points(), 0.12)).toBeNull();
    expect(fatigueOfPoints(points({ factors: [{ name: 'Vše', points: 99 }] }), 0.05)).toBeNull();
  });

  it('have a column for women and one for men where the table has them', () => {
    const { rows, faults } = readPointsTable('body,procenta,pohlaví\n10,11,ž\n10,10,m\n20,13,Ženy\n20,12,muži\n');
    expect(faults).toEqual([]);
    expect([percentOfPoints(rows, 'f', 12), percentOfPoints(rows, 'm', 12), percentOfPoints(rows, 'm', 20)]).toEqual([11, 10, 12]);
  });
});

describe('a file of points', () => {
  it('is read with its faults, each with its line', () => {
    const { rows, faults } = readPointsTable('body\tprocenta\n1\t2 %\n2\tx\n1\t3\n-1\t5\n2,5\t5\n3\t400\n4\t5\tkdo\n5\t6\tm\n\n9\n');
    expect(rows).toEqual([{ points: 1, percent: 2, sex: null }]);
    expect(faults).toEqual([
      { line: 3, fault: 'no_number', found: 'x' },
      { line: 4, fault: 'twice', found: '1' },
      { line: 5, fault: 'out_of_range', found: '-1' },
      { line: 6, fault: 'out_of_range', found: '2,5' },
      { line: 7, fault: 'out_of_range', found: '400' },
      { line: 8, fault: 'sex', found: 'kdo' },
      { line: 9, fault: 'mixed_sex', found: 'm' },
      { line: 11, fault: 'columns', found: '9' },
    ]);
    expect(readPointsTable('  \n')).toEqual({ rows: [], faults: [{ line: null, fault: 'empty', found: '' }] });
  });
});

describe('a file of sets', () => {
  it('is a table with headings in any of the three languages', () => {
    const { rows, faults } = readSets(
      'Název;Základ;Osobní potřeby, %;Únava;Nepravidelné práce;Čekání na stroj\nMontáž;ze směny;5;4,5;2;0\nBalení;;5 %;;;\n',
    );
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      { line: 2, name: 'Montáž', basis: 'workday', shares: { personal: 0.05, fatigue: 0.045, contingency: 0.02, interference: 0 } },
      { line: 3, name: 'Balení', basis: 'job', shares: { personal: 0.05, fatigue: 0 }, to_confirm: true, points: null },
    ]);
  });

  it('says what is wrong in which row, and gives the others', () => {
    const { rows, faults } = readSets('name,basis,personal,fatigue\nA,job,5,4\n,job,5,4\nB,week,5,4\nC,job,x,4\nD,job,90,20\nE,job,95,0\n');
    expect(rows.map(({ name }) => name)).toEqual(['A']);
    expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
      [3, 'no_name'],
      [4, 'basis'],
      [5, 'no_number'],
      [6, 'whole_day'],
      [7, 'out_of_range'],
    ]);
    expect(readSets('personal;fatigue\n5;4').faults).toMatchObject([{ fault: 'columns' }]);
    expect(readSets(`name\n${'A\n'.repeat(MOST_FILE_SETS + 1)}`)).toMatchObject({ rows: [], faults: [{ fault: 'too_long' }] });
  });

  it('comes back from the JSON that the page of a set gives', () => {
    const set = {
      name: 'Ruční práce',
      basis: 'workday' as const,
      shares: { personal: 0.05, fatigue: 0.06, contingency: 0.02, interference: 0 },
      to_confirm: false,
      points: points(),
    };
    const { rows, faults } = readSets(setFile(set as Parameters<typeof setFile>[0]));
    expect(faults).toEqual([]);
    expect(rows).toEqual([{ ...set, line: 1 }]);
    expect(readSets('{"name": 5').faults).toMatchObject([{ fault: 'no_json' }]);
    expect(readSets('[{"name":"A"},{"name":"B","shares":{"fatigue":2}},3,{"name":"C","points":{"table":[]}}]')).toMatchObject({
      rows: [{ name: 'A' }],
      faults: [
        { line: 2, fault: 'out_of_range' },
        { line: 3, fault: 'shape' },
        { line: 4, fault: 'shape', found: 'points' },
      ],
    });
  });
});
