import { writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** Words that a module waits for while it is loaded: `await ready('common', 'ui')` at its top. */
const WAITS = /^await ready\(([^)]*)\);/gm;
/** The map of a language's files, which is asked first. */
const MAP = /[\\/]i18n[\\/]word-files[\\/](\w+)\.ts$/;
const WORDS = /[\\/]locales[\\/](\w+)[\\/]([\w-]+)\.json$/;

/** What of the browser's build one script stands on. */
interface Needs {
  /** Files that it imports, and those import, itself first. */
  scripts: string[];
  /** Namespaces of its words. */
  words: string[];
}
/** Written beside the built site; `src/lib/server/process/web/page-scripts.ts` reads it. */
interface PageScripts {
  entries: Record<string, Needs>;
  /** File of each namespace, by language. */
  words: Record<string, Record<string, string>>;
  /** File that knows them, by language. */
  maps: Record<string, string>;
}

/** What of a chunk is read here. */
interface Chunk {
  type: 'chunk' | 'asset';
  isEntry?: boolean;
  imports?: string[];
  moduleIds?: string[];
  facadeModuleId?: string | null;
}

/**
 * Writes down which files each script stands on that a page may name, so that the server can name them all in the head of the page: a browser that learns
 * of them one after the other asks a slow line five times in a row.
 */
export function pageScripts(): AstroIntegration {
  const waits = new Map<string, string[]>();
  const found: PageScripts = { entries: {}, words: {}, maps: {} };
  const plugin: Plugin = {
    name: 'page-scripts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const words = [...code.matchAll(WAITS)].flatMap(([, list = '']) => [...list.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word));
      if (words.length > 0) waits.set(id, words);
      return null;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.entries(bundle as Record<string, Chunk>).sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [file, { isEntry, facadeModuleId, moduleIds = [] }] of chunks) {
          for (const [, locale, namespace] of moduleIds.map((id) => WORDS.exec(id) ?? []))
            if (locale !== undefined && namespace !== undefined) found.words[locale] = { ...found.words[locale], [namespace]: `/${file}` };
          const [, mapped] = MAP.exec(facadeModuleId ?? '') ?? [];
          if (mapped !== undefined) found.maps[mapped] = `/${file}`;
          if (!isEntry) continue;
          const files = new Set([file]);
          for (const one of files) for (const next of (bundle[one] as Chunk | undefined)?.imports ?? []) files.add(next);
          const modules = [...files].flatMap((one) => (bundle[one] as Chunk | undefined)?.moduleIds ?? []);
          const words = [...new Set(modules.flatMap((id) => waits.get(id) ?? []))].sort();
          found.entries[`/${file}`] = { scripts: [...files].map((one) => `/${one}`), words };
        }
      },
    },
  };
  return {
    name: 'page-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': ({ dir }) => writeFileSync(new URL('../_scripts.json', dir), JSON.stringify(found)),
    },
  };
}
