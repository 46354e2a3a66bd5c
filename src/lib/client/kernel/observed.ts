import { OWN_HEADER } from '../../constants.ts';
import { isGateway } from './gateway.ts';

let hear: ((answered: boolean) => void) | null = null;
/** From now on `listener` hears whether the server answered, of every request that tells. */
export const hearAnswers = (listener: typeof hear): void => {
  hear = listener;
};

/** A `fetch` whose outcomes count: only an answer with the server's own mark is one of the server. */
export function observed(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      const answer = await fetch(input, init);
      if (answer.headers.has(OWN_HEADER)) hear?.(true);
      else if (isGateway(answer.status)) hear?.(false);
      return answer;
    } catch (error) {
      // What the page itself gave up says nothing of the server, unless it waited too long.
      const signal = init?.signal;
      if (!signal?.aborted || signal.reason?.name === 'TimeoutError') hear?.(false);
      throw error;
    }
  };
}
