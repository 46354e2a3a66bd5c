import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { DEFAULT_LOCALE, LOCALES } from '../../src/lib/constants.ts';
import { PAYLOAD_PATTERN, ROUTES, routePattern, SYSTEM_PATTERNS } from '../../src/lib/routes.ts';

/**
 * Injects the `/en` and `/sk` twins of every page of the route table, and fails the build when the table and `src/pages` disagree in
 * either direction: a route without a page, or a page without a route.
 */
export function localisedTwins(): AstroIntegration {
  const patternsOfTable = new Set<string>(SYSTEM_PATTERNS);
  for (const route of ROUTES) for (const locale of LOCALES) patternsOfTable.add(routePattern(route.path, locale, DEFAULT_LOCALE));
  return {
    name: 'localised-twins',
    hooks: {
      'astro:config:setup': ({ config, injectRoute }) => {
        // Files whose names begin with an underscore are no pages, so this one is named here.
        injectRoute({ pattern: PAYLOAD_PATTERN, entrypoint: new URL('pages/_payload.json.ts', config.srcDir), prerender: true });
        for (const route of ROUTES) {
          const entrypoint = pageOf(config.srcDir, route.path);
          for (const locale of LOCALES)
            if (locale !== DEFAULT_LOCALE)
              injectRoute({ pattern: routePattern(route.path, locale, DEFAULT_LOCALE), entrypoint, prerender: route.prerender });
        }
      },
      'astro:routes:resolved': ({ routes }) => {
        const strangers = routes
          .filter((route) => route.origin === 'project' && !patternsOfTable.has(route.pattern))
          .map((route) => route.pattern);
        if (strangers.length > 0) throw new Error(`Not in src/lib/routes.ts: ${strangers.join(', ')}`);
        for (const route of ROUTES) {
          const found = routes.find((one) => one.pattern === routePattern(route.path, DEFAULT_LOCALE, DEFAULT_LOCALE));
          if (found && found.isPrerendered !== route.prerender)
            throw new Error(`${route.path}: src/lib/routes.ts says prerender ${route.prerender}, the page says ${found.isPrerendered}`);
        }
      },
    },
  };
}

function pageOf(srcDir: URL, path: string): URL {
  const file = path === '/' ? '/index' : path.replaceAll('{', '%5B').replaceAll('}', '%5D');
  for (const candidate of [`pages${file}.astro`, `pages${file}/index.astro`]) {
    const url = new URL(candidate, srcDir);
    if (existsSync(fileURLToPath(url))) return url;
  }
  throw new Error(`${path} stands in src/lib/routes.ts but has no page in src/pages`);
}
