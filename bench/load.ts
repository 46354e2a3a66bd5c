import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';

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

/**
 * The same over MQTT with QoS 1: one message under way on each connection, acknowledgements counted.
 * @param clients a token and its messages, made by {@link publish}, for each connection
 */
export async function loadMqtt(
  url: string,
  clients: readonly { token: string; next(): Buffer | undefined }[],
): Promise<{ requests: number; seconds: number }> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(clients.map(({ token }, n) => connected(hostname, Number(port), token, `bench-${n}`)));
  let requests = 0;
  const started = performance.now();
  await Promise.all(clients.map(({ next }, n) => run(sockets[n]!, next)));
  return { requests, seconds: (performance.now() - started) / 1_000 };

  function run(socket: Socket, next: () => Buffer | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const send = (): void => {
        const bytes = next();
        if (bytes) {
          socket.write(bytes);
          return;
        }
        socket.removeListener('close', ended);
        socket.end(generate({ cmd: 'disconnect' }));
        resolve();
      };
      const ended = () => reject(new Error('the broker ended a connection'));
      let seen = 0;
      socket.on('close', ended);
      socket.on('data', (chunk) => {
        seen += chunk.length;
        if (seen < PUBACK_BYTES) return;
        seen = 0;
        requests += 1;
        send();
      });
      send();
    });
  }
}

const PUBACK_BYTES = 4;

/** A connection that the broker has taken. @throws Error when it refuses */
async function connected(host: string, port: number, token: string, clientId: string): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, 'connect');
  socket.write(generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId, keepalive: 60, username: token }));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer[3] !== 0) throw new Error(`the broker answered a CONNECT with ${answer[3]}`);
  return socket;
}

/** The bytes of one PUBLISH of QoS 1; with one under way a connection needs one number only. */
export const publish = (topic: string, body: string): Buffer =>
  generate({ cmd: 'publish', topic, payload: body, qos: 1, messageId: 1, dup: false, retain: false });

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
