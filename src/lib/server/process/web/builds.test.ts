import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../../constants.ts';
import { ROUTES, routePattern } from '../../../routes.ts';
import { testLocation } from '../../testing/testing.ts';
import { builtServer, DIST } from './testing.ts';

const SITE = 'https://log.example.com';
const PRERENDERED = ROUTES.filter((route) => route.prerender).flatMap((route) =>
  LOCALES.map((locale) => ({ path: routePattern(route.path, locale), route: route.path, locale })),
);

let url: string;
beforeAll(async () => {
  const { dataDir } = await testLocation('sqlite');
  ({ url } = await builtServer({ DATA_DIR: dataDir, SITE_URL: SITE, LOG_LEVEL: 'fatal' }));
});

async function read<T>(path: string): Promise<{ json: T; headers: Headers }> {
  const answer = await fetch(url + path, { headers: { 'Sec-Fetch-Site': 'same-origin' } });
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('content-type'), path).toBe('application/json');
  return { json: (await answer.json()) as T, headers: answer.headers };
}
const html = async (path: string) => (await fetch(url + path, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).text();

interface Payload {
  route: string;
  locale: Locale;
  build_id: string;
  prerendered_at: number;
  head: { title: string; description: string; tags: { tag: string; attrs: Record<string, string> }[] };
  data: Tree;
}
type Tree = string | number | Tree[] | { [key: string]: Tree };
interface Build {
  id: string;
  timestamp: number;
}
const payloadOf = (path: string) => `${path === '/' ? '' : path}/_payload.json`;
const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
/** As texts are compared: entities decoded to numbers. */
const plain = (text: string) =>
  text
    .replaceAll('&quot;', '&#34;')
    .replaceAll('&#x27;', '&#39;')
    .replaceAll('&amp;', '&#38;')
    .replaceAll('&lt;', '&#60;')
    .replaceAll('&gt;', '&#62;');

describe('the manifests', () => {
  it('name the latest build, never from a cache', async () => {
    const { json, headers } = await read<Build>('/builds/latest.json?1700000000000');
    expect(Object.keys(json).sort()).toEqual(['id', 'timestamp']);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(json.id).toBe(readFileSync(join(DIST, '.built'), 'utf8').split(' ')[1]);
    // Whole seconds of SOURCE_DATE_EPOCH or of the commit, in milliseconds, and not in the future.
    expect(json.timestamp % 1000).toBe(0);
    expect(json.timestamp).toBeGreaterThan(Date.UTC(2020));
  });

  it('say of a build, for good, which pages are prerendered', async () => {
    const { json: latest } = await read<Build>('/builds/latest.json');
    const { json, headers } = await read<Build & { matcher: object; prerendered: string[] }>(`/builds/meta/${latest.id}.json`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(json).toEqual({
      ...latest,
      matcher: { static: {}, wildcard: {}, dynamic: {} },
      prerendered: PRERENDERED.map(({ path }) => path),
    });
    expect((await fetch(`${url}/builds/meta/another.json`)).status).toBe(404);
  });

  it('belong to the build that every page names', async () => {
    const { json } = await read<Build>('/builds/latest.json');
    for (const path of ['/', '/en/pricing', '/apps/datalogging.hnuj', '/signup/setup', '/no-such-page'])
      expect(await html(path), path).toContain(`<meta name="build" content="${json.id}"`);
  });
});

describe('the payload of a prerendered page', () => {
  it('lies beside it in every language, and says where it belongs', async () => {
    const { json: latest } = await read<Build>('/builds/latest.json');
    for (const { path, locale } of PRERENDERED) {
      const { json, headers } = await read<Payload>(`${payloadOf(path)}?${latest.id}`);
      expect(Object.keys(json), path).toEqual(['route', 'locale', 'build_id', 'prerendered_at', 'head', 'data']);
      expect(json, path).toMatchObject({ route: path, locale, build_id: latest.id, prerendered_at: latest.timestamp });
      expect(headers.get('cache-control'), path).toBe('no-cache');
    }
  });

  it('is what the page was made of: its head tag for tag, its text word for word', async () => {
    for (const { path, route } of PRERENDERED) {
      const [{ json }, page] = [await read<Payload>(payloadOf(path)), plain(await html(path))];
      expect(page.match(/<title>(.*?)<\/title>/)?.[1], path).toContain(escaped(json.head.title));
      expect(page, path).toContain(`<meta name="description" content="${escaped(json.head.description)}"`);
      for (const { tag, attrs } of json.head.tags)
        expect(page, path).toContain(
          `<${tag}${Object.entries(attrs)
            .map(([name, value]) => ` ${name}="${escaped(value)}"`)
            .join('')}`,
        );
      if (route === '/') continue;
      const sections = json.data as Record<string, string | { h: string; p: string }>;
      for (const [name, value] of Object.entries(sections))
        for (const text of name === 'lead' ? [value as string] : /^s\d+$/.test(name) ? Object.values(value) : [])
          expect(page, path).toContain(escaped(text));
    }
  });

  it('of the home page has the figures that its picture was drawn from', async () => {
    for (const path of ['/', '/en', '/sk']) {
      const { json } = await read<{ data: { words: { headline: string }; shift: { minutes: number; jaw: number[] } } }>(payloadOf(path));
      const page = plain(await html(path));
      const { words, shift } = json.data;
      expect(page).toContain(escaped(words.headline));
      expect(shift.jaw).toHaveLength(shift.minutes);
      // The number of the figure that the picture shows at its line.
      expect(page).toMatch(new RegExp(`>${Math.round(shift.jaw[266] ?? 0)}\u00a0°C<`));
    }
  });

  it('names the configured site and no placeholder', async () => {
    const { json } = await read<Payload>('/en/pricing/_payload.json');
    expect(json.head.tags).toContainEqual({ tag: 'link', attrs: { rel: 'canonical', href: `${SITE}/en/pricing` } });
    expect(JSON.stringify(json)).not.toMatch(/site\.invalid|__OPERATOR/);
  });

  it('is not there for pages that are made for each request', async () => {
    for (const path of ['/dlog/dataloggers', '/signup/setup', '/nowhere']) {
      const answer = await fetch(`${url}${path}/_payload.json`, { redirect: 'manual' });
      expect(answer.status, path).not.toBe(200);
    }
  });
});
