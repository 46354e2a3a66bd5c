import type { Plugin } from 'vite';

const CONTRACT = /[\\/]src[\\/]lib[\\/]contract[\\/][\w-]+\.ts$/;
/** A member of an endpoint, a text in quotes. */
const SUMMARY = /\n {2}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/g;

/** What an endpoint does, in words, is for the API's documents: the browser calls it and never reads about it. */
export function withoutSummaries(code: string): string {
  return code.replace(SUMMARY, "\n  summary: '',\n");
}

export function contractSummaries(): Plugin {
  return {
    name: 'contract-summaries',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (CONTRACT.test(id.split('?', 1)[0] ?? '') ? { code: withoutSummaries(code), map: null } : null),
  };
}
