import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { markupOf } from './kept-markup.ts';
import { isFirstForPhone } from './shell/phone.ts';

function island(followsFromProps?: true) {
  let renders = 0;
  function Island({ name }: { name: string }) {
    renders += 1;
    return <p id={useId()}>{name}</p>;
  }
  if (followsFromProps) Island.followsFromProps = followsFromProps;
  return { Island, renders: () => renders };
}

describe('the markup of an island', () => {
  it('is rendered each time, unless the island says that it follows from its properties', () => {
    for (const [steady, times] of [
      [undefined, 2],
      [true, 1],
    ] as const) {
      const { Island, renders } = island(steady);
      const markups = [1, 2].map(() => markupOf(<Island name="a" />, { identifierPrefix: 'r0' }));
      expect(renders()).toBe(times);
      expect(markups).toEqual([1, 2].map(() => renderToString(<Island name="a" />, { identifierPrefix: 'r0' })));
    }
  });

  it('is another one with other properties, other ids and of another island', () => {
    const [{ Island }, other] = [island(true), island(true)];
    const markups = [
      markupOf(<Island name="a" />, { identifierPrefix: 'r0' }),
      markupOf(<Island name="b" />, { identifierPrefix: 'r0' }),
      markupOf(<Island name="a" />, { identifierPrefix: 'r1' }),
    ];
    expect(new Set(markups).size).toBe(3);
    markupOf(<other.Island name="a" />, { identifierPrefix: 'r0' });
    expect(other.renders()).toBe(1);
  });

  it('is another one for a phone', () => {
    function Island() {
      return <p>{isFirstForPhone() ? 'phone' : 'wide'}</p>;
    }
    Island.followsFromProps = true as const;
    const of = (mobile: string) => markupOf(<Island />, {}, { headers: new Headers({ 'sec-ch-ua-mobile': mobile }) });
    expect([of('?1'), of('?0'), of('?1')]).toEqual(['<p>phone</p>', '<p>wide</p>', '<p>phone</p>']);
    expect(markupOf(<Island />, {})).toBe('<p>wide</p>');
  });

  it('is forgotten when a hundred others were used since', () => {
    const { Island, renders } = island(true);
    const use = (name: string) => markupOf(<Island name={name} />, { identifierPrefix: 'r0' });
    use('first');
    use('second');
    for (let n = 0; n < 98; n += 1) use(`${n}`);
    use('first');
    expect(renders()).toBe(100);
    use('new');
    use('first');
    expect(renders()).toBe(101);
    use('second');
    expect(renders()).toBe(102);
  });
});
