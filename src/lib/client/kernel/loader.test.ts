import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { getDatalogger } from '../../contract/dataloggers.ts';
import { ApiError, type ApiErrorCode } from './api.ts';
import { createLoader } from './loader.ts';
import type { StoreDeps } from './store-deps.ts';

type State = { status: 'loading' } | { status: 'ready'; answer: string } | { status: 'error'; code: ApiErrorCode };

/** A store whose calls are answered by hand, in any order. */
function store(given: Partial<Parameters<typeof createLoader<string>>[2]> = {}) {
  const $state = atom<State>({ status: 'loading' });
  const asked: { answer(text: string): void; fail(error: unknown): void; signal: AbortSignal | undefined }[] = [];
  const call = (_: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((answer, fail) => {
      asked.push({ answer, fail, signal });
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  const deps = { call, live: { on: () => () => undefined, missed: () => [] } } as unknown as Pick<StoreDeps, 'call' | 'live'>;
  const loader = createLoader<string>(deps, $state, {
    read: async (ask) => String(await ask(getDatalogger, { params: { organization_id: 'org', id: 'one' } })),
    take: (answer) => $state.set({ status: 'ready', answer }),
    ...given,
  });
  return { $state, asked, loader };
}
const refused = () => new ApiError('forbidden', null);

describe('a loader', () => {
  it('shows the newest answer, whichever comes last', async () => {
    const { $state, asked, loader } = store();
    const both = [loader.load(), loader.load()];
    asked[1]?.answer('new');
    asked[0]?.answer('old');
    await Promise.all(both);
    expect($state.get()).toEqual({ status: 'ready', answer: 'new' });
  });

  it('keeps what is shown when a later read fails, and says why a first one did', async () => {
    const { $state, asked, loader } = store();
    const first = loader.load();
    asked[0]?.fail(refused());
    await first;
    expect($state.get()).toEqual({ status: 'error', code: 'forbidden' });
    const second = loader.load();
    expect($state.get().status).toBe('error');
    asked[1]?.answer('rows');
    await second;
    const third = loader.load();
    asked[2]?.fail(refused());
    await third;
    expect($state.get()).toEqual({ status: 'ready', answer: 'rows' });
  });

  it('shows that it tries again, where it is asked to', async () => {
    const { $state, asked, loader } = store({ retryShown: true });
    const first = loader.load();
    asked[0]?.fail(new TypeError('no network'));
    await first;
    expect($state.get()).toEqual({ status: 'error', code: 'network' });
    void loader.load();
    expect($state.get()).toEqual({ status: 'loading' });
  });

  it('drops a failure that was overtaken by a newer read', async () => {
    const { $state, asked, loader } = store();
    const first = loader.load();
    void loader.load();
    asked[0]?.fail(refused());
    await first;
    expect($state.get()).toEqual({ status: 'loading' });
  });

  it('drops an answer that was asked for before the store knew better', async () => {
    const { $state, asked, loader } = store();
    const isNewest = loader.watch();
    const first = loader.load();
    $state.set({ status: 'ready', answer: 'saved' });
    loader.overtake();
    asked[0]?.answer('before it was saved');
    await first;
    expect($state.get()).toEqual({ status: 'ready', answer: 'saved' });
    expect(isNewest()).toBe(false);
    expect(loader.watch()()).toBe(true);
  });

  it('loads for the first view, cancels with the last one without a word, and cancels what was to follow', async () => {
    const { $state, asked, loader } = store();
    let cancelled = 0;
    const end = loader.start(() => undefined, { cancel: () => cancelled++ });
    expect(asked).toHaveLength(1);
    end();
    expect(asked[0]?.signal?.aborted).toBe(true);
    await Promise.resolve();
    expect([$state.get().status, cancelled]).toEqual(['loading', 1]);
    loader.start(() => undefined);
    expect(asked).toHaveLength(2);
  });

  it('leaves a failure to a store whose rows must not stay', async () => {
    const codes: string[] = [];
    const { $state, asked, loader } = store({ failed: (code) => codes.push(code) });
    const first = loader.load();
    asked[0]?.answer('rows of another question');
    await first;
    const second = loader.load();
    asked[1]?.fail(refused());
    await second;
    expect([codes, $state.get().status]).toEqual([['forbidden'], 'ready']);
  });

  it('asks for one next page at a time, and for another one as soon as the whole was read anew', async () => {
    const { asked, loader } = store();
    const pages: string[] = [];
    const more = () =>
      loader.more(
        async () => String(await loader.view.call(getDatalogger, { params: { organization_id: 'org', id: 'next' } })),
        (page) => pages.push(page),
      );
    const first = more();
    void more();
    expect(asked).toHaveLength(1);
    void loader.load();
    const second = more();
    expect(asked).toHaveLength(3);
    asked[0]?.answer('behind rows that are gone');
    asked[2]?.answer('behind the new ones');
    await Promise.all([first, second]);
    expect(pages).toEqual(['behind the new ones']);
  });

  it('says why a next page could not be had, and nothing of one that a newer read made void', async () => {
    const { asked, loader } = store();
    const errors: unknown[] = [];
    const more = () =>
      loader.more(
        () => loader.view.call(getDatalogger, { params: { organization_id: 'org', id: 'next' } }),
        () => undefined,
        (error) => errors.push(error),
      );
    const failing = more();
    asked[0]?.fail(refused());
    await failing;
    expect(errors).toEqual([refused()]);
    const overtaken = more();
    loader.overtake();
    asked[1]?.fail(refused());
    await overtaken;
    expect(errors).toHaveLength(1);
  });
});
