import { atom, type ReadableAtom } from 'nanostores';
import { FILE_MAX_BYTES, FILES_PER_ROW } from '../../constants.ts';
import type { EntityWith } from '../../contract/entities.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { createFile, listFiles, type StoredFile, updateFile } from '../../contract/files.ts';
import type { Api, ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createServerRows } from '../kernel/server-rows.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';
import type { UploadOptions } from './upload.ts';

export type FilesState = { status: 'loading' } | { status: 'ready'; rows: readonly StoredFile[] } | { status: 'error'; code: ApiErrorCode };

/** One file on its way. Those that arrived are in the list and no longer here. */
export interface Upload {
  key: number;
  file: File;
  name: string;
  state:
    | { status: 'waiting' }
    | { status: 'sending'; share: number }
    /** All of it went out; the server looks at it. */
    | { status: 'checking' }
    | { status: 'refused'; code: ApiErrorCode | 'too_large' | 'empty' };
}

/** What became of files that were sent. */
export interface Sent {
  arrived: number;
  /** Those that were refused while no view showed the list in which it says why. */
  unseen: number;
}

export interface FilesStore {
  $state: ReadableAtom<FilesState>;
  $uploads: ReadableAtom<readonly Upload[]>;
  start(): () => void;
  load(): Promise<void>;
  /** Sends files, two at once, in the order they were given. Resolves when none is left. */
  add(files: readonly File[]): Promise<Sent>;
  /** Stops an upload, or closes the message of a refused one. */
  drop(key: number): void;
  again(key: number): Promise<Sent>;
  /** @throws ApiError; the list shows what the server has */
  rename(row: StoredFile, name: string): Promise<StoredFile>;
  /** Takes a file away, or brings it back. @throws ApiError */
  setAway(row: StoredFile, away: boolean): Promise<StoredFile>;
}

export interface FilesDeps extends StoreDeps {
  upload(file: Blob, options: UploadOptions): Api;
}

const AT_ONCE = 2;
const RELOAD_MS = 300;
const NAME_LENGTH = 200;
/** What may be different the next time; a file that is too large stays too large. */
const FINAL = new Set<string>([
  'too_large',
  'empty',
  'file_type_refused',
  'image_unreadable',
  'image_too_large',
  'forbidden',
  'not_found',
  'files_over_quota',
]);
export const mayTryAgain = (code: string): boolean => !FINAL.has(code);

/** A name that the contract takes: without folders and control characters, its ending kept when it is cut. */
export function fileName(name: string): string {
  const clean = name
    .trim()
    .replace(/[\p{Cc}/\\]+/gu, '_')
    .trim()
    .toWellFormed();
  if (clean === '') return 'file';
  if (clean.length <= NAME_LENGTH) return clean;
  const [ending = ''] = /\.[^.]{1,16}$/.exec(clean) ?? [];
  return clean.slice(0, NAME_LENGTH - ending.length).toWellFormed() + ending;
}

const newestFirst = (a: StoredFile, b: StoredFile) => (a.id < b.id ? 1 : -1);

