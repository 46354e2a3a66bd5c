import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_MAX_BYTES, FILES_PER_ROW } from '../../constants.ts';
import { createFile, listFiles, type StoredFile, updateFile } from '../../contract/files.ts';
import type { Api } from '../kernel/api.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createFiles, fileName, mayTryAgain } from './files.store.ts';
import type { UploadOptions } from './upload.ts';

const MACHINE = '019d0000-0000-7000-8000-00000000000a';
const id = (no: number) => `019d0000-0000-7000-8000-${String(no).padStart(12, '0')}`;
const row = (no: number, over: Partial<StoredFile> = {}): StoredFile => ({
  id: id(no),
  entity: 'machines',
  entity_id: MACHINE,
  name: `${no}.pdf`,
  media_type: 'application/pdf',
  size: 10,
  width: null,
  height: null,
  taken_at: null,
  entry_id: null,
  rev: 1,
  created_at: '2026-11-20T14:00:00Z',
  created_by: null,
  archived_at: null,
  ...over,
});
const file = (name: string, size = 3) => ({ name, size }) as File;

/** Uploads that the test finishes by hand. */
function ground(items: StoredFile[] = []) {
  const { deps, answer, send, pass, calls } = world();
  const sending: { name: string; options: UploadOptions; done(row: StoredFile): void; fail(error: unknown): void }[] = [];
  const upload = (_: Blob, options: UploadOptions) =>
    ({
      call: (_endpoint: typeof createFile, { query }: { query: { name: string } }) =>
        new Promise((done, fail) => {
          options.signal?.addEventListener('abort', () => fail(new Error('cancelled')));
          sending.push({ name: query.name, options, done, fail });
        }),
    }) as unknown as Api;
  answer(listFiles, () => ({ items }));
  const store = createFiles({ ...deps, upload }, { entity: 'machines', entity_id: MACHINE });
  const names = () => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.rows.map(({ name }) => name) : state.status;
  };
  const uploads = () => store.$uploads.get().map(({ name, state }) => `${name} ${state.status === 'refused' ? state.code : state.status}`);
  return { store, answer, send, pass, calls, sending, names, uploads };
}

describe('uploads of a row’s files', () => {
  it('go two at once in the order they were given, and arrive in the list, the newest first', async () => {
    const { store, sending, names, uploads } = ground([row(1)]);
    store.start();
    await flushPromises();
    const added = store.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    expect(uploads()).toEqual(['a.pdf sending', 'b.pdf sending', 'c.pdf waiting']);
    sending[1]?.done(row(3, { name: 'b.pdf' }));
    await flushPromises();
    expect([uploads(), names()]).toEqual([
      ['a.pdf sending', 'c.pdf sending'],
      ['b.pdf', '1.pdf'],
    ]);
    sending[0]?.options.onProgress?.(0.5);
    expect(store.$uploads.get()[0]?.state).toEqual({ status: 'sending', share: 0.5 });
    sending[0]?.options.onProgress?.(1);
    expect(uploads()[0]).toBe('a.pdf checking');
    sending[0]?.done(row(2, { name: 'a.pdf' }));
    sending[2]?.done(row(4, { name: 'c.pdf' }));
    expect(await added).toEqual({ arrived: 3, unseen: 0 });
    expect([uploads(), names()]).toEqual([[], ['c.pdf', 'b.pdf', 'a.pdf', '1.pdf']]);
  });

  it('that are refused stay with their reason until they are tried again or closed, and hold up nobody', async () => {
    const { store, sending, uploads } = ground();
    store.start();
    await flushPromises();
    const added = store.add([file('a.exe'), file('huge.pdf', FILE_MAX_BYTES + 1), file('empty.txt', 0), file('b.pdf'), file('c.pdf')]);
    expect(uploads()).toEqual(['a.exe sending', 'huge.pdf too_large', 'empty.txt empty', 'b.pdf sending', 'c.pdf waiting']);
    sending[0]?.fail(refusal('file_type_refused'));
    sending[1]?.fail(new TypeError('no line'));
    await flushPromises();
    expect(uploads()).toEqual(['a.exe file_type_refused', 'huge.pdf too_large', 'empty.txt empty', 'b.pdf network', 'c.pdf sending']);
    sending[2]?.done(row(1));
    expect(await added).toEqual({ arrived: 1, unseen: 0 });
    expect([mayTryAgain('network'), mayTryAgain('file_type_refused')]).toEqual([true, false]);
    void store.again(store.$uploads.get()[3]!.key);
    expect(sending[3]?.name).toBe('b.pdf');
    for (const { key } of store.$uploads.get()) store.drop(key);
    await flushPromises();
    expect([uploads(), sending[3]?.options.signal?.aborted]).toEqual([[], true]);
  });

  it('are not begun beyond what a row may hold', async () => {
    const { store, uploads } = ground(Array.from({ length: FILES_PER_ROW - 1 }, (_, no) => row(no)));
    store.start();
    await flushPromises();
    void store.add([file('a.pdf'), file('b.pdf')]);
    expect(uploads()).toEqual(['a.pdf sending', 'b.pdf too_many_files']);
  });

  it('go on when their list is left, are counted when they are refused then, and wait in it to be tried again', async () => {
    const { store, sending, uploads } = ground();
    const stop = store.start();
    await flushPromises();
    const added = store.add([file('a.pdf'), file('huge.pdf', FILE_MAX_BYTES + 1), file('b.pdf')]);
    stop();
    sending[0]?.fail(new TypeError('no line'));
    sending[1]?.done(row(1));
    expect(await added).toEqual({ arrived: 1, unseen: 2 });
    expect(uploads()).toEqual(['a.pdf network', 'huge.pdf too_large']);
    store.start();
    const again = store.again(store.$uploads.get()[0]!.key);
    const other = store.add([file('c.pdf')]);
    sending[2]?.fail(new TypeError('no line'));
    sending[3]?.done(row(2));
    expect(await Promise.all([again, other])).toEqual([
      { arrived: 0, unseen: 0 },
      { arrived: 1, unseen: 0 },
    ]);
  });

  it('that are cancelled leave at once and make room for the next', async () => {
    const { store, sending, uploads } = ground();
    store.start();
    await flushPromises();
    const added = store.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    store.drop(store.$uploads.get()[0]!.key);
    await flushPromises();
    expect(uploads()).toEqual(['b.pdf sending', 'c.pdf sending']);
    sending[1]?.done(row(1));
    sending[2]?.done(row(2));
    expect(await added).toEqual({ arrived: 2, unseen: 0 });
  });
});

