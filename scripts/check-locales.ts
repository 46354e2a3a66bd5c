import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DEFAULT_LOCALE, LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { ERROR_CODES } from '../src/lib/contract/errors.ts';
import { SCOPES } from '../src/lib/contract/scopes.ts';
import { guideNames, guidePath, isShown, linkFaults, mendGuide, sectionsOf, textOf } from './lib/guides.ts';
import { type LocaleText, readLocaleFile } from './lib/locale-file.ts';
import { looseUnit, REFUSED_TERMS } from './lib/terms.ts';

/**
 * Holds the locale files together and is the tool of whoever edits texts (docs/editing.md): each problem names file, line and key
 * and says what to do. Czech is the source of the key set. `--fix` puts missing no-break spaces in.
 */

const NAMES: Record<Locale, string> = { cs: 'Czech', en: 'English', sk: 'Slovak' };
const SOURCE = NAMES[DEFAULT_LOCALE];
const JSON_FILE = '.json';

const problems: string[] = [];
/** Rights look like keys of a namespace that is called as their entity. */
const RIGHTS: ReadonlySet<string> = new Set(SCOPES);
const namespaces = readdirSync(`locales/${DEFAULT_LOCALE}`)
  .filter((file) => file.endsWith(JSON_FILE))
  .map((file) => basename(file, JSON_FILE));
const fileOf = (locale: Locale, namespace: string) => `locales/${locale}/${namespace}${JSON_FILE}`;
const quoted = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;

function problem(file: string, line: number | null, words: string): void {
  problems.push(`${file}${line === null ? '' : `, line ${line}`}: ${words}.`);
}

type Texts = ReadonlyMap<string, LocaleText>;

/** Null when the file can't be read: nothing more can be said of it. */
function read(locale: Locale, namespace: string): Texts | null {
  const file = fileOf(locale, namespace);
  if (!existsSync(file)) {
    problem(file, null, 'the file is missing');
    return null;
  }
  const { texts, faults } = readLocaleFile(readFileSync(file));
  for (const { line, words } of faults) problem(file, line, words);
  return faults.length > 0 ? null : new Map(texts.map((text) => [text.key, text]));
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const stemOf = (key: string) => key.replace(PLURAL, '');
const formOf = (key: string) => PLURAL.exec(key)?.[1] ?? '';
const rulesOf = (locale: Locale) => new Intl.PluralRules(LOCALE_TAGS[locale]);
const formsOf = (locale: Locale): string[] => rulesOf(locale).resolvedOptions().pluralCategories;

/** Numbers that an editor can try a form with: `2, 3, 4`. */
function examples(locale: Locale, form: string): string {
  const numbers = [1, 2, 3, 4, 0, 5, 100, 1.5, 2.5].filter((number) => rulesOf(locale).select(number) === form);
  return numbers
    .slice(0, 3)
    .map((number) => number.toLocaleString(LOCALE_TAGS[locale]))
    .join(' · ');
}

/** Stems that have two forms or more in some language. */
function pluralStems(all: readonly (Texts | null)[]): Set<string> {
  const stems = all.flatMap((texts) => {
    const own = [...(texts?.keys() ?? [])].filter((key) => PLURAL.test(key)).map(stemOf);
    return own.filter((stem, index) => own.indexOf(stem) !== index);
  });
  return new Set(stems);
}

/** What is wrong when a text is missing. @param key of the Czech file, or a plural form of the language */
function missing(locale: Locale, namespace: string, key: string, model: LocaleText | undefined, isPlural: boolean): string {
  if (isPlural || !model) return `'${key}' is missing. It is the plural form for ${examples(locale, formOf(key))}`;
  return `'${key}' is missing. The ${SOURCE} text is ${quoted(model.text)} (${fileOf(DEFAULT_LOCALE, namespace)}, line ${model.line})`;
}

function superfluous(locale: Locale, namespace: string, key: string, isPlural: boolean): string {
  const forms = formsOf(locale);
  if (isPlural && !forms.includes(formOf(key)))
    return `'${key}' is a plural form that ${NAMES[locale]} does not have; its forms are ${forms.join(', ')}. Take the line away`;
  return `'${key}' is not in ${fileOf(DEFAULT_LOCALE, namespace)}, so no page shows it. Correct the key, or take the line away`;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const placeholders = (text: string) => new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] as string));
const shown = (names: Iterable<string>) => [...names].map((name) => `{{${name}}}`).join(' and ');

