import { describe, expect, it } from 'vitest';
import { createHeldRows } from './held-rows.ts';
import { refusal } from './store-testing.ts';

interface Row {
  id: string;
  name: string;
  rev: number;
}
const row = (id: string, rev = 1, name = id): Row => ({ id, rev, name });

function list(...rows: Row[]) {
  let shown: readonly Row[] = rows;
  const held = createHeldRows<Row>({
    publish: (next) => {
      shown = next;
    },
    order: (a, b) => (a.name < b.name ? -1 : 1),
    initial: rows,
  });
  const rename = (of: Row, name: string, answer: Promise<Row>) =>
    held.until(
      of,
      (now) => ({ ...now, name }),
      () => answer,
    );
  return { held, rename, shown: () => shown.map(({ id, rev, name }) => `${id}${rev} ${name}`) };
}

describe('rows of a list', () => {
  it('are never older than what the server has said of them already, one by one or as a whole list', () => {
    const { held, shown } = list(row('a', 1), row('b', 1));
    held.put(row('a', 3, 'A'));
    held.put(row('a', 2, 'late'));
    held.set([row('a', 2, 'late'), row('b', 2), row('c', 1)]);
    expect(shown()).toEqual(['a3 A', 'b2 b', 'c1 c']);
    held.put(row('bb', 1));
    held.drop('b');
    expect(shown()).toEqual(['a3 A', 'bb1 bb', 'c1 c']);
  });

  it('of another question are forgotten, and nothing is shown until its answer', () => {
    const { held, shown } = list(row('a', 5));
    held.set(null);
    held.put(row('b'));
    held.set([row('a', 4)]);
    expect(shown()).toEqual(['a4 a']);
  });
});

describe('a change of a row', () => {
  it('stands over what comes meanwhile, and goes with its refusal, whoever else is still waiting', async () => {
    const { held, rename, shown } = list(row('a'));
    const [first, second] = [Promise.withResolvers<Row>(), Promise.withResolvers<Row>()];
    const saving = rename(row('a'), 'first', first.promise);
    // Asked for of the row as it is shown, which the server has never seen.
    const again = rename(row('a', 1, 'first'), 'second', second.promise);
    held.put(row('a', 2, 'theirs'));
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
    const { held, rename, shown } = list(row('a'));
    held.set([]);
    const saving = rename(row('a', 2), 'back', Promise.resolve(row('a', 3, 'back')));
    expect(shown()).toEqual(['a2 back']);
    await saving;
    expect(shown()).toEqual(['a3 back']);
  });
});