describe('files of a row', () => {
  it('are taken away at once, and come back when the server doesn’t agree or the person thinks better of it', async () => {
    const { store, answer, names } = ground([row(2), row(1)]);
    store.start();
    await flushPromises();
    answer(updateFile, ({ body }) => row(2, { rev: body.rev + 1, archived_at: body.archived ? '2026-11-20T14:00:00Z' : null }));
    const gone = store.setAway(row(2), true);
    expect(names()).toEqual(['1.pdf']);
    await store.setAway(await gone, false);
    expect(names()).toEqual(['2.pdf', '1.pdf']);
    answer(updateFile, () => {
      throw refusal('forbidden');
    });
    await expect(store.setAway(row(2), true)).rejects.toThrow('forbidden');
    expect(names()).toEqual(['2.pdf', '1.pdf']);
  });

  it('take a new name, or the one somebody else gave them meanwhile', async () => {
    const { store, answer, names } = ground([row(1)]);
    store.start();
    await flushPromises();
    answer(updateFile, () => {
      throw refusal('stale_rev', row(1, { name: 'theirs.pdf', rev: 2 }));
    });
    const renamed = store.rename(row(1), 'mine.pdf');
    expect(names()).toEqual(['mine.pdf']);
    await expect(renamed).rejects.toThrow('stale_rev');
    expect(names()).toEqual(['theirs.pdf']);
  });

  it('keep the name that somebody else gave them when they could not be taken away', async () => {
    const { store, answer, send, pass, names } = ground([row(1)]);
    store.start();
    await flushPromises();
    const refused = Promise.withResolvers<StoredFile>();
    answer(updateFile, () => refused.promise);
    const away = store.setAway(row(1), true);
    answer(listFiles, () => ({ items: [row(1, { name: 'theirs.pdf', rev: 2 })] }));
    send({ name: 'changed', data: { entity: 'files', id: id(1), workspace_id: null } });
    await pass(2_000);
    expect(names()).toEqual([]);
    refused.reject(refusal('forbidden'));
    await expect(away).rejects.toThrow('forbidden');
    expect(names()).toEqual(['theirs.pdf']);
  });

  it('are read again when a message tells of a change, once for many', async () => {
    const { store, send, pass, calls, names } = ground([row(1)]);
    const stop = store.start();
    await flushPromises();
    for (const no of [1, 2, 3]) send({ name: 'changed', data: { entity: 'files', id: id(no), workspace_id: null } });
    send({ name: 'changed', data: { entity: 'machines', id: id(1), workspace_id: null } });
    await pass(2_000);
    expect([calls.length, names()]).toEqual([2, ['1.pdf']]);
    stop();
  });
});

describe('the name of a file', () => {
  it('is one that the server takes, whatever the device calls it', () => {
    expect(fileName('C:\\fotky\\lis.jpg')).toBe('C:_fotky_lis.jpg');
    expect(fileName(' \t')).toBe('file');
    expect(fileName(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(195)}.jpeg`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const parsed = createFile.query.safeParse({ entity: 'machines', entity_id: MACHINE, name: fileName(name) });
        return parsed.success;
      }),
    );
  });
});
