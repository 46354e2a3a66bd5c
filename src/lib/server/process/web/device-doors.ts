import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { INGEST_MAX_BYTES } from '../../../constants.ts';
import { AppError } from '../../../contract/errors.ts';
import { tokenHash } from '../../credentials/logger-token.ts';
import type { DoorRequest } from '../../ingest/doors/door.ts';
import { doorAt } from '../../ingest/doors/doors.ts';
import { serveDoor } from '../../ingest/doors/serve.ts';
import type { Ingest } from '../../ingest/ingest.service.ts';
import type { Deps } from '../../kernel/context.ts';
import { requestIdOf } from '../../kernel/http.ts';
import { logAnswered } from '../../kernel/log.ts';

/** Answers a message of a logger; false when the request is none. */
export type DeviceDoors = (req: IncomingMessage, res: ServerResponse) => boolean;

/** A request of Node as a door sees it; the query is read only by doors that have one. */
class NodeDoorRequest implements DoorRequest {
  readonly path: string;
  readonly #search: string;
  readonly #headers: IncomingMessage['headers'];

  constructor(url: string, headers: IncomingMessage['headers']) {
    const question = url.indexOf('?');
    this.path = question < 0 ? url : url.slice(0, question);
    this.#search = question < 0 ? '' : url.slice(question);
    this.#headers = headers;
  }
  get query(): URLSearchParams {
    return new URLSearchParams(this.#search);
  }
  readonly header = (name: string): string | undefined => this.#headers[name] as string | undefined;
}

/**
 * The loggers' doors straight on Node's request and response. A message is small and comes often: the objects of the fetch standard around
 * it cost as much as storing it. What it is answered is the same as through the API (`device-doors.test.ts` compares them), never compressed.
 * @param fixed headers of every answer
 */
export function createDeviceDoors(deps: Deps, ingest: Ingest, fixed: ReadonlyMap<string, string>): DeviceDoors {
  const always = [...fixed].flat();
  return (req, res) => {
    if (req.method !== 'POST') return false;
    const { headers } = req;
    const request = new NodeDoorRequest(req.url ?? '', headers);
    const door = doorAt(request.path);
    if (door === undefined) return false;
    const start = performance.now();
    const requestId = requestIdOf(deps, req.socket.remoteAddress, headers['x-request-id'] as string | undefined);
    const frame = { requestId, stopping: deps.stopping, readBody: () => readBody(req, INGEST_MAX_BYTES), hashOf: hashesOf(req.socket) };
    void serveDoor(ingest, door, request, frame).then(({ status, headers: head, body, code, error }) => {
      // One flat list of names and values: Node writes it out as it is.
      const length = status === 204 ? [] : ['Content-Length', String(Buffer.byteLength(body))];
      if (!res.destroyed) res.writeHead(status, [...always, 'X-Request-Id', requestId, ...head, ...length]).end(body);
      const { path } = door.endpoint;
      // The address itself may have the token in it.
      logAnswered(deps.log, {
        method: 'POST',
        route: path,
        url: () => path,
        status,
        ms: performance.now() - start,
        requestId,
        quiet: true,
        code,
        error,
      });
    });
    return true;
  };
}

/** What hashes tokens of a connection: it sends the same one with each message, as a rule, and a hash is a thirtieth of what a message costs. */
function hashesOf(socket: Socket): (token: string) => string {
  let hashOf = hashes.get(socket);
  if (hashOf === undefined) {
    hashOf = rememberingLast(tokenHash);
    hashes.set(socket, hashOf);
  }
  return hashOf;
}

const hashes = new WeakMap<Socket, (token: string) => string>();

function rememberingLast(hashOf: (token: string) => string): (token: string) => string {
  let last = '';
  let hash = '';
  return (token) => {
    if (token !== last) {
      hash = hashOf(token);
      last = token;
    }
    return hash;
  };
}

/** @throws AppError body_too_large, malformed_request */
function readBody(req: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(new AppError('body_too_large'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // What comes beyond is let run by, so that the sender gets to read the answer; the server's time for a request ends it.
      if (size <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(new AppError('body_too_large'));
      }
    });
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    // The sender went away; nothing of a half message is kept.
    req.on('error', (error) => reject(new AppError('malformed_request', { cause: error })));
  });
}
