import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const MAKER = '../createLucideIcon.mjs';
const OURS = fileURLToPath(new URL('../../src/islands/ui/lucide-icon.ts', import.meta.url));

/** Icons of lucide are made by `src/islands/ui/lucide-icon.ts`, on the server and in the browser. Ends the build when lucide makes them in another way. */
export function lucideIcons(): Plugin {
  return {
    name: 'lucide-icons',
    enforce: 'pre',
    // Only the icons that are used, and made here: all of them as one file take 10 MB of the server's memory.
    configEnvironment: (name) => (name === 'client' ? null : { resolve: { noExternal: ['lucide-react'] } }),
    resolveId(source, importer) {
      return source === MAKER && importer !== undefined && ICON.test(importer) ? OURS : null;
    },
    transform(code, id) {
      if (ICON.test(id) && code.includes('createLucideIcon') && !code.includes(`from '${MAKER}'`))
        throw new Error(`${id} is made in another way than scripts/astro/lucide-icons.ts knows`);
      return null;
    },
  };
}
