import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../../constants.ts';
import { localePath } from '../../../i18n/href.ts';
import { ROUTES, type Route } from '../../../routes.ts';
import { testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

/** What doesn't wobble of the public pages: their markup, links, pictures, requests and titles, as the real server sends them. */

const SITE = 'https://log.example.com';
const PAGES = ROUTES.filter((route) => route.prerender).flatMap((route) => LOCALES.map((locale) => ({ route, locale })));
/** Sheets that hold up the first paint; with more of them a slow phone waits longer than it reads. */
const MOST_SHEETS = 4;
const MOST_PICTURE_KB = 60;

let server: Awaited<ReturnType<typeof builtServer>>;
const pages = new Map<string, string>();
const key = (route: Route, locale: Locale) => localePath(route.path, locale);

beforeAll(async () => {
  const { dataDir } = await testLocation('sqlite');
  server = await builtServer({
    DATA_DIR: dataDir,
    SITE_URL: SITE,
    LOG_LEVEL: 'fatal',
    OPERATOR_NAME: 'Kovárna',
    OPERATOR_ADDRESS: 'Dlouhá 1',
    OPERATOR_EMAIL: 'info@plant.example',
  });
  for (const { route, locale } of PAGES) pages.set(key(route, locale), await (await ask(key(route, locale))).text());
});

const ask = (path: string) => fetch(server.url + path, { redirect: 'manual', headers: { 'Sec-Fetch-Site': 'same-origin' } });
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
const tags = (html: string, name: string) => [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => tag);

const validate = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // Blocks of the pictures take their colour as a custom property in a style attribute; scripts and sheets come from this server only.
    'no-inline-style': 'off',
    'require-sri': 'off',
  },
});

describe.each(PAGES.map(({ route, locale }) => [key(route, locale), route, locale] as const))('%s', (path, route, locale) => {
  it('is valid HTML', async () => {
    const report = await validate.validateString(pages.get(path)!);
    const found = report.results.flatMap(({ messages }) => messages.map((one) => `${one.line}:${one.column} ${one.ruleId} ${one.message}`));
    expect(found).toEqual([]);
  });

  it('has a title and a description of the length that search results show', () => {
    const html = pages.get(path)!;
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
    expect(title.length, title).toBeGreaterThan(8);
    expect(title.length, title).toBeLessThanOrEqual(75);
    if (!route.indexable) return;
    const description = attribute(tags(html, 'meta').find((tag) => tag.includes('name="description"')) ?? '', 'content') ?? '';
    expect(description.length, description).toBeGreaterThan(60);
    expect(description.length, description).toBeLessThanOrEqual(180);
  });

  it('is painted without waiting for scripts, and takes nothing from elsewhere', () => {
    const html = pages.get(path)!;
    const head = html.slice(0, html.indexOf('</head>'));
    expect(tags(head, 'script').filter((tag) => tag.includes('src=') && !/type="module"|\bdefer\b|\basync\b/.test(tag))).toEqual([]);
    expect(tags(html, 'link').filter((tag) => tag.includes('rel="stylesheet"')).length).toBeLessThanOrEqual(MOST_SHEETS);
    const loaded = ['script', 'img', 'iframe', 'source', 'video', 'object', 'embed'].flatMap((name) =>
      tags(html, name).map((tag) => attribute(tag, 'src') ?? attribute(tag, 'srcset') ?? ''),
    );
    for (const address of loaded) expect(address === '' || address.startsWith('/') || address.startsWith('data:'), address).toBe(true);
  });

  it('gives its pictures their size and their words, and they are small', async () => {
    for (const tag of tags(pages.get(path)!, 'img')) {
      expect(Number(attribute(tag, 'width')), tag).toBeGreaterThan(0);
      expect(Number(attribute(tag, 'height')), tag).toBeGreaterThan(0);
      expect(attribute(tag, 'alt'), tag).toBeTruthy();
      const picture = await ask(attribute(tag, 'src')!);
      expect(picture.status, tag).toBe(200);
      expect((await picture.arrayBuffer()).byteLength / 1_000, tag).toBeLessThan(MOST_PICTURE_KB);
    }
  });

  it('leads only to what is there', async () => {
    const found = new Set(tags(pages.get(path)!, 'a').map((tag) => attribute(tag, 'href') ?? ''));
    for (const href of found) {
      if (/^(?:https?:|mailto:|tel:)/.test(href)) continue;
      const [address = '', fragment] = href.replaceAll('&amp;', '&').split('#');
      const target = address === '' ? path : address;
      const html = pages.get(target) ?? (await (await ask(target)).text());
      if (!pages.has(target)) expect([200, 302], href).toContain((await ask(target)).status);
      if (fragment) expect(html.includes(`id="${fragment}"`), `${href} on ${path}`).toBe(true);
    }
  });

  it('is told by its payload as it is shown', async () => {
    const answer = await ask(`${path === '/' ? '' : path}/_payload.json`);
    const payload = (await answer.json()) as { locale: Locale; head: { title: string }; data: Record<string, unknown> };
    expect(payload.locale).toBe(locale);
    const plain = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#39|#34);/g, (one) => ENTITIES[one] ?? one).replace(/\s+/g, ' ');
    const shown = plain(pages.get(path)!.replace(/<[^>]+>/g, ''));
    expect(shown).toContain(plain(payload.head.title));
    const lead = payload.data.lead;
    if (typeof lead === 'string') expect(shown).toContain(plain(lead));
  });
});
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#34;': '"' };

it('the page on privacy names what the service worker keeps', () => {
  const worker = readFileSync('public/capture-worker.js', 'utf8');
  const names = [...worker.matchAll(/= '(taktlog-[\w-]+)';/g)].map(([, name]) => name!);
  expect(names.length).toBe(2);
  for (const name of names) expect(pages.get('/privacy')).toContain(name);
});
