import type { AstroIntegration } from 'astro';

const modules = (...names: string[]) => new RegExp(`/src/lib/(?:${names.join('|')})\\.ts$`.replaceAll('/', '[\\\\/]'));

/**
 * Small modules that pages always load together, as one file each: fewer requests, and words that compress better. Modules that do
 * something when they are loaded must not stand here: whoever wants one of a group loads all of it.
 */
const GROUPS = [
  {
    name: 'shared',
    test: modules(
      'constants',
      'client/build-watch',
      'client/builds-browser',
      'client/chunk-errors',
      'client/left-notice',
      'client/navigate',
    ),
  },
  { name: 'public', test: modules('client/new-build', 'client/page-notice', 'client/prefetch') },
  // Every island wants all of it; the file keeps its name as long as the versions do.
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/ },
];

/** Says how the scripts of the browser are cut into files. */
export function chunks(): AstroIntegration {
  return {
    name: 'chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const output = { codeSplitting: { groups: GROUPS } };
        updateConfig({ vite: { environments: { client: { build: { rolldownOptions: { output } } } } } });
      },
    },
  };
}
