import { existsSync } from 'node:fs';
import type { AstroIntegration } from 'astro';

function files(...names: string[]): RegExp {
  const missing = names.find((name) => !existsSync(`src/${name}.ts`) && !existsSync(`src/${name}.tsx`));
  if (missing !== undefined) throw new Error(`scripts/astro/chunks.ts names src/${missing}, which does not exist`);
  return new RegExp(`/src/(?:${names.join('|')})\\.tsx?$`.replaceAll('/', '[\\\\/]'));
}

/**
 * Small modules that pages always load together, as one file each: fewer requests, and words that compress better. What a module
 * imports comes into its file, unless an earlier group has it. Modules that do something when they are loaded must not stand here:
 * whoever wants one of a group loads all of it.
 */
const GROUPS = [
  {
    name: 'shared',
    test: files(
      'lib/constants',
      'lib/client/kernel/build-watch',
      'lib/client/kernel/builds-browser',
      'lib/client/kernel/chunk-errors',
      'lib/client/session/left-notice',
      'lib/client/kernel/navigate',
    ),
  },
  { name: 'public', test: files('lib/client/kernel/new-build', 'lib/client/kernel/page-notice', 'lib/client/kernel/prefetch') },
  // Every island wants all of it; the file keeps its name as long as the versions do.
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/ },
  // Whatever imports something later stands on it, also pages without React.
  { name: 'later', test: /[\\/]preload-helper\.js$/ },
  // What a session needs, also at the log-in.
  { name: 'session', test: files('lib/client/auth/browser') },
  // Numbers and times also stand on pages without React.
  { name: 'format', test: files('lib/i18n/format') },
  // What capture has of the islands' ground, and nothing more of the shell.
  {
    name: 'words',
    test: new RegExp(
      [
        files(
          'lib/contract/common',
          'lib/contract/endpoint',
          'lib/i18n/href',
          'lib/i18n/ready',
          'lib/i18n/words',
          'islands/ui/Icon',
          'islands/ui/useMounted',
        ).source,
        /[\\/]@nanostores[\\/]react[\\/]/.source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?:createLucideIcon|Icon|context|defaultAttributes|shared[\\/].*|icons[\\/](?:check|monitor|rotate-cw|search|warehouse|x))\.m?js$/
          .source,
      ].join('|'),
    ),
  },
  // What a signed-in page does by itself; it starts before React is there.
  {
    name: 'start',
    test: files(
      'lib/client/forms/drafts-page',
      'islands/shell/color',
      'islands/shell/new-build',
      'islands/shell/session',
      'islands/ui/toasts',
    ),
  },
  // What the top bar and the head of a screen stand on, and with them every signed-in page.
  {
    name: 'shell',
    test: new RegExp(
      [
        files(
          'islands/shell/DiskBanner',
          'islands/shell/hooks',
          'islands/ui/AsOf',
          'islands/ui/ErrorState',
          'islands/ui/Menu',
          'islands/ui/PageHead',
          'islands/ui/Skeleton',
          'islands/ui/Status',
          'islands/ui/Toasts',
        ).source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:chevron-down|chevrons-up-down|log-out)\.m?js$/.source,
      ].join('|'),
    ),
  },
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
