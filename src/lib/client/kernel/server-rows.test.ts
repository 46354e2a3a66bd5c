import { describe, expect, it } from 'vitest';
import { createServerRows } from './server-rows.ts';
import { refusal } from './store-testing.ts';

interface Row {
  id: string;
  name: string;
  rev: number;
}
const row = (id: string, rev = 1, name = id): Row => ({ id, rev, name });

function list(...rows: Row[]) {
  let shown: readonly Row[] = rows;
  const serverRows = createServerRows<Row>({
    publish: (next) => {
      shown = next;
    },
    order: (a, b) => (a.name < b.name ? -1 : 1),
    initial: rows,
  });
  const rename = (of: Row, name: string, answer: Promise<Row>) =>
    serverRows.until(
      of,
      (now) => ({ ...now, name }),
      () => answer,
    );
  return { serverRows, rename, shown: () => shown.map(({ id, rev, name }) => `${id}${rev} ${name}`) };
}

describe('rows of a list', () => {
  it('are never older than what the server has said of them already, one by one or as a whole list', () => {
    const { serverRows, shown } = list(row('a', 1), row('b', 1));
    serverRows.put(row('a', 3, 'A'));
    serverRows.put(row('a', 2, 'late'));
    serverRows.set([row('a', 2, 'late'), row('b', 2), row('c', 1)]);
    expect(shown()).toEqual(['a3 A', 'b2 b', 'c1 c']);
    serverRows.put(row('bb', 1));
    serverRows.drop('b');
    expect(shown()).toEqual(['a3 A', 'bb1 bb', 'c1 c']);
  });

  it('of another question are forgotten, and nothing is shown until its answer', () => {
    const { serverRows, shown } = list(row('a', 5));
    serverRows.set(null);
    serverRows.put(row('b'));
    serverRows.set([row('a', 4)]);
    expect(shown()).toEqual(['a4 a']);
  });
});

describe('a change of a row', () => {
  it('stands over what comes meanwhile, and goes with its refusal, whoever else is still waiting', async () => {
    const { serverRows, rename, shown } = list(row('a'));
    const [first, second] = [Promise.withResolvers<Row>(), Promise.withResolvers<Row>()];
    const saving = rename(row('a'), 'first', first.promise);
    // Asked for of the row as it is shown, which the server has never seen.
    const again = rename(row('a', 1, 'first'), 'second', second.promise);
    serverRows.put(row('a', 2, 'theirs'));
    expect(shown()).toEqual(['a2 second']);
    first.reject(refusal('forbidden'));
    await expect(saving).rejects.toThrow('forbidden');
    expect(shown()).toEqual(['a2 second']);
    second.reject(refusal('forbidden'));
    await expect(again).rejects.toThrow('forbidden');
    expect(shown()).toEqual(['a2 theirs']);
  });

  it('gives way to what the server made of it, or to what is stored instead', async () => {
    const { rename, shown } = list(row('a'));
    await rename(row('a'), ' mine ', Promise.resolve(row('a', 2, 'mine')));
    expect(shown()).toEqual(['a2 mine']);
    const stale = rename(row('a'), 'other', Promise.reject(refusal('stale_rev', row('a', 3, 'theirs'))));
    await expect(stale).rejects.toThrow('stale_rev');
    expect(shown()).toEqual(['a3 theirs']);
  });

  it('brings a row back at once that the list has lost meanwhile', async () => {
    const { serverRows, rename, shown } = list(row('a'));
    serverRows.set([]);
    const saving = rename(row('a', 2), 'back', Promise.resolve(row('a', 3, 'back')));
    expect(shown()).toEqual(['a2 back']);
    await saving;
    expect(shown()).toEqual(['a3 back']);
  });
});
