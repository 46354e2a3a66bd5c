import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between the browser and a server, which can be told to fail as proxies do. */
export interface FailingProxy {
  url: string;
  /** Of everything but the live stream: passed on, or answered 503 by the proxy itself. */
  requests: 'pass' | 'refuse';
  /** The live stream: passed on; `cut` breaks those that are open and opens none. */
  stream(what: 'pass' | 'cut'): void;
  close(): Promise<void>;
}

const STREAM = /^\/v1\/orgs\/[^/]+\/events/;
export const FOREIGN = '<!doctype html><title>503</title><h1>503 Service Temporarily Unavailable</h1><hr>proxy';

/** @param to origin of the server, asked for at every request: it may not be there yet */
export async function startProxy(to: () => string): Promise<FailingProxy> {
  const streams = new Set<ServerResponse>();
  let isCut = false;
  const server = createServer((req, res) => {
    const isStream = STREAM.test(req.url ?? '');
    if (isStream && isCut) {
      res.destroy();
      return;
    }
    if (!isStream && proxy.requests === 'refuse') {
      res.writeHead(503, { 'Content-Type': 'text/html' }).end(FOREIGN);
      return;
    }
    if (isStream) {
      streams.add(res);
      res.once('close', () => streams.delete(res));
    }
    const passed = request(to() + req.url, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.once('close', () => passed.destroy());
    req.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FailingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: 'pass',
    stream(what) {
      isCut = what === 'cut';
      if (isCut) for (const one of streams) one.destroy();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
