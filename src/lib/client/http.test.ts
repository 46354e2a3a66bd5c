import { describe, expect, it } from 'vitest';
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
    await expect(createHttp(down.options).request(GET)).rejects.toThrow('two');
  });

  it('repeats a write only when its id makes that safe', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const plain = network(status(503));
      expect((await createHttp(plain.options).request({ method, path: '/v1/x' })).status).toBe(503);
      expect(plain.sent).toHaveLength(1);
      const lost = network(new TypeError('network'));
      await expect(createHttp(lost.options).request({ method, path: '/v1/x' })).rejects.toThrow('network');
      expect(lost.sent).toHaveLength(1);
      const idempotent = network(status(503));
      expect((await createHttp(idempotent.options).request({ method, path: '/v1/x', id: 'a' })).status).toBe(200);
    }
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
    const over = createHttp({ ...n.options, auth: { ...auth, intercept: () => Promise.reject(new Error('over')) } });
    await expect(over.request(GET)).rejects.toThrow('over');
    expect(n.sent).toHaveLength(3);
  });
});
