import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/** The framework's adapter for Node with an entry of our own: our process answers requests itself and asks `src/render.ts` for pages. */
export function pageAdapter(): AstroIntegration {
  const adapter = node({ mode: 'middleware', staticHeaders: true });
  const serverEntrypoint = fileURLToPath(new URL('../../src/render.ts', import.meta.url));
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (options) =>
        adapter.hooks['astro:config:done']?.({ ...options, setAdapter: (given) => options.setAdapter({ ...given, serverEntrypoint }) }),
    },
  };
}
