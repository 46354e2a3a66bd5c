import { describe, expect, it } from 'vitest';
import type { AllowanceSet } from '../../contract/allowance-sets.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES } from '../testing/testing.ts';

const SHARES = { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0 };
const POINTS = {
  table: [
    { points: 20, percent: 13, sex: null },
    { points: 0, percent: 10, sex: null },
  ],
  sex: null,
  with_personal: true,
  factors: [{ name: 'Hluk', points: 4 }],
};

describe.each(ENGINES)('sets of allowances by points on %s', (engine) => {
  it('have the share for fatigue that the table gives, in each version', async () => {
    const plant = await testPlant(engine);
    const change = async (id: string, body: object) => {
      const answer = await plant.send('PATCH', `/allowance-sets/${id}`, body);
      return { status: answer.status, body: (await answer.json()) as AllowanceSet & { errors?: { path: string }[] } };
    };
    const answer = await plant.send('POST', '/allowance-sets', { name: 'Ruční práce', basis: 'job', shares: SHARES });
    const { id } = (await answer.json()) as AllowanceSet;
    const { body: first } = await change(id, { rev: 1, points: POINTS });
    expect(first).toMatchObject({ version: 2, shares: { ...SHARES, fatigue: 0.05 }, points: { factors: POINTS.factors } });
    // Rows stand by their points, whatever the file's order was.
    expect(first.points!.table.map(({ points }) => points)).toEqual([0, 20]);
    // The share for fatigue is the points' as long as there are any.
    expect((await change(id, { rev: 2, shares: { ...SHARES, personal: 0.03, fatigue: 0.3 } })).body).toMatchObject({
      version: 3,
      shares: { personal: 0.03, fatigue: 0.07 },
    });
    const more = { ...POINTS, factors: [...POINTS.factors, { name: 'Poloha', points: 16 }] };
    expect((await change(id, { rev: 3, points: more })).body).toMatchObject({ version: 4, shares: { fatigue: 0.1 } });
    expect((await change(id, { rev: 4, points: more })).body).toMatchObject({ version: 4, rev: 4 });
    const { body: last } = await change(id, { rev: 4, points: null });
    expect(last).toMatchObject({ version: 5, points: null, shares: { fatigue: 0.1 } });
    expect(last.versions.map(({ version, points }) => [version, points?.factors.length ?? null])).toEqual([
      [5, null],
      [4, 2],
      [3, 1],
      [2, 1],
      [1, null],
    ]);
  });

  it('refuse points that the table does not have, and rows that come twice', async () => {
    const plant = await testPlant(engine);
    const refusal = async (points: object, shares: object = SHARES) => {
      const answer = await plant.send('POST', '/allowance-sets', { name: 'A', basis: 'job', shares, points });
      const { errors } = (await answer.json()) as { errors?: { path: string }[] };
      return [answer.status, errors?.[0]?.path];
    };
    expect(await refusal({ ...POINTS, factors: [{ name: 'Vše', points: 21 }] })).toEqual([422, 'points.factors']);
    expect(await refusal({ ...POINTS, sex: 'f' })).toEqual([422, 'points.factors']);
    expect(await refusal(POINTS, { ...SHARES, personal: 0.2 })).toEqual([422, 'points.factors']);
    expect(await refusal({ ...POINTS, table: [...POINTS.table, POINTS.table[0]] })).toEqual([422, 'points.table']);
    expect((await refusal({ ...POINTS, table: [] }))[0]).toBe(422);
  });
});
