import { OWN_HEADER } from '../../constants.ts';
import { isGateway } from './gateway.ts';

let hear: ((answered: boolean) => void) | null = null;
/** From now on `listener` hears whether the server answered, of every request that tells. */
export const hearAnswers = (listener: typeof hear): void => {
  hear = listener;
};

/** Tells that nothing answered a request. */
export const noteSilence = (): void => hear?.(false);
/** Tells of an answer: `isOwn` = it bears the server's mark. */
export function noteStatus(status: number, isOwn: boolean): void {
  if (isOwn) hear?.(true);
  else if (isGateway(status)) hear?.(false);
}

/** A `fetch` whose outcomes count: only an answer with the server's own mark is one of the server. */
export function observed(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      const answer = await fetch(input, init);
      noteStatus(answer.status, answer.headers.has(OWN_HEADER));
      return answer;
    } catch (error) {
      // What the page itself gave up says nothing of the server, unless it waited too long.
      const signal = init?.signal;
      if (!signal?.aborted || signal.reason?.name === 'TimeoutError') noteSilence();
      throw error;
    }
  };
}