/** What is wrong with the placeholders. A plural form may leave the number out ("one logger") or have it; nothing else may differ. */
function placeholderFaults({ key, text }: LocaleText, model: string, isPlural: boolean): string[] {
  if (/[{}]/.test(text.replace(PLACEHOLDER, '')))
    return [`'${key}' has a brace { or } that belongs to no placeholder; a placeholder is written like {{name}}`];
  const own = placeholders(text);
  const wanted = placeholders(model);
  const lacks = [...wanted].filter((name) => !own.has(name) && !(isPlural && ['count', 'n'].includes(name)));
  const strange = [...own].filter((name) => !wanted.has(name) && !(isPlural && name === 'count'));
  const faults: string[] = [];
  if (lacks.length > 0) faults.push(`'${key}' lacks the placeholder ${shown(lacks)} of the ${SOURCE} text ${quoted(model)}`);
  if (strange.length > 0)
    faults.push(`'${key}' has the placeholder ${shown(strange)}, which the ${SOURCE} text ${quoted(model)} does not have`);
  return faults;
}

/** One-letter prepositions and conjunctions must not end a line. */
const LOOSE = /(?<![\p{L}\p{N}])([ksvzouai]) (?=[\p{L}\p{N}„{])/iu;
const hasLoose = (locale: Locale) => ['cs', 'sk'].includes(locale);

function spaceFaults(locale: Locale, { key, text }: LocaleText): string[] {
  return [hasLoose(locale) ? LOOSE.exec(text) : null, looseUnit(locale).exec(text)].flatMap((loose) => {
    if (!loose) return [];
    const place = quoted(text.slice(loose.index, loose.index + 20));
    return [`'${key}' needs a no-break space behind “${loose[1]}” in ${place}; npm run check:locales -- --fix puts it in`];
  });
}

/** English writes 5%, Czech and Slovak 5 %. */
function percentFaults(locale: Locale, { key, text }: LocaleText): string[] {
  const apart = locale === 'en' ? /[\d}]\s%/.exec(text) : null;
  return apart ? [`'${key}' has a space before the per cent sign; English writes 5%`] : [];
}

/** Words that the glossary refuses. */
function termFaults(locale: Locale, namespace: string, { key, text }: LocaleText): string[] {
  const name = `${namespace}:${key}`;
  return REFUSED_TERMS[locale].flatMap(({ words, use, where, except }) => {
    const found = (where?.test(name) ?? true) && !except?.test(name) ? words.exec(text) : null;
    return found ? [`'${key}' says “${found[0]}”; the word is “${use}” (docs/glossary.md)`] : [];
  });
}

function textFaults(locale: Locale, namespace: string, text: LocaleText): string[] {
  if (text.text.trim() === '') return [`the text of '${text.key}' is empty`];
  return [...spaceFaults(locale, text), ...percentFaults(locale, text), ...termFaults(locale, namespace, text)];
}

function compare(locale: Locale, namespace: string, own: Texts, source: Texts, plurals: Set<string>): void {
  const file = fileOf(locale, namespace);
  const isPlural = (key: string) => PLURAL.test(key) && plurals.has(stemOf(key));
  const wanted = new Set(
    [...source.keys()].flatMap((key) => (isPlural(key) ? formsOf(locale).map((form) => `${stemOf(key)}_${form}`) : [key])),
  );
  for (const key of wanted) if (!own.has(key)) problem(file, null, missing(locale, namespace, key, source.get(key), isPlural(key)));
  for (const text of own.values()) {
    const { key, line } = text;
    if (!wanted.has(key)) {
      problem(file, line, superfluous(locale, namespace, key, isPlural(key)));
      continue;
    }
    const model = source.get(isPlural(key) ? `${stemOf(key)}_other` : key);
    const faults = [...textFaults(locale, namespace, text), ...(model ? placeholderFaults(text, model.text, isPlural(key)) : [])];
    for (const words of faults) problem(file, line, words);
  }
}

/** Puts the no-break spaces in; twice, for two such words in a row. Keys have no spaces, so the whole file may be searched. */
function fixSpaces(locale: Locale, file: string): void {
  const text = readFileSync(file, 'utf8');
  const mended = joined(locale, text);
  if (mended !== text) writeFileSync(file, mended);
}

function joined(locale: Locale, text: string): string {
  const all = new RegExp(LOOSE.source, 'giu');
  const units = text.replace(looseUnit(locale), '$1\u00a0');
  return hasLoose(locale) ? units.replace(all, '$1\u00a0').replace(all, '$1\u00a0') : units;
}

/** The guides: in every language the same ones with as many sections, their spaces and terms, and links that lead somewhere. */
function checkGuides(fix: boolean): void {
  for (const name of new Set(LOCALES.flatMap(guideNames))) {
    const wanted = sectionsOf(DEFAULT_LOCALE, name);
    if (!isShown(name)) problem(guidePath(DEFAULT_LOCALE, name), null, 'no page shows this guide (a task for a programmer)');
    for (const locale of LOCALES) {
      const file = guidePath(locale, name);
      if (!existsSync(file)) {
        problem(file, null, 'the guide is missing in this language');
        continue;
      }
      if (fix) mendGuide(file, (text) => joined(locale, text));
      if (sectionsOf(locale, name) !== wanted)
        problem(file, null, `it has ${sectionsOf(locale, name)} sections (##), the ${SOURCE} guide has ${wanted}`);
      for (const line of textOf(file))
        for (const words of [...spaceFaults(locale, line), ...termFaults(locale, 'docs', line), ...linkFaults(locale, line.text)])
          problem(file, line.line, words);
    }
  }
}

