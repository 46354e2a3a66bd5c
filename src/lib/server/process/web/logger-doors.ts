import type { IncomingMessage, ServerResponse } from 'node:http';
import { INGEST_MAX_BYTES } from '../../../constants.ts';
import { AppError } from '../../../contract/errors.ts';
import { DOORS } from '../../ingest/ingest.routes.ts';
import type { Ingest } from '../../ingest/ingest.service.ts';
import type { Deps } from '../../kernel/context.ts';
import { PRIVATE } from '../../kernel/headers.ts';
import { answerOf, requestIdOf } from '../../kernel/http.ts';
import { logAnswered } from '../../kernel/log.ts';
import { problemOf } from '../../kernel/problem.ts';

/** Answers a message of a logger; false when the request is none. */
export type LoggerDoors = (req: IncomingMessage, res: ServerResponse) => boolean;

const GOOD = ['Content-Type', 'application/json', 'Cache-Control', PRIVATE];

/**
 * The loggers' doors straight on Node's request and response. A message is small and comes often: the objects of the fetch standard around
 * it cost as much as storing it. What it is answered is the same as through the API (`logger-doors.test.ts` compares them), never compressed.
 * @param fixed headers of every answer
 */
export function createLoggerDoors(deps: Deps, ingest: Ingest, fixed: ReadonlyMap<string, string>): LoggerDoors {
  const always = [...fixed].flat();
  const doors = new Map(DOORS.map((door) => [door.endpoint.path as string, { ...door, answer: answerOf(door.endpoint) }]));
  return (req, res) => {
    const door = req.method === 'POST' ? doors.get(req.url ?? '') : undefined;
    if (door === undefined) return false;
    const start = performance.now();
    const { headers } = req;
    const requestId = requestIdOf(deps, req.socket.remoteAddress, headers['x-request-id'] as string | undefined);
    const finish = (status: number, head: readonly string[], body: string, logged = {}) => {
      // One flat list of names and values: Node writes it out as it is.
      if (!res.destroyed)
        res.writeHead(status, [...always, 'X-Request-Id', requestId, ...head, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
      const ms = performance.now() - start;
      logAnswered(deps.log, {
        method: 'POST',
        route: door.endpoint.path,
        url: () => req.url ?? '',
        status,
        ms,
        requestId,
        quiet: true,
        ...logged,
      });
    };
    const delivery = {
      door: door.door,
      decode: door.decode,
      authorization: headers.authorization,
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
      requestId,
      readBody: () => readBody(req, INGEST_MAX_BYTES),
    };
    const received = deps.stopping?.() ? Promise.reject(new AppError('stopping', { retryAfter: 5 })) : ingest.receive(delivery);
    received
      .then((result) => JSON.stringify(door.answer(result)))
      .then(
        (body) => finish(200, GOOD, body),
        (error: unknown) => {
          const { status, code, headers: head, body } = problemOf(error, requestId);
          finish(status, Object.entries(head).flat(), body, { code, error: error instanceof AppError ? undefined : error });
        },
      );
    return true;
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
