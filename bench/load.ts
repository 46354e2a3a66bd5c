import { connect, type Socket } from 'node:net';

/**
 * A load generator that costs little: prepared bytes over raw keep-alive sockets, one request under way on each, answers counted by their
 * status line. Any answer but 200 and 204 ends the run.
 */
export async function load(
  url: string,
  connections: number,
  next: () => Buffer | undefined,
): Promise<{ requests: number; seconds: number }> {
  const { hostname, port } = new URL(url);
  let requests = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => run(connect({ host: hostname, port: Number(port), noDelay: true }))));
  return { requests, seconds: (performance.now() - started) / 1_000 };

  function run(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let pending = '';
      const send = (): void => {
        const bytes = next();
        if (bytes) socket.write(bytes);
        else {
          socket.end();
          resolve();
        }
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        pending += chunk.toString('latin1');
        const head = pending.indexOf('\r\n\r\n');
        if (head < 0) return;
        const isEmpty = pending.startsWith('HTTP/1.1 204');
        const length = isEmpty ? 0 : Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? Number.NaN);
        if (Number.isNaN(length)) return reject(new Error(`an answer without a length:\n${pending.slice(0, 500)}`));
        if (pending.length < head + 4 + length) return;
        if (!isEmpty && !pending.startsWith('HTTP/1.1 200')) return reject(new Error(pending.slice(0, 500)));
        pending = pending.slice(head + 4 + length);
        requests += 1;
        send();
      });
    });
  }
}

/** The bytes of one POST with a logger's token; doors ask for no type of content. */
export function post(path: string, token: string, body: string): Buffer {
  const payload = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${payload.length}\r\n\r\n`,
    ),
    payload,
  ]);
}