/** Keys that code names by a value, not literally: of the route table (scripts/check-routes.ts), of pages of running text, of error codes. */
const BY_VALUE = [/^routes:/, /^(apps|study|company):\w+\.(lead|s\d+\.)/, new RegExp(`^errors:(${ERROR_CODES.join('|')}|field\\..*)$`)];

interface Uses {
  /** Keys that stand in the code as they are: `common:save`; with the file that names them. */
  literal: Map<string, string>;
  /** Those with a part filled in by the code: `dataloggers:state.${state}`. */
  patterns: RegExp[];
}

function usesInCode(): Uses {
  const literal = new Map<string, string>();
  const patterns: RegExp[] = [];
  for (const file of globSync('src/**/*.{ts,tsx,astro}').filter((name) => !/\.test\.tsx?$/.test(name))) {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, key = ''] of text.matchAll(/['"`]([a-z][a-z-]*:[\w.-]+)['"`]/g)) literal.set(key, file.replaceAll('\\', '/'));
    for (const [, template = ''] of text.matchAll(/`([a-z][a-z-]*:[^`\s]*\$\{[^`]*)`/g)) {
      const pieces = template.split(/\$\{[^}]*\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      patterns.push(new RegExp(`^${pieces.join('[\\w-]+')}$`));
    }
  }
  return { literal, patterns };
}

function checkUses(source: ReadonlyMap<string, Texts | null>, plurals: ReadonlyMap<string, Set<string>>): void {
  const { literal, patterns } = usesInCode();
  for (const [namespace, texts] of source) {
    if (!texts) continue;
    const nameOf = (key: string) => `${namespace}:${plurals.get(namespace)?.has(stemOf(key)) ? stemOf(key) : key}`;
    for (const { key, line } of texts.values()) {
      const name = nameOf(key);
      const used = literal.has(name) || [...patterns, ...BY_VALUE].some((pattern) => pattern.test(name));
      if (!used) problem(fileOf(DEFAULT_LOCALE, namespace), line, `no page shows '${key}'. Take the line away in every language`);
    }
    const known = new Set([...texts.keys()].map(nameOf));
    for (const [name, file] of literal)
      if (name.startsWith(`${namespace}:`) && !known.has(name) && !RIGHTS.has(name))
        problem(fileOf(DEFAULT_LOCALE, namespace), null, `'${name.slice(namespace.length + 1)}' is missing, but ${file} shows it`);
  }
  for (const code of ERROR_CODES)
    if (source.get('errors')?.has(code) === false)
      problem(fileOf(DEFAULT_LOCALE, 'errors'), null, `'${code}' is missing; every error code needs its sentence`);
}

if (process.argv.includes('--fix'))
  for (const locale of LOCALES)
    for (const namespace of namespaces) if (existsSync(fileOf(locale, namespace))) fixSpaces(locale, fileOf(locale, namespace));

const sources = new Map<string, Texts | null>();
const pluralsOf = new Map<string, Set<string>>();
let count = 0;
for (const namespace of namespaces) {
  const all = LOCALES.map((locale) => [locale, read(locale, namespace)] as const);
  const source = all.find(([locale]) => locale === DEFAULT_LOCALE)?.[1] ?? null;
  const plurals = pluralStems(all.map(([, texts]) => texts));
  sources.set(namespace, source);
  pluralsOf.set(namespace, plurals);
  for (const [locale, texts] of all) if (texts && source) compare(locale, namespace, texts, source, plurals);
  count += source?.size ?? 0;
}
for (const locale of LOCALES)
  for (const file of readdirSync(`locales/${locale}`))
    if (file !== 'docs' && (!namespaces.includes(basename(file, JSON_FILE)) || !file.endsWith(JSON_FILE)))
      problem(`locales/${locale}/${file}`, null, `there is no such file in locales/${DEFAULT_LOCALE}, so nothing reads it`);
checkUses(sources, pluralsOf);
checkGuides(process.argv.includes('--fix'));
const typed = readFileSync('src/lib/i18n/resources.ts', 'utf8');
for (const namespace of namespaces)
  if (!typed.includes(`/${namespace}.json'`))
    problem('src/lib/i18n/resources.ts', null, `${fileOf(DEFAULT_LOCALE, namespace)} is not listed there (a task for a programmer)`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}; docs/editing.md tells how texts are written.`);
  process.exit(1);
}
console.log(`${count} texts in ${LOCALES.length} languages: no problem.`);
