import { describe, expect, it } from 'vitest';
import { OWN_HEADER } from '../../constants.ts';
import { putAvatar } from '../../contract/account.ts';
import type { ApiError } from '../kernel/api.ts';
import { type UploadDeps, uploading } from './upload.ts';

const ACCOUNT = {
  id: '019d0000-0000-7000-8000-000000000001',
  email: 'jana@example.com',
  name: 'Jana',
  locale: 'cs',
  avatar: 'ab',
  formats: { date: null, time: null, first_day: null, duration: null, english: null },
  notifications: { new_device: true, silent_loggers: 'none' },
  rev: 1,
} as const;

/** One request in the hand of the test. */
function ground() {
  const log: string[] = [];
  const line = { isOwn: true, told: [] as string[] };
  const xhr: ReturnType<UploadDeps['open']> = {
    status: 0,
    responseText: '',
    upload: { onprogress: null },
    onload: null,
    onerror: null,
    onabort: null,
    open: (method: string, path: string | URL) => void log.push(`${method} ${path}`),
    setRequestHeader: (name: string, value: string) => void log.push(`${name}: ${value}`),
    send: (body: unknown) => void log.push(`sent ${(body as Blob).size} bytes`),
    abort: () => xhr.onabort?.call(xhr as XMLHttpRequest, {} as ProgressEvent),
    getResponseHeader: (name: string) => (name === OWN_HEADER && !line.isOwn ? null : '7'),
  };
  let resets = 0;
  const askers = new Set<object>();
  const auth: UploadDeps['auth'] = {
    intercept: async (r) => ({ ...r, headers: { ...r.headers, Authorization: 'Bearer t' } }),
    reset: () => resets++,
  };
  const answer = (status: number, data: unknown) => {
    Object.assign(xhr, { status, responseText: typeof data === 'string' ? data : JSON.stringify(data) });
    xhr.onload?.call(xhr as XMLHttpRequest, {} as ProgressEvent);
  };
  const deps: UploadDeps = {
    open: () => xhr,
    auth,
    answered: (status, isOwn) => void line.told.push(`${status} ${isOwn ? 'own' : 'foreign'}`),
    silent: () => void line.told.push('silent'),
    ask: (asker, wanted) => void (wanted ? askers.add(asker) : askers.delete(asker)),
  };
  return { log, line, xhr, deps, answer, resets: () => resets, asks: () => askers.size > 0 };
}
const FILE = new Blob(['picture']);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ApiError) => `${error.code} ${error.status} ${error.retryAfter}`,
  );
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a file on its way', () => {
  it('goes out as it is with the session’s headers, tells how far it is, and brings the contract’s answer', async () => {
    const { log, xhr, deps, answer } = ground();
    const shares: number[] = [];
    const asked = uploading(deps, FILE, { onProgress: (share) => shares.push(share) }).call(putAvatar);
    await settled();
    expect(log).toEqual([
      'PUT /v1/auth/avatar',
      'Accept: application/json',
      'Content-Type: application/octet-stream',
      'Authorization: Bearer t',
      'sent 7 bytes',
    ]);
    for (const loaded of [2, 7]) xhr.upload.onprogress?.call(xhr as never, { loaded, total: 7 } as ProgressEvent);
    answer(200, ACCOUNT);
    expect([await asked, shares]).toEqual([ACCOUNT, [2 / 7, 1]]);
  });

  it('is refused with the server’s code, and a revoked session ends', async () => {
    for (const [status, code, resets] of [
      [415, 'file_type_refused', 0],
      [503, 'storage_busy', 0],
      [401, 'session_revoked', 1],
    ] as const) {
      const { deps, answer, resets: ended } = ground();
      const asked = codeOf(uploading(deps, FILE).call(putAvatar));
      await settled();
      answer(status, { code });
      expect([await asked, ended()]).toEqual([`${code} ${status} 7`, resets]);
    }
  });

  it('fails when the line breaks, when it is cancelled, and when a stranger answers', async () => {
    const broken = ground();
    const first = codeOf(uploading(broken.deps, FILE).call(putAvatar));
    await settled();
    broken.xhr.onerror?.call(broken.xhr as XMLHttpRequest, {} as ProgressEvent);
    expect(await first).toBe('network 0 null');

    const cancelled = ground();
    const control = new AbortController();
    const second = codeOf(uploading(cancelled.deps, FILE, { signal: control.signal }).call(putAvatar));
    await settled();
    control.abort();
    expect(await second).toBe('network 0 null');
    expect(await codeOf(uploading(ground().deps, FILE, { signal: control.signal }).call(putAvatar))).toBe('network 0 null');

    const proxy = ground();
    const third = codeOf(uploading(proxy.deps, FILE).call(putAvatar));
    await settled();
    proxy.answer(200, '<html>');
    expect(await third).toBe('unexpected_answer 200 7');
  });

  it('lets the page ask before it goes, however it ends, and says what it showed of the line', async () => {
    const arrived = ground();
    const first = codeOf(uploading(arrived.deps, FILE).call(putAvatar));
    expect(arrived.asks()).toBe(false);
    await settled();
    expect(arrived.asks()).toBe(true);
    arrived.answer(200, ACCOUNT);
    await first;
    expect([arrived.asks(), arrived.line.told]).toEqual([false, ['200 own']]);

    const broken = ground();
    const second = codeOf(uploading(broken.deps, FILE).call(putAvatar));
    await settled();
    broken.xhr.onerror?.call(broken.xhr as XMLHttpRequest, {} as ProgressEvent);
    await second;
    expect([broken.asks(), broken.line.told]).toEqual([false, ['silent']]);

    const proxy = ground();
    proxy.line.isOwn = false;
    const third = codeOf(uploading(proxy.deps, FILE).call(putAvatar));
    await settled();
    proxy.answer(502, '<html>');
    await third;
    expect([proxy.asks(), proxy.line.told]).toEqual([false, ['502 foreign']]);

    // What the person gives up says nothing of the line.
    const given = ground();
    const control = new AbortController();
    const fourth = codeOf(uploading(given.deps, FILE, { signal: control.signal }).call(putAvatar));
    await settled();
    control.abort();
    await fourth;
    expect([given.asks(), given.line.told]).toEqual([false, []]);
  });
});
