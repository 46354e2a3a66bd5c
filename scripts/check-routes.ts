import { existsSync, readFileSync } from 'node:fs';
import { FOOTER_MENU, HEADER_MENU } from '../src/layouts/menus.ts';
import { LOCALES, type Locale } from '../src/lib/constants.ts';
import { type Nav, ROUTES, routeKey } from '../src/lib/routes.ts';

/** Every route of the table has a page, its words in every language, and stands in the menus that the table names. */

type Words = Record<string, string | Record<string, string>>;
const problems: string[] = [];
const read = (locale: Locale, namespace: string) => JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')) as Words;

const keys = new Set<string>();
for (const route of ROUTES) {
  const key = routeKey(route.path);
  if (keys.has(key)) problems.push(`${route.path}: another route has the key '${key}' too`);
  keys.add(key);
  const file = `src/pages${route.path === '/' ? '/index' : route.path.replaceAll('{', '[').replaceAll('}', ']')}`;
  const page = [`${file}.astro`, `${file}/index.astro`].find((candidate) => existsSync(candidate));
  if (!page) {
    problems.push(`${route.path} has no page ${file}.astro`);
    continue;
  }
  const text = readFileSync(page, 'utf8');
  if (!text.includes(`layouts/${route.layout}.astro`))
    problems.push(`${page} must use the layout ${route.layout}, as the route table says`);
  if (!text.includes(`export const prerender = ${route.prerender};`))
    problems.push(`${page} must say \`export const prerender = ${route.prerender}\``);
}

/** Search engines cut titles and descriptions. */
const MAX_TITLE = 75;
const MAX_DESCRIPTION = 180;
for (const locale of LOCALES) {
  const words = read(locale, 'routes');
  for (const route of ROUTES) {
    const own = words[routeKey(route.path)];
    for (const field of ['name', 'title', 'description'] as const)
      if (typeof own !== 'object' || !own[field])
        problems.push(`locales/${locale}/routes.json: '${routeKey(route.path)}.${field}' is missing`);
    if (typeof own !== 'object' || !route.indexable) continue;
    if ((own.title?.length ?? 0) > MAX_TITLE)
      problems.push(`locales/${locale}/routes.json: the title of ${route.path} is longer than ${MAX_TITLE} characters`);
    if ((own.description?.length ?? 0) > MAX_DESCRIPTION)
      problems.push(`locales/${locale}/routes.json: the description of ${route.path} is longer than ${MAX_DESCRIPTION} characters`);
  }
  for (const key of Object.keys(words)) if (!keys.has(key)) problems.push(`locales/${locale}/routes.json: '${key}' belongs to no route`);
}

const named = (nav: Nav) => ROUTES.filter((route) => route.nav.includes(nav)).map((route) => route.path);
function sameMenu(name: string, shown: readonly string[], wanted: readonly string[]): void {
  for (const path of wanted) if (!shown.includes(path)) problems.push(`src/layouts/menus.ts: ${path} is missing in the ${name}`);
  for (const path of shown)
    if (!wanted.includes(path)) problems.push(`src/layouts/menus.ts: ${path} is in the ${name}, the route table says nothing of it`);
}
sameMenu('header', HEADER_MENU, named('header'));
sameMenu('footer', Object.values(FOOTER_MENU).flat(), named('footer'));

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
