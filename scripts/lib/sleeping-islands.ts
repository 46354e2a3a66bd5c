import { posix } from 'node:path';
import { ROUTES } from '../../src/lib/routes.ts';

/** What wakes islands, and frames that have it in some of their pages only. */
const WAKES = 'src/layouts/parts/Islands.astro';
const DEFAULT = 'src/layouts/Default.astro';
const SIGNED = 'src/layouts/Signed.astro';
const CLEAR = 'src/layouts/Clear.astro';

const ISLAND = /\sclient:(?:load|idle|visible|media|only)\b/;
const IMPORTS = /\bimport\s(?:[^'"]*?\sfrom\s)?['"](\.[^'"]+\.astro)['"]/g;

const routeOf = (page: string): string =>
  page
    .replace(/^src\/pages|(\/index)?\.astro$/g, '')
    .replaceAll('[', '{')
    .replaceAll(']', '}') || '/';
const isSigned = (page: string): boolean => ROUTES.some(({ path, access }) => path === routeOf(page) && access !== 'public');

/**
 * Islands that stay dead, since nothing in the frame of their page wakes them.
 * @param files the text of each .astro file by its path from the root of the tree
 */
export function sleepingIslands(files: ReadonlyMap<string, string>): string[] {
  const problems = new Map<string, string>();
  for (const [page, text] of files) {
    if (!page.startsWith('src/pages/')) continue;
    const isApp = /<Clear\b[^>]*\sapp\b/.test(text);
    const isDrawn = (from: string, to: string) =>
      !(from === DEFAULT && to === SIGNED && !isSigned(page)) && !(from === CLEAR && to === WAKES && !isApp);
    const drawn = new Set([page]);
    for (const file of drawn)
      for (const [, path] of (files.get(file) ?? '').matchAll(IMPORTS)) {
        const imported = posix.join(posix.dirname(file), path!);
        if (isDrawn(file, imported)) drawn.add(imported);
      }
    if (drawn.has(WAKES)) continue;
    for (const file of drawn)
      if (ISLAND.test(files.get(file) ?? ''))
        problems.set(file, `${file} has an island that nothing wakes in ${page}: its frame needs ${WAKES}`);
  }
  return [...problems.values()];
}
