import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As `scripts/astro/page-scripts.ts` writes it. */
interface PageScripts {
  entries: Record<string, { scripts: string[]; words: string[] }>;
  words: Record<string, Record<string, string>>;
  maps: Record<string, string>;
}

const SCRIPT = '<script type="module" src="';
const RENDERER = 'renderer-url="';
const COMPONENT = 'component-url="';
const LANGUAGE = '<html lang="';
const END_OF_HEAD = '</head>';

/** Names in the head of a page every script that its islands stand on, and their words in its language. */
export type NameScripts = (page: Buffer) => Buffer;

/** @throws Error when the site wasn't built by this version */
export async function loadPageScripts(dist: string): Promise<NameScripts> {
  return nameScripts(JSON.parse(await readFile(join(dist, '_scripts.json'), 'utf8')) as PageScripts);
}

export function nameScripts({ entries, words, maps }: PageScripts): NameScripts {
  const known = new Map<string, Buffer>();
  const linksOf = (begins: readonly string[], asked: readonly string[], locale: string): Buffer => {
    const needed = begins.map((entry) => entries[entry]!);
    const files = new Set([
      ...needed.flatMap(({ scripts }) => scripts),
      ...needed.flatMap((one) => (one.words.length > 0 ? (maps[locale] ?? []) : [])),
      ...needed.flatMap((one) => one.words.flatMap((namespace) => words[locale]?.[namespace] ?? [])),
    ]);
    for (const file of asked) files.delete(file);
    return Buffer.from([...files].map((file) => `<link rel=modulepreload href=${file}>`).join(''));
  };
  return (page) => {
    const end = page.indexOf(END_OF_HEAD);
    if (end < 0) return page;
    const [head, rest] = [page.subarray(0, end), page.subarray(end)];
    // What the head asks for is on its way before it is named.
    const asked = valuesAfter(head, SCRIPT);
    const islands = valuesAfter(rest, COMPONENT);
    // All islands have the same renderer.
    const renderers = islands.length > 0 ? valuesAfter(rest, RENDERER, 1) : [];
    const begins = [...new Set([...renderers, ...islands, ...asked, ...valuesAfter(rest, SCRIPT)])].filter((entry) =>
      Object.hasOwn(entries, entry),
    );
    if (begins.length === 0) return page;
    const locale = (valuesAfter(head, LANGUAGE, 1)[0] ?? '').slice(0, 2);
    const name = [locale, ...asked, '', ...begins].join(' ');
    const links = known.get(name) ?? linksOf(begins, asked, locale);
    known.set(name, links);
    return Buffer.concat([head, links, rest]);
  };
}

/** The first values of an attribute, wherever they stand. Whatever somebody wrote has its quotes escaped. */
function valuesAfter(page: Buffer, mark: string, most = Number.POSITIVE_INFINITY): string[] {
  const values: string[] = [];
  for (let at = page.indexOf(mark); at >= 0 && values.length < most; at = page.indexOf(mark, at)) {
    at += mark.length;
    values.push(page.toString('latin1', at, page.indexOf('"', at)));
  }
  return values;
}
