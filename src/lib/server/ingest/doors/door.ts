import type { Endpoint } from '../../../contract/endpoint.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { GatewayAnswer, IngestAnswer } from '../../../contract/ingest.ts';

/** What a door sees of a request before its body is read. */
export interface DoorRequest {
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** @param name in small letters */
  header(name: string): string | undefined;
}

/** Names and values by turns, as Node writes them out. */
export type FlatHeaders = readonly string[];

export const namedHeaders = (flat: FlatHeaders): Record<string, string> =>
  Object.fromEntries(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]!]] : [])));

export interface DoorAnswer {
  status: number;
  headers: FlatHeaders;
  body: string;
}

/** A way in for messages of loggers over HTTP: where it is, who sends, what reads the body, what it answers in its clients' own terms. */
export interface Door {
  /** Under which its messages are kept. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The sender's token, wherever its clients put it. */
  token(request: DoorRequest): string | null;
  /** Name of the decoder of this message's body. @throws AppError validation_failed for a query that can't be understood */
  decoder(request: DoorRequest): string;
  /** A message with one error is refused as a whole, as its clients expect. */
  readonly isWhole: boolean;
  answer(outcome: IngestAnswer): DoorAnswer;
  /** The answer to a gateway, where the decoder can tell devices apart (`splitOf`). */
  answerGateway?(outcome: GatewayAnswer): DoorAnswer;
  /** @param problem the answer of our own API */
  refuse(error: AppError, problem: DoorAnswer): DoorAnswer;
}