/** Files of one row. */
export function createFiles(deps: FilesDeps, place: { entity: EntityWith<'files'>; entity_id: string }): FilesStore {
  const params = { organization_id: deps.organization };
  const $state = atom<FilesState>({ status: 'loading' });
  const $uploads = atom<readonly Upload[]>([]);
  const running = new Map<number, AbortController>();
  let keys = 0;
  let views = 0;
  const arrived = new Set<number>();
  let idle: (() => void)[] = [];

  const rows = (): readonly StoredFile[] => {
    const state = $state.get();
    return state.status === 'ready' ? state.rows : [];
  };
  const serverRows = createServerRows<StoredFile>({
    publish: (all) => $state.set({ status: 'ready', rows: all.filter((row) => row.archived_at === null) }),
    order: newestFirst,
  });

  const loader = createLoader(deps, $state, {
    read: (call) => call(listFiles, { params, query: place }),
    take: ({ items }) => serverRows.set(items),
    retryShown: true,
  });
  const { load } = loader;
  const reload = debounce(deps.timers, deps.now, RELOAD_MS, () => void load());
  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    // The message names a file, not its row; a few requests too many cost less than a look at each.
    else if (event.name === 'changed' && event.data.entity === 'files') reload.call();
  }

  const setUpload = (key: number, state: Upload['state']) =>
    $uploads.set($uploads.get().map((one) => (one.key === key ? { ...one, state } : one)));
  const without = (key: number) => $uploads.set($uploads.get().filter((one) => one.key !== key));

  /** Starts what waits, as long as there is room. */
  function next(): void {
    for (const one of $uploads.get()) {
      if (running.size >= AT_ONCE) return;
      if (one.state.status === 'waiting' && !running.has(one.key)) void send(one);
    }
    if (running.size > 0) return;
    const waiting = idle;
    idle = [];
    for (const tell of waiting) tell();
  }

  /** Goes on, until nothing of all is on its way; then tells of the uploads that are asked about. */
  function sent(asked: readonly number[]): Promise<Sent> {
    return new Promise((resolve) => {
      idle.push(() => {
        const refused = $uploads.get().filter(({ key, state }) => asked.includes(key) && state.status === 'refused');
        resolve({ arrived: asked.filter((key) => arrived.has(key)).length, unseen: views === 0 ? refused.length : 0 });
      });
      next();
    });
  }

  async function send({ key, file, name }: Upload): Promise<void> {
    const control = new AbortController();
    running.set(key, control);
    setUpload(key, { status: 'sending', share: 0 });
    try {
      const api = deps.upload(file, {
        signal: control.signal,
        onProgress: (share) => setUpload(key, share < 1 ? { status: 'sending', share } : { status: 'checking' }),
      });
      const row = await api.call(createFile, { params, query: { ...place, name } });
      arrived.add(key);
      without(key);
      // An answer that was asked for before doesn't know of this yet.
      if ($state.get().status === 'ready') loader.overtake();
      serverRows.put(row);
    } catch (error) {
      if (!control.signal.aborted) setUpload(key, { status: 'refused', code: failureCode(error) });
    } finally {
      running.delete(key);
      next();
    }
  }

  function refusalOf(file: File, before: number): Upload['state'] {
    if (file.size > FILE_MAX_BYTES) return { status: 'refused', code: 'too_large' };
    if (file.size === 0) return { status: 'refused', code: 'empty' };
    if (before >= FILES_PER_ROW) return { status: 'refused', code: 'too_many_files' };
    return { status: 'waiting' };
  }

  const change = (row: StoredFile, shown: Partial<StoredFile>, body: { name?: string; archived?: boolean }) =>
    serverRows.until(
      row,
      (now) => ({ ...now, ...shown }),
      () => deps.call(updateFile, { params: { ...params, id: row.id }, body: { rev: row.rev, ...body } }),
    );

  return {
    $state,
    $uploads,
    start: () => {
      const stop = loader.start(hear, reload);
      views++;
      return () => {
        views--;
        stop();
      };
    },
    load,
    add(files) {
      const room = rows().length + $uploads.get().filter(({ state }) => state.status !== 'refused').length;
      const added = files.map((file, at): Upload => {
        return { key: ++keys, file, name: fileName(file.name), state: refusalOf(file, room + at) };
      });
      $uploads.set([...$uploads.get(), ...added]);
      return sent(added.map(({ key }) => key));
    },
    drop(key) {
      running.get(key)?.abort();
      without(key);
    },
    again(key) {
      setUpload(key, { status: 'waiting' });
      return sent([key]);
    },
    rename: (row, name) => change(row, { name }, { name }),
    setAway: (row, away) => change(row, { archived_at: away ? new Date(deps.now()).toISOString() : null }, { archived: away }),
  };
}
