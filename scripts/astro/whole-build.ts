import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Names of scripts, style sheets and fonts as one built file mentions another. */
const MENTION = /["'(`](?:\.\/|\/?_astro\/)([\w.~-]+\.(?:js|css|woff2))["')`]/g;

/**
 * Fails the build when a script or a style sheet of the browser names a file that the build didn't write. Such a part would be missing only
 * when somebody opens it: a style sheet can be lost where a page hydrates a component that another page loads later.
 */
export function wholeBuild(): AstroIntegration {
  return {
    name: 'whole-build',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = join(fileURLToPath(dir), '_astro');
        const missing = readdirSync(folder)
          .filter((name) => /\.(?:js|css)$/.test(name))
          .flatMap((name) =>
            [...readFileSync(join(folder, name), 'utf8').matchAll(MENTION)]
              .filter((mention) => !existsSync(join(folder, mention[1]!)))
              .map((mention) => `${name} needs ${mention[1]}`),
          );
        if (missing.length > 0) throw new Error(`The build lacks files that its scripts name:\n${missing.join('\n')}`);
      },
    },
  };
}
