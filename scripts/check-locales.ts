import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DEFAULT_LOCALE, LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { ERROR_CODES } from '../src/lib/contract/errors.ts';

/**
 * Holds the locale files together. Czech is the source of the key set: a key that is missing, superfluous, unused, or has other
 * placeholders in another language is a problem, named by its file and key. A program without a browser and without a build.
 */

type Tree = { [key: string]: string | Tree };
const problems: string[] = [];
const namespaces = readdirSync(`locales/${DEFAULT_LOCALE}`).map((file) => basename(file, '.json'));
const fileOf = (locale: Locale, namespace: string) => `locales/${locale}/${namespace}.json`;

function read(locale: Locale, namespace: string): Map<string, string> {
  const file = fileOf(locale, namespace);
  const found = new Map<string, string>();
  if (!existsSync(file)) {
    problems.push(`${file} is missing`);
    return found;
  }
  const walk = (tree: Tree, path: string) => {
    for (const [key, value] of Object.entries(tree)) {
      const full = path ? `${path}.${key}` : key;
      if (typeof value === 'string') found.set(full, value);
      else if (value && typeof value === 'object') walk(value, full);
      else problems.push(`${file}: '${full}' must be a text`);
    }
  };
  try {
    walk(JSON.parse(readFileSync(file, 'utf8')) as Tree, '');
  } catch (error) {
    problems.push(`${file} is not valid JSON: ${(error as Error).message}`);
  }
  return found;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const categories = (locale: Locale) => new Intl.PluralRules(LOCALE_TAGS[locale]).resolvedOptions().pluralCategories;
const singular = (key: string) => key.replace(PLURAL, '');
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]))].sort().join(', ') || 'none';
const isPlural = (keys: Map<string, string>, key: string) => PLURAL.test(key) && keys.has(`${singular(key)}_other`);

/** Keys that a language must have for those of the source: of a plural every category of that language. */
function wanted(source: Map<string, string>, locale: Locale): Set<string> {
  const keys = [...source.keys()].flatMap((key) =>
    isPlural(source, key) ? categories(locale).map((one) => `${singular(key)}_${one}`) : [key],
  );
  return new Set(keys);
}

function compare(namespace: string, source: Map<string, string>, locale: Locale): void {
  const file = fileOf(locale, namespace);
  const own = locale === DEFAULT_LOCALE ? source : read(locale, namespace);
  const keys = wanted(source, locale);
  for (const key of keys) if (!own.has(key)) problems.push(`${file}: '${key}' is missing`);
  for (const [key, text] of own) {
    if (!keys.has(key)) problems.push(`${file}: '${key}' is not in ${fileOf(DEFAULT_LOCALE, namespace)}`);
    if (text.trim() === '') problems.push(`${file}: '${key}' is empty`);
    const model = source.get(key) ?? source.get(`${singular(key)}_other`);
    // A plural form may leave the number out ("one logger"); nothing else may differ.
    const same = (value: string) => placeholders(isPlural(source, key) ? `${value}{{count}}` : value);
    if (model !== undefined && same(model) !== same(text))
      problems.push(`${file}: '${key}' has the placeholders ${placeholders(text)}, the Czech text has ${placeholders(model)}`);
    if (locale !== 'en') checkSpaces(file, key, text);
  }
}

/** One-letter prepositions and conjunctions must not end a line. */
const LOOSE = /(?<![\p{L}\p{N}])([ksvzouai]) (?=[\p{L}\p{N}„])/iu;
function checkSpaces(file: string, key: string, text: string): void {
  const found = LOOSE.exec(text);
  if (found)
    problems.push(
      `${file}: '${key}' needs a no-break space after “${found[1]}” in “${text.slice(found.index, found.index + 20)}” (--fix puts it in)`,
    );
}

/** Puts the no-break spaces in; twice, for two such words in a row. Keys have no spaces, so the whole file may be searched. */
function fixSpaces(file: string): void {
  const text = readFileSync(file, 'utf8');
  const all = new RegExp(LOOSE.source, 'giu');
  const mended = text.replace(all, '$1\u00a0').replace(all, '$1\u00a0');
  if (mended !== text) writeFileSync(file, mended);
}
if (process.argv.includes('--fix'))
  for (const locale of LOCALES) if (locale !== 'en') for (const namespace of namespaces) fixSpaces(fileOf(locale, namespace));

const source = new Map(namespaces.map((namespace) => [namespace, read(DEFAULT_LOCALE, namespace)]));
for (const locale of LOCALES) {
  for (const [namespace, keys] of source) compare(namespace, keys, locale);
  for (const file of readdirSync(`locales/${locale}`))
    if (!namespaces.includes(basename(file, '.json'))) problems.push(`locales/${locale}/${file} is not in locales/${DEFAULT_LOCALE}`);
}

/** Keys that code names by a value, not literally: of the route table (scripts/check-routes.ts), of pages of running text, of error codes. */
const BY_VALUE = [/^routes:/, /^later:/, /^public:\w+\.(lead|s\d+\.)/, new RegExp(`^errors:(${ERROR_CODES.join('|')}|field\\..*)$`)];

/** Literals like `common:save`, also those with a part filled in by the code: `dataloggers:state.${state}`. */
function usedKeys(): { literal: Set<string>; patterns: RegExp[] } {
  const literal = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of globSync('src/**/*.{ts,tsx,astro}')) {
    const text = readFileSync(file, 'utf8');
    for (const [, key = ''] of text.matchAll(/['"`]([a-z][a-z-]*:[\w.-]+)['"`]/g)) literal.add(key);
    for (const [, template = ''] of text.matchAll(/`([a-z][a-z-]*:[^`\s]*\$\{[^`]*)`/g)) {
      const pieces = template.split(/\$\{[^}]*\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      patterns.push(new RegExp(`^${pieces.join('[\\w-]+')}$`));
    }
  }
  return { literal, patterns };
}

const { literal, patterns } = usedKeys();
for (const [namespace, keys] of source)
  for (const key of keys.keys()) {
    const full = `${namespace}:${key}`;
    const names = isPlural(keys, key) ? [singular(full)] : [full];
    const used = names.some((name) => literal.has(name) || patterns.some((pattern) => pattern.test(name)));
    if (!used && !BY_VALUE.some((pattern) => pattern.test(full)))
      problems.push(`${fileOf(DEFAULT_LOCALE, namespace)}: '${key}' is used nowhere in src`);
  }
for (const code of ERROR_CODES)
  if (!source.get('errors')?.has(code))
    problems.push(`${fileOf(DEFAULT_LOCALE, 'errors')}: '${code}' is missing; every error code needs its sentence`);
const typed = readFileSync('src/lib/i18n/resources.ts', 'utf8');
for (const namespace of namespaces)
  if (!typed.includes(`/${namespace}.json'`))
    problems.push(`src/lib/i18n/resources.ts: locales/${DEFAULT_LOCALE}/${namespace}.json is not listed`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
