import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import type { Deps } from '../../kernel/context.ts';
import { problemOf } from '../../kernel/problem.ts';
import type { Ingest } from '../ingest.service.ts';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';

export interface Served extends DoorAnswer {
  /** Why it was refused, for the log. */
  code?: ErrorCode;
  /** What was not foreseen. */
  error?: unknown;
}

/**
 * One request at one door, whatever frame it came in.
 * @param readBody @throws AppError body_too_large, malformed_request
 */
export async function serveDoor(
  ingest: Ingest,
  door: Door,
  request: DoorRequest,
  {
    requestId,
    stopping,
    readBody,
    hashOf,
  }: { requestId: string; stopping: Deps['stopping']; readBody(): Promise<Uint8Array>; hashOf?: (token: string) => string },
): Promise<Served> {
  try {
    if (stopping?.()) throw new AppError('stopping', { retryAfter: 5 });
    const admitted = ingest.admitAny(door.token(request), door.answerGateway !== undefined, hashOf);
    const sender = admitted instanceof Promise ? await admitted : admitted;
    const delivery = {
      door: door.name,
      decoder: door.decoder(request),
      isWhole: door.isWhole,
      contentType: request.header('content-type'),
      contentEncoding: request.header('content-encoding'),
      requestId,
      readBody,
    };
    if ('dataloggerId' in sender) return door.answer(await ingest.take(sender, delivery));
    return door.answerGateway!(await ingest.takeSplit(sender, delivery));
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal');
    const { status, code, headers, body } = problemOf(known, requestId);
    const answer = door.refuse(known, { status, headers: Object.entries(headers).flat(), body });
    return { ...answer, code, ...(error === known ? {} : { error }) };
  }
}
