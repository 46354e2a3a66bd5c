import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageLocals } from './locals.ts';
import { type RenderPage, sendPage } from './send-page.ts';

const HTML = { 'Content-Type': 'text/html', 'Content-Length': '3' };
const LONG = `<head></head>${'řádek '.repeat(100_000)}`;

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

/** Serves pages that `render` makes; `threw` is what came out of the last one. */
async function serve(render: RenderPage) {
  const seen: { threw: unknown; found: boolean | undefined } = { threw: undefined, found: undefined };
  const server = createServer(async (req, res) => {
    res.setHeader('Set-Cookie', 'left=1');
    const scripts = (page: Buffer) => Buffer.from(page.toString().replace('</head>', '<link></head>'));
    try {
      seen.found = await sendPage({ req, res, target: req.url ?? '/', locals: {} as PageLocals, scripts }, render);
      if (!seen.found) res.writeHead(404).end();
    } catch (error) {
      seen.threw = error;
      const wasBegun = res.headersSent;
      res.writeHead(500).end(`begun: ${wasBegun}`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path: '/a?b=1', method, headers }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }));
      });
      asked.on('error', reject).end();
    });
  return { seen, port, ask };
}

describe('a page', () => {
  it('is sent in one piece, with its scripts named, its own status, its cookies beside others and its length', async () => {
    const { ask } = await serve(async () => {
      const headers = new Headers({ ...HTML, Location: '/there' });
      headers.append('Set-Cookie', 'a=1');
      headers.append('Set-Cookie', 'b=2');
      return new Response('<head></head>', { status: 404, headers });
    });
    const got = await ask();
    expect(got.status).toBe(404);
    expect(got.body.toString()).toBe('<head><link></head>');
    expect(got.headers).toMatchObject({ 'content-length': '19', location: '/there', 'set-cookie': ['left=1', 'a=1', 'b=2'] });
    expect(got.headers['transfer-encoding']).toBeUndefined();
  });

  it('is packed as its browser wants it, small or large', async () => {
    for (const text of [LONG, LONG.slice(0, 30_000)]) {
      const { ask } = await serve(async () => new Response(text, { headers: HTML }));
      const named = text.replace('</head>', '<link></head>');
      const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
      for (const [encoding, open] of Object.entries(unpack)) {
        const got = await ask({ 'Accept-Encoding': encoding });
        expect(open(got.body).toString()).toBe(named);
        expect(got.headers).toMatchObject({
          'content-encoding': encoding,
          vary: 'Accept-Encoding',
          'content-length': `${got.body.length}`,
        });
      }
      expect((await ask()).body.toString()).toBe(named);
    }
  });

  it('has no body for HEAD and none when it is empty', async () => {
    const { ask } = await serve(async ({ method }) => new Response(method === 'HEAD' ? LONG : null, { headers: HTML }));
    const head = await ask({ 'Accept-Encoding': 'zstd' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBeUndefined();
    expect((await ask({ 'Accept-Encoding': 'zstd' })).headers['content-length']).toBe('0');
  });

  it('knows its address, its method and the headers of its request', async () => {
    let known: Request | undefined;
    const { ask, port } = await serve(async (given) => {
      known = given;
      return new Response('x');
    });
    await ask({ Cookie: 'c=1' });
    expect(known).toMatchObject({ url: `http://127.0.0.1:${port}/a?b=1`, method: 'GET' });
    expect(known?.headers.get('cookie')).toBe('c=1');
  });

  it('that fails or does not exist has not been begun', async () => {
    const broken = await serve(
      async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(Buffer.from('<p>half'));
              setTimeout(() => controller.error(new Error('no more')), 5);
            },
          }),
          { headers: HTML },
        ),
    );
    const got = await broken.ask();
    expect([got.status, got.body.toString()]).toEqual([500, 'begun: false']);
    expect(broken.seen.threw).toMatchObject({ message: 'no more' });
    const missing = await serve(async () => null);
    expect((await missing.ask()).status).toBe(404);
  });

  it('is left unsent when whoever asked has gone', async () => {
    let finish: () => void = () => undefined;
    const begun = Promise.withResolvers<void>();
    const { seen, port } = await serve(async () => {
      begun.resolve();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return new Response(LONG, { headers: HTML });
    });
    const asked = request({ port, host: '127.0.0.1', path: '/', headers: { 'Accept-Encoding': 'gzip' } });
    const gone = new Promise((resolve) => asked.on('error', resolve));
    asked.end();
    await begun.promise;
    asked.destroy();
    await gone;
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    await expect.poll(() => seen.found).toBe(true);
    expect(seen.threw).toBeUndefined();
  });
});
