import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, request, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressAnswer, endCompressed } from './compress.ts';
import type { Encoding } from './negotiate.ts';

const LONG = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ i })));

interface Got {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Was the end of the answer received? */
  complete: boolean;
}

/** Answers one request by `listener` behind the compressor. */
async function answered(listener: RequestListener, encoding: Encoding = 'br', method = 'GET'): Promise<Got> {
  const server = createServer((req, res) => {
    res.setHeader('Vary', 'Cookie');
    compressAnswer(res, encoding);
    listener(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await new Promise<Got>((resolve, reject) => {
      const asked = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', () => {});
        res.on('close', () => resolve({ headers: res.headers, body: Buffer.concat(chunks), complete: res.complete }));
      });
      asked.on('error', reject);
      asked.end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('compression of answers', () => {
  it('packs a whole JSON answer and says its new length', async () => {
    const listener: RequestListener = (_req, res) =>
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(LONG) }).end(LONG);
    const br = await answered(listener);
    expect(brotliDecompressSync(br.body).toString()).toBe(LONG);
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Cookie, Accept-Encoding', 'content-length': `${br.body.length}` });
    const gzip = await answered(listener, 'gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(LONG);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    const zstd = await answered(listener, 'zstd');
    expect(zstdDecompressSync(zstd.body).toString()).toBe(LONG);
    expect(zstd.headers['content-encoding']).toBe('zstd');
  });

  it('packs answers one after the other whole, long and short, text and bytes', async () => {
    const texts = [LONG, 'ž'.repeat(2_000), '\ud800'.repeat(1_000), 'x'.repeat(1_024), 'ř'.repeat(262_144), LONG];
    for (const text of texts) {
      const got = await answered((_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(text), 'zstd');
      expect(zstdDecompressSync(got.body)).toEqual(Buffer.from(text));
    }
    const server = createServer((_req, res) => {
      res.setHeader('content-type', 'text/html');
      endCompressed(res, Buffer.from(LONG), 'zstd');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const page = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(page.headers.get('content-encoding')).toBe('zstd');
    expect(await page.text()).toBe(LONG);
    server.close();
  });

  it('makes no new bytes of what it packs, which Node would keep until it collects the whole heap', () => {
    const ANSWERS = 60;
    let packed = 0;
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < ANSWERS; n += 1) {
      const res = new ServerResponse(new IncomingMessage(new Socket()));
      res.end = ((chunk: Buffer) => {
        packed += chunk.length;
        return res;
      }) as typeof res.end;
      compressAnswer(res, 'zstd');
      res.writeHead(200, { 'content-type': 'application/json' }).end(LONG);
    }
    expect((process.memoryUsage().arrayBuffers - before) / ANSWERS).toBeLessThan(LONG.length / 2);
    expect(packed).toBeGreaterThan(0);
    expect(packed / ANSWERS).toBeLessThan(LONG.length / 2);
  });

  it('packs what is written in pieces, also when the writer waits for room', async () => {
    const pieces = Array.from({ length: 400 }, (_, i) => `${i}${'x'.repeat(10_000)}`);
    const got = await answered(async (_req, res) => {
      res.setHeader('content-type', 'text/html');
      for (const piece of pieces) if (!res.write(piece)) await once(res, 'drain');
      res.end('end');
    });
    expect(got.headers['content-encoding']).toBe('br');
    expect(got.headers['content-length']).toBeUndefined();
    expect(brotliDecompressSync(got.body).toString()).toBe(`${pieces.join('')}end`);
  });

  it('leaves small answers, live streams, pictures, packed bodies and bodiless answers alone', async () => {
    const type = (name: string) => ({ 'content-type': name });
    const cases: [RequestListener, string][] = [
      [(_q, res) => res.writeHead(200, type('application/json')).end('{"a":1}'), '{"a":1}'],
      [(_q, res) => res.writeHead(200, type('image/png')).end(LONG), LONG],
      [(_q, res) => res.writeHead(200, { ...type('text/html'), 'content-encoding': 'identity' }).end(LONG), LONG],
      [(_q, res) => res.writeHead(204).end(), ''],
      [(_q, res) => res.writeHead(304, type('text/html')).end(), ''],
      [(_q, res) => res.end(), ''],
    ];
    for (const [listener, body] of cases) {
      const got = await answered(listener);
      expect(got.body.toString()).toBe(body);
      expect(got.headers['content-encoding'] ?? 'identity').toBe('identity');
    }
    const head = await answered((_q, res) => res.writeHead(200, type('text/html')).end(), 'br', 'HEAD');
    expect(head.headers['content-encoding']).toBeUndefined();
  });

  it('lets an event of a live stream out at once', async () => {
    const got = await answered((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      res.write('data: 1\n\n');
      // Had the compressor kept the event, nothing but the head would have left by now.
      setImmediate(() => setImmediate(() => res.destroy()));
    });
    expect(got.headers['content-encoding']).toBeUndefined();
    expect(got.body.toString()).toBe('data: 1\n\n');
    expect(got.complete).toBe(false);
  });

  it('sends the error of a writer that fails before its first piece', async () => {
    const got = await answered((_req, res) => {
      res.writeHead(500, { 'content-type': 'text/plain' });
      res.end('Internal Server Error');
    });
    expect(got.body.toString()).toBe('Internal Server Error');
  });
});
