import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { browser, CREDENTIALS, DAY, tokenCookies } from '../auth/auth-testing.ts';
import { createApi } from './api.ts';
import { createHttp, type HttpRequest } from './http.ts';

/** A network that answers as told, one after another, and a clock that runs out when told. */
function network(...answers: (Response | Error | 'silence')[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const timers = new Map<number, { work: () => void; ms: number }>();
  let last = 0;
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    if (answer === 'silence') return new Promise(() => {});
    return answer ?? Response.json({ ok: true });
  }) as typeof globalThis.fetch;
  return {
    sent,
    timers,
    options: {
      fetch,
      timers: {
        setTimeout(work: () => void, ms: number) {
          timers.set(++last, { work, ms });
          return last;
        },
        clearTimeout: (timer: number) => void timers.delete(timer),
      },
    },
  };
}
const status = (code: number) => Response.json({ code: 'x' }, { status: code });
const GET: HttpRequest = { method: 'GET', path: '/v1/x' };

describe('the session over the transport', () => {
  it('sends log-in and refresh once, whatever is answered, and the profile again', async () => {
    for (const trouble of [503, 429, 'network'] as const) {
      const failing = () => (trouble === 'network' ? new TypeError('network') : status(trouble));
      const n = network(...Array.from({ length: 9 }, failing));
      const { request } = createHttp(n.options);
      const signingIn = browser({ request });
      await expect(signingIn.auth.login(CREDENTIALS)).rejects.toThrow();
      const refreshing = browser({ request, cookies: tokenCookies(0, DAY) });
      await expect(refreshing.auth.refreshTokens()).rejects.toThrow();
      expect(n.sent.map(({ url }) => url)).toEqual(['/v1/auth/login', '/v1/auth/refresh_token']);
      const profile = browser({ request, cookies: tokenCookies(10_000, DAY) });
      await expect(profile.auth.fetchUser()).rejects.toThrow();
      expect(n.sent.slice(2).map(({ url }) => url)).toEqual(['/v1/auth/profile', '/v1/auth/profile']);
    }
  });

  it('refreshes once for all that wait, and they go out with the new token', async () => {
    const n = network(Response.json({ token: 'next' }));
    const { auth } = browser({ request: createHttp(n.options).request, cookies: tokenCookies(0, DAY) });
    const http = createHttp({ ...n.options, auth });
    await Promise.all([1, 2, 3].map(() => http.request(GET)));
    expect(n.sent.map(({ url }) => url)).toEqual(['/v1/auth/refresh_token', '/v1/x', '/v1/x', '/v1/x']);
    expect(n.sent.slice(1).map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual(Array(3).fill('Bearer next'));
  });

  it('gives a 401 to the caller, and ends when it says that the session was revoked', async () => {
    const revoked = () => Response.json({ code: 'session_revoked' }, { status: 401 });
    const n = network(Response.json({ code: 'unauthenticated' }, { status: 401 }), revoked());
    const b = browser({ path: '/dlog/dataloggers', cookies: tokenCookies(10_000, DAY) });
    await b.auth.init();
    const http = createHttp({ ...n.options, auth: b.auth });
    expect((await http.request(GET)).status).toBe(401);
    expect(b.auth.$loggedIn.get()).toBe(true);
    expect((await http.request(GET)).status).toBe(401);
    expect(Object.fromEntries(b.jar)).toEqual({ 'auth.redirect': '/dlog/dataloggers' });
    expect(b.navigations).toEqual(['/']);
  });
});

describe('the transport', () => {
  it('sends JSON and resolves with any status', async () => {
    const n = network(status(422));
    const answer = await createHttp(n.options).request({ method: 'POST', path: '/v1/x', body: { a: 1 }, headers: { 'X-Own': '1' } });
    expect(answer).toMatchObject({ status: 422, data: { code: 'x' } });
    const { url, init } = n.sent[0] as (typeof n.sent)[number];
    expect([url, init.method, init.body]).toEqual(['/v1/x', 'POST', '{"a":1}']);
    const headers = new Headers(init.headers);
    expect([headers.get('content-type'), headers.get('accept'), headers.get('x-own')]).toEqual([
      'application/json',
      'application/json',
      '1',
    ]);
    expect((await createHttp(network(new Response(null, { status: 204 })).options).request(GET)).data).toBe(null);
  });

  it.each<[string, Response, unknown]>([
    ['JSON', Response.json({ a: [1] }), { a: [1] }],
    ['JSON that names no type', new Response('{"a":1}'), { a: 1 }],
    ['JSON of a problem', new Response('{"a":1}', { headers: { 'Content-Type': 'application/problem+json' } }), { a: 1 }],
    ['false', Response.json(false), false],
    ['zero', Response.json(0), 0],
    ['null', Response.json(null), null],
    ['a page', new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } }), '<html></html>'],
    ['broken JSON', new Response('{"a":', { headers: { 'Content-Type': 'application/json' } }), '{"a":'],
    ['an empty text', new Response('', { headers: { 'Content-Type': 'application/json' } }), null],
    ['no body', new Response(null, { status: 204 }), null],
    ['no body that should be one', new Response(null, { headers: { 'Content-Type': 'application/json' } }), null],
  ])('reads an answer of %s', async (_, response, data) => {
    expect(await createHttp(network(response).options).request(GET)).toMatchObject({ status: response.status, data });
  });

  it('leaves a header of the caller as it is, however it is written', async () => {
    const n = network();
    await createHttp(n.options).request({ ...GET, headers: { accept: 'text/csv' } });
    expect(new Headers(n.sent[0]?.init.headers).get('accept')).toBe('text/csv');
  });

  it('repeats a GET once after a lost network or a passing trouble', async () => {
    for (const trouble of [new TypeError('network'), ...[408, 409, 425, 429, 500, 502, 503, 504].map(status)]) {
      const n = network(trouble);
      expect(await createHttp(n.options).request(GET)).toMatchObject({ status: 200, data: { ok: true } });
      expect(n.sent).toHaveLength(2);
    }
    for (const final of [400, 401, 403, 404, 422, 501]) {
      const n = network(status(final));
      expect((await createHttp(n.options).request(GET)).status).toBe(final);
      expect(n.sent).toHaveLength(1);
    }
    const twice = network(status(503), status(503), status(200));
    expect((await createHttp(twice.options).request(GET)).status).toBe(503);
    expect(twice.sent).toHaveLength(2);
    const down = network(new TypeError('one'), new TypeError('two'));
    await expect(createHttp(down.options).request(GET)).rejects.toThrow(new TypeError('two'));
    expect(down.sent).toHaveLength(2);
    const mixed = network(status(503), new TypeError('network'));
    await expect(createHttp(mixed.options).request({ ...GET, method: 'get' })).rejects.toThrow('network');
    expect([mixed.sent.length, mixed.timers.size]).toEqual([2, 0]);
  });

  it('repeats a write only when its id makes that safe', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const plain = network(status(503));
      expect((await createHttp(plain.options).request({ method, path: '/v1/x' })).status).toBe(503);
      expect(plain.sent).toHaveLength(1);
      const lost = network(new TypeError('network'));
      await expect(createHttp(lost.options).request({ method, path: '/v1/x' })).rejects.toThrow('network');
      expect(lost.sent).toHaveLength(1);
      for (const trouble of [status(503), new TypeError('network')]) {
        const idempotent = network(trouble);
        expect((await createHttp(idempotent.options).request({ method, path: '/v1/x', body: { a: 1 }, id: 'a' })).status).toBe(200);
        expect(idempotent.sent.map(({ init }) => init.body)).toEqual(['{"a":1}', '{"a":1}']);
      }
      const nameless = network(status(503));
      expect((await createHttp(nameless.options).request({ method, path: '/v1/x', id: '' })).status).toBe(503);
    }
  });

  it('repeats after every passing status and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), async (code) => {
        const n = network(new Response([204, 205, 304].includes(code) ? null : '{}', { status: code }));
        await createHttp(n.options).request(GET);
        expect(n.sent).toHaveLength([408, 409, 425, 429, 500, 502, 503, 504].includes(code) ? 2 : 1);
        expect(n.timers.size).toBe(0);
      }),
    );
  });

  it('gives up after 25 s without headers and really aborts', async () => {
    const n = network('silence');
    const request = createHttp(n.options).request(GET);
    const rejected = expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
    while (n.sent.length === 0) await Promise.resolve();
    const [timer] = [...n.timers.values()];
    expect(timer?.ms).toBe(25_000);
    timer?.work();
    await rejected;
    expect(n.sent[0]?.init.signal?.aborted).toBe(true);
    expect(n.sent).toHaveLength(1);
  });

  it('leaves no timer behind and lets a body take its time', async () => {
    let close = () => {};
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'));
        close = () => {
          controller.enqueue(new TextEncoder().encode('1}'));
          controller.close();
        };
      },
    });
    const n = network(new Response(slow, { headers: { 'Content-Type': 'application/json' } }));
    const request = createHttp(n.options).request(GET);
    while (n.sent.length === 0 || n.timers.size > 0) await new Promise((resolve) => setImmediate(resolve));
    close();
    expect((await request).data).toEqual({ a: 1 });
    expect(n.timers.size).toBe(0);
  });

  it('can be cancelled, and is not repeated then', async () => {
    const stop = new AbortController();
    const n = network();
    n.options.fetch = ((_: string, init: RequestInit) => {
      n.sent.push({ url: '', init });
      return new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    }) as typeof globalThis.fetch;
    const request = createHttp(n.options).request({ ...GET, signal: stop.signal });
    const rejected = expect(request).rejects.toMatchObject({ name: 'AbortError' });
    while (n.sent.length === 0) await Promise.resolve();
    stop.abort();
    await rejected;
    expect(n.sent).toHaveLength(1);
  });

  it('gives the retry its own 25 s, and leaves no timer after a fetch that throws', async () => {
    const n = network(status(503), 'silence');
    const request = createHttp(n.options).request(GET);
    const rejected = expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
    while (n.sent.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(n.sent.map(({ init }) => init.signal?.aborted)).toEqual([false, false]);
    for (const { work } of n.timers.values()) work();
    await rejected;
    expect(n.sent.map(({ init }) => init.signal?.aborted)).toEqual([false, true]);
    const thrown = network();
    thrown.options.fetch = () => {
      throw new TypeError('at once');
    };
    await expect(createHttp(thrown.options).request({ ...GET, method: 'POST' })).rejects.toThrow('at once');
    expect(thrown.timers.size).toBe(0);
  });

  it('asks the session before each sending, and tells it when it was revoked', async () => {
    let token = 0;
    let resets = 0;
    const auth = {
      intercept: async <R extends HttpRequest>(r: R) => ({ ...r, headers: { ...r.headers, Authorization: `Bearer ${++token}` } }),
      reset: () => void resets++,
    };
    const n = network(status(503), Response.json({ code: 'session_revoked' }, { status: 401 }), status(401));
    const http = createHttp({ ...n.options, auth });
    expect((await http.request(GET)).status).toBe(401);
    expect(n.sent.map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual(['Bearer 1', 'Bearer 2']);
    expect(resets).toBe(1);
    await http.request(GET);
    expect(resets).toBe(1);
    for (const path of ['https://other.example/v1/x', '//other.example']) {
      const other = network(Response.json({ code: 'session_revoked' }, { status: 401 }));
      await createHttp({ ...other.options, auth }).request({ ...GET, path });
    }
    expect(resets).toBe(1);
    const over = createHttp({ ...n.options, auth: { ...auth, intercept: () => Promise.reject(new Error('over')) } });
    await expect(over.request(GET)).rejects.toThrow('over');
    expect(n.sent).toHaveLength(3);
  });
});

it('a request that outlives its page tells the browser so; others don’t', async () => {
  const n = network();
  const { call } = createApi(createHttp(n.options));
  const revoke = endpoint({ method: 'DELETE', path: '/v1/x/:id', access: 'user', response: z.object({ ok: z.boolean() }), summary: 'x' });
  await call(revoke, { params: { id: 'a' }, keepalive: true });
  await call(revoke, { params: { id: 'b' } });
  expect(n.sent.map(({ init }) => init.keepalive ?? false)).toEqual([true, false]);
});
