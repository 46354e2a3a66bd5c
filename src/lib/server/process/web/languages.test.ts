import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_TAGS, LOCALES, type Locale } from '../../../constants.ts';
import { localePath } from '../../../i18n/href.ts';
import { ROUTES } from '../../../routes.ts';
import { cheapHash, TEST_PASSWORD } from '../../auth/testing.ts';
import { systemClock } from '../../kernel/ids.ts';
import { openDatabase } from '../../storage/open.ts';
import { makeMembership, makeOrganization, makeUser, makeWorkspace, testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

/** What the built pages say of their language, to people and to search engines. */

const SITE = 'https://log.example.com';
const INDEXABLE = ROUTES.filter((route) => route.indexable).map((route) => route.path);
const UNKNOWN_ID = '0192f0a0-0000-7000-8000-000000000000';
const HREFLANGS = ['cs', 'cs-CZ', 'en', 'en-US', 'sk', 'sk-SK', 'x-default'];

let server: Awaited<ReturnType<typeof builtServer>>;
let session: string;

beforeAll(async () => {
  const { dataDir } = await testLocation('sqlite');
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.migrate();
  const deps = { db, clock: systemClock };
  const organization = await makeOrganization(deps);
  await makeWorkspace(deps, organization);
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  await makeMembership(deps, organization, user, 'owner');
  await db.close();
  server = await builtServer({ DATA_DIR: dataDir, SITE_URL: SITE, LOG_LEVEL: 'fatal' });
  const login = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: TEST_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  session = `auth.strategy=local; auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;
});

interface Answer {
  status: number;
  type: string | undefined;
  text: string;
}

/** Asks for the very path, which `fetch` would mend. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: server.port, path, headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, type: res.headers['content-type'], text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

/** Attributes of the elements of one name, in their order. */
function elements(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
}
const unescaped = (html: string) =>
  html.replace(
    /&(amp|lt|gt|quot|#39|#34);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#34': '"' })[name] ?? '',
  );

/** What a head says to search engines. */
function headOf({ text }: Answer) {
  const links = elements(text, 'link');
  const metas = elements(text, 'meta');
  return {
    lang: elements(text, 'html')[0]?.lang,
    canonical: links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href),
    alternates: links.filter(({ rel }) => rel === 'alternate').map(({ hreflang, href }) => [hreflang, href]),
    locales: metas.filter(({ property }) => property?.startsWith('og:locale')).map(({ property, content }) => [property, content]),
    noindex: metas.some(({ name, content }) => name === 'robots' && content === 'noindex'),
  };
}
const nothingFor = (locale: Locale) => ({ lang: LOCALE_TAGS[locale], canonical: [], alternates: [], locales: [], noindex: true });

const og = (locale: Locale) => LOCALE_TAGS[locale].replace('-', '_');
const absolute = (path: string, locale: Locale) => SITE + localePath(path, locale);
const alternatesOf = (path: string) =>
  HREFLANGS.map((tag) => [tag, absolute(path, LOCALES.find((locale) => tag.startsWith(locale)) ?? 'cs')]);

describe('the head of a page', () => {
  it('that is indexable names its language, itself without its query, and its twins', async () => {
    for (const path of INDEXABLE)
      for (const locale of LOCALES)
        for (const query of ['', '?utm=1&x=%C3%A1']) {
          const here = localePath(path, locale);
          const answer = await ask(here + query);
          expect(answer.status, here).toBe(200);
          expect(headOf(answer), here).toEqual({
            lang: LOCALE_TAGS[locale],
            canonical: [absolute(path, locale)],
            alternates: alternatesOf(path),
            locales: [['og:locale', og(locale)], ...LOCALES.filter((one) => one !== locale).map((one) => ['og:locale:alternate', og(one)])],
            noindex: false,
          });
        }
  });

  it('that is not indexable names its language and nothing else', async () => {
    for (const route of ROUTES.filter(({ indexable, access }) => !indexable && access !== 'playground'))
      for (const locale of LOCALES) {
        const path = localePath(route.path.replace('{token}', 'x'.repeat(20)).replace('{id}', UNKNOWN_ID), locale);
        expect(headOf(await ask(path, { Cookie: session })), path).toEqual(nothingFor(locale));
      }
  });

  it('of an error page names its language and nothing else', async () => {
    for (const locale of LOCALES)
      for (const path of ['/nowhere?a=b', '/dlog/dataloggers/xyz', `/dlog/dataloggers/${UNKNOWN_ID}`])
        expect(headOf(await ask(localePath(path, locale), { Cookie: session })), path).toEqual(nothingFor(locale));
  });
});

const TITLES: Record<Locale, string> = { cs: 'Stránka nenalezena', en: 'Page Not Found', sk: 'Stránka sa nenašla' };
const words = (locale: Locale) =>
  (JSON.parse(readFileSync(`locales/${locale}/error-pages.json`, 'utf8')) as { not_found: Record<string, string> }).not_found;

/** Title and message as they are shown. */
function shown({ text }: Answer) {
  return {
    title: unescaped(/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''),
    heading: unescaped(/<h1[^>]*>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''),
    message: unescaped(/<code[^>]*>([^<]*)<\/code>/.exec(text)?.[1] ?? ''),
  };
}

describe('a page that is not found', () => {
  it('is a 404 that names the whole path, in English with these words', async () => {
    for (const path of [
      '/en/nowhere',
      '/en/nowhere?a=b&c=%22d%22',
      '/en//apps?a',
      '/en/apps/../gdpr',
      '/en/%C5%BElu%C5%A5',
      `/en/${'long/'.repeat(200)}end`,
      '/en/{{path}}$t(errors:internal)$&<b>',
      '/en/500',
      '/en/404',
    ]) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(404);
      expect(shown(answer)).toEqual({ title: 'Page Not Found – Taktlog', heading: 'Page Not Found', message: `Page not found: ${path}` });
    }
  });

  it('because of a malformed id says it in its own words', async () => {
    for (const id of ['xyz', '1', UNKNOWN_ID.toUpperCase(), 'a%20b']) {
      const path = `/en/dlog/dataloggers/${id}?x=1`;
      const answer = await ask(path, { Cookie: session });
      expect(answer.status, path).toBe(404);
      expect(shown(answer)).toMatchObject({ title: 'Page Not Found – Taktlog', message: `Page Not Found: ${path}` });
    }
  });

  it('is in the language of the prefix, else of the cookie, else Czech', async () => {
    const cases: [path: string, cookie: string | null, locale: Locale][] = [
      ['/nowhere', null, 'cs'],
      ['/nowhere', 'en', 'en'],
      ['/nowhere', 'sk', 'sk'],
      ['/nowhere', 'ja', 'cs'],
      ['/sk/nowhere', 'en', 'sk'],
      ['/en/nowhere', 'cs', 'en'],
      ['//sk/nowhere', 'en', 'en'],
      ['/ja', 'sk', 'sk'],
      ['/cs', 'en', 'en'],
      ['/EN', null, 'cs'],
      ['/EN/apps', 'sk', 'sk'],
      ['/404', 'en', 'en'],
      ['/500', 'sk', 'sk'],
      ['/%35%30%30', 'sk', 'sk'],
      ['/%34%30%34?a', 'en', 'en'],
      ['/dlog/dataloggers/xyz', 'en', 'en'],
      ['/dlog/dataloggers/xyz', null, 'cs'],
      ['/sk/dlog/dataloggers/xyz', 'en', 'sk'],
    ];
    for (const [path, cookie, locale] of cases) {
      const answer = await ask(path, {
        'Accept-Language': 'en',
        Cookie: [session, ...(cookie === null ? [] : [`i18n_redirected=${cookie}`])].join('; '),
      });
      expect(answer.status, path).toBe(404);
      expect(headOf(answer).lang, path).toBe(LOCALE_TAGS[locale]);
      const { invalid = '', unmatched = '' } = words(locale);
      const message = (path.includes('dlog') ? invalid : unmatched).replace('{{path}}', path);
      expect(shown(answer)).toEqual({ title: `${TITLES[locale]} – Taktlog`, heading: TITLES[locale], message });
    }
  });

  it('offers the same address in the other languages, and never another host', async () => {
    const links = async (path: string) =>
      elements((await ask(path)).text, 'a')
        .filter((link) => link['data-locale'])
        .map(({ href }) => href);
    expect(new Set(await links('/en/nowhere?a=b'))).toEqual(new Set(['/nowhere?a=b', '/en/nowhere?a=b', '/sk/nowhere?a=b']));
    for (const href of await links('//evil.example/x')) expect(href).toMatch(/^\/(?!\/)/);
  });
});

describe('search engines', () => {
  it('find every indexable page in every language in the site map, with its twins, and no other', async () => {
    const { status, type, text } = await ask('/sitemap.xml');
    expect([status, type]).toEqual([200, 'application/xml']);
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+" xmlns:xhtml="http:\/\/www\.w3\.org\/1999\/xhtml">/,
    );
    const entries = [...text.matchAll(/<url>(.*?)<\/url>/g)].map(([, entry = '']) => ({
      loc: /<loc>(.*?)<\/loc>/.exec(entry)?.[1],
      changed: /<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/.test(entry),
      twins: elements(entry, 'xhtml:link').map(({ rel, hreflang, href }) => [rel, hreflang, href]),
    }));
    expect(entries).toEqual(
      INDEXABLE.flatMap((path) =>
        LOCALES.map((locale) => ({
          loc: absolute(path, locale),
          changed: true,
          twins: alternatesOf(path).map(([hreflang, href]) => ['alternate', hreflang, href]),
        })),
      ),
    );
  });

  it('are told in their own words what a page is about and where it stands', async () => {
    for (const path of INDEXABLE)
      for (const locale of LOCALES) {
        const { text } = await ask(localePath(path, locale));
        const found = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json));
        expect(found, path).toHaveLength(1);
        const graph = found[0]['@graph'] as { '@type': string; itemListElement?: { item: string }[] }[];
        const trail = graph.find((one) => one['@type'] === 'BreadcrumbList')?.itemListElement;
        if (path === '/') expect(graph[0]!['@type']).toBe('SoftwareApplication');
        else expect(trail?.at(-1)?.item).toBe(absolute(path, locale));
      }
    const { text } = await ask('/apps/datalogging.hnuj');
    expect(text).not.toContain('application/ld+json');
  });

  it('are pointed to the site map and kept out of everything that is not for them', async () => {
    const { status, type, text } = await ask('/robots.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
    expect(text.startsWith('User-agent: *\n')).toBe(true);
    const closed = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
    const isClosed = (path: string) => closed.some((start) => path.startsWith(start));
    for (const { path, access, area, indexable } of ROUTES)
      for (const locale of LOCALES) {
        const here = localePath(path, locale);
        if (indexable) expect(isClosed(here), here).toBe(false);
        else if (access !== 'public' || area === 'signup') expect(isClosed(here), here).toBe(true);
      }
    expect(isClosed('/v1/openapi.json')).toBe(true);
  });
});
