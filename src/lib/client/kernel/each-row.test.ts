import { expect, it } from 'vitest';
import { eachRow } from './each-row.ts';

it('a refusal of one row costs the others nothing, and says which one it was', async () => {
  let [now, most] = [0, 0];
  const { done, refused } = await eachRow([1, 2, 3, 4, 5, 6], async (row) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    if (row % 3 === 0) throw new Error(`no ${row}`);
    return row * 10;
  });
  expect(done).toEqual([1, 2, 4, 5].map((before) => ({ before, after: before * 10 })));
  expect(refused.map(({ row, error }) => [row, (error as Error).message])).toEqual([
    [3, 'no 3'],
    [6, 'no 6'],
  ]);
  expect(most).toBe(4);
});
