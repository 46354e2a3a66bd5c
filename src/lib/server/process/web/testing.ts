import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../../../../scripts/lib/server-process.ts';

/** Ground of the tests that need the built site behind the real process. */

export const DIST = process.env.OUT_DIR || 'dist';

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** Starts the process on the built site; it is ended after the test file. @throws Error when the site isn't built */
export async function builtServer(env: Record<string, string>): Promise<ServerProcess & { port: number }> {
  if (!existsSync(join(DIST, 'server', 'entry.mjs'))) throw new Error(`${DIST} holds no built site: npm run build makes it`);
  const server = await startServerProcess({ OUT_DIR: DIST, ...env });
  cleanups.push(() => server.kill());
  return { ...server, port: Number(new URL(server.url).port) };
}

/** An answer as it came over the wire; names of headers in lower case, repeated ones joined. Status 0: closed without an answer. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** One connection that sends bytes as they are, one request after the other, and is opened anew when the server has closed it. */
export interface RawClient {
  /** @param request one whole request, sent as Latin-1 */
  send(request: string): Promise<RawAnswer>;
  /** Sends the first part of a request that has `Expect: 100-continue`, and waits until the server is at it; `finish` sends the rest. */
  begin(part: string): Promise<{ finish(rest: string): void; answer: Promise<RawAnswer> }>;
  close(): void;
}

export function rawClient(port: number): RawClient {
  let socket: Socket | undefined;
  const open = async (): Promise<Socket> => {
    if (socket && !socket.destroyed && socket.writable && !socket.readableEnded) return socket;
    socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return socket;
  };
  return {
    async send(request) {
      const connection = await open();
      const answer = readAnswer(connection, request.startsWith('HEAD '));
      connection.write(request, 'latin1');
      const received = await answer;
      if (/close/i.test(received.headers.connection ?? '')) connection.destroy();
      return received;
    },
    async begin(part) {
      const connection = await open();
      const answer = readAnswer(connection, false);
      const continued = once(connection, 'data');
      connection.write(part, 'latin1');
      await continued;
      return { answer, finish: (rest) => connection.write(rest, 'latin1') };
    },
    close: () => socket?.destroy(),
  };
}

function readAnswer(socket: Socket, bodiless: boolean): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const finish = (answer: RawAnswer) => {
      socket.off('data', onData).off('close', onEnd).off('error', onEnd);
      resolve(answer);
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const answer = parseAnswer(bytes, bodiless, false);
      if (answer) finish(answer);
    };
    const onEnd = () => finish(parseAnswer(bytes, bodiless, true) ?? { status: 0, headers: {}, body: bytes });
    socket.on('data', onData).on('close', onEnd).on('error', onEnd);
  });
}

const CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');

function parseAnswer(received: Buffer, bodiless: boolean, closed: boolean): RawAnswer | null {
  const bytes = received.subarray(0, CONTINUE.length).equals(CONTINUE) ? received.subarray(CONTINUE.length) : received;
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(line.split(' ')[1]);
  const headers: Record<string, string> = {};
  for (const header of lines) {
    const colon = header.indexOf(':');
    const name = header.slice(0, colon).toLowerCase();
    const value = header.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const rest = bytes.subarray(end + 4);
  if (bodiless || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) };
  if (headers['content-length'] !== undefined) {
    const length = Number(headers['content-length']);
    return rest.length >= length || closed ? { status, headers, body: rest.subarray(0, length) } : null;
  }
  if (headers['transfer-encoding'] === 'chunked') {
    const body = unchunk(rest);
    return body ? { status, headers, body } : closed ? { status, headers, body: rest } : null;
  }
  return closed ? { status, headers, body: rest } : null;
}

function unchunk(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let at = 0;
  while (true) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (bytes.length < end + 2 + size + 2) return null;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
