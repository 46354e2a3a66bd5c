import type { Plugin } from 'vite';

/** Stops the build when anything that reaches the browser imports `src/lib/server`, directly or through other modules. */
export function serverWall(): Plugin {
  return {
    name: 'server-wall',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (this.environment.name !== 'client') return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (resolved && /\/src\/lib\/server\//.test(resolved.id.replaceAll('\\', '/')))
          this.error(`${importer ?? 'the browser bundle'} must not import ${source}: lib/server never reaches the browser`);
        return resolved;
      },
    },
  };
}
