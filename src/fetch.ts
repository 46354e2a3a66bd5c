import type { Fetchable } from 'astro';
import { astro, FetchState } from 'astro/fetch';
import { createApi } from './lib/client/kernel/api.ts';

/**
 * Astro's entry for requests. In development the API is mounted here; in production the process does it (lib/server/process/main.ts), and the
 * import below is dropped from the build, so that the server isn't bundled a second time.
 */
export default {
  async fetch(request) {
    const state = new FetchState(request);
    // A page is sent in one piece (decision 0023): one that fails on its way is answered with the page of an error.
    state.streaming = false;
    if (import.meta.env.DEV) {
      const { openDevelopment } = await import('./lib/server/process/dev.ts');
      const { answerApi, localsOf } = await openDevelopment();
      const answer = await answerApi(request);
      if (answer) return answer;
      // A page that the build renders has no viewer, and no headers that might be read.
      if (!state.routeData?.prerender) state.locals = { ...state.locals, ...(await localsOf(request)) };
    }
    // Made here and not by the process: pages ask `instanceof ApiError`, and theirs is the class of the bundle.
    const { locals } = state;
    if ('request' in locals) locals.api = createApi(locals);
    const answer = await astro(state);
    // V8 puts an object's getters into the old part of its heap at once. The framework's hold this state until the whole heap is collected, and with it the
    // bytes of the page.
    state.response = undefined;
    return answer;
  },
} satisfies Fetchable;
