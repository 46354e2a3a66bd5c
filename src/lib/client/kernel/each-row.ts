import { createPool } from './pool.ts';

const AT_ONCE = 4;

/** What became of rows to which the same was done: each by a call of its own, so that a refusal of one costs the others nothing. */
export interface EachRow<R> {
  done: { before: R; after: R }[];
  refused: { row: R; error: unknown }[];
}

/** Does the same to many rows, a few at a time; both answers are in the order of the rows. */
export async function eachRow<R>(rows: readonly R[], save: (row: R) => Promise<R>): Promise<EachRow<R>> {
  const pool = createPool(AT_ONCE);
  const results = await Promise.allSettled(rows.map((row) => pool(() => save(row))));
  const found: EachRow<R> = { done: [], refused: [] };
  for (const [index, result] of results.entries()) {
    const row = rows[index] as R;
    if (result.status === 'fulfilled') found.done.push({ before: row, after: result.value });
    else found.refused.push({ row, error: result.reason });
  }
  return found;
}
