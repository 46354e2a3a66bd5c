import { describe, expect, it } from 'vitest';
import { type SearchHit, search } from '../../contract/search.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createSearch } from './search.store.ts';

const hit = (name: string): SearchHit => ({
  names: null,
  entity: 'machines',
  id: '01890000-0000-7000-8000-000000000001',
  workspace_id: null,
  name,
  details: [],
  day: null,
});

function opened() {
  const server = world();
  const asked: string[] = [];
  server.answer(search, ({ query }) => {
    asked.push(query.q);
    return { items: [hit(`Lis ${query.q}`)] };
  });
  const store = createSearch(server.deps);
  const stop = store.start();
  const shown = () => {
    const state = store.$state.get();
    return [state.status, ...('hits' in state ? state.hits.map(({ name }) => name) : [state.code])].join(': ');
  };
  return { server, store, stop, asked, shown };
}

describe('the search', () => {
  it('asks once the typing rests, and shows what was found before until then', async () => {
    const { server, store, asked, shown } = opened();
    expect(shown()).toBe('ready');
    for (const text of ['l', 'li', ' li ']) store.type(text);
    expect(shown()).toBe('loading');
    await server.pass(119);
    expect(asked).toEqual([]);
    await server.pass(1);
    expect([asked, shown()]).toEqual([['li'], 'ready: Lis li']);
    store.type('lis');
    expect(shown()).toBe('loading: Lis li');
    await server.pass(120);
    expect(shown()).toBe('ready: Lis lis');
  });

  it('shows the answer to the last text only', async () => {
    const { server, store, shown } = opened();
    let late: (answer: { items: SearchHit[] }) => void = () => undefined;
    server.answer(search, ({ query }) =>
      query.q === 'a'
        ? new Promise<{ items: SearchHit[] }>((resolve) => {
            late = resolve;
          })
        : { items: [hit('second')] },
    );
    store.type('a');
    await server.pass(120);
    store.type('b');
    await server.pass(120);
    late({ items: [hit('first')] });
    await flushPromises();
    expect(shown()).toBe('ready: second');
  });

  it('shows nothing for a text without a word, also when an answer to the text before comes later', async () => {
    const { server, store, asked, shown } = opened();
    store.type('a');
    await server.pass(120);
    store.type('ab');
    store.type('  ');
    expect(shown()).toBe('ready');
    await server.pass(1_000);
    expect([asked, shown()]).toEqual([['a'], 'ready']);
  });

  it('says that it failed, and asks again', async () => {
    const { server, store, shown } = opened();
    server.answer(search, () => Promise.reject(refusal('forbidden')));
    store.type('a');
    await server.pass(120);
    expect(shown()).toBe('error: forbidden');
    server.answer(search, () => ({ items: [hit('back')] }));
    store.again();
    expect(shown()).toBe('loading');
    await flushPromises();
    expect(shown()).toBe('ready: back');
  });

  it('asks nothing any more once nobody looks', async () => {
    const { server, store, stop, asked } = opened();
    store.type('a');
    stop();
    await server.pass(1_000);
    expect(asked).toEqual([]);
  });
});
