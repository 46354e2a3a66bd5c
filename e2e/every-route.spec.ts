import { readdirSync } from 'node:fs';
import { LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { violations } from './axe.ts';
import { WHOLE } from './matrix.ts';
import { moving } from './moving.ts';
import { address, expect, signIn, test } from './test.ts';

// Every page once as it comes where nobody asked for less motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const NAMESPACES = readdirSync('locales/cs').map((file) => file.replace('.json', ''));
const KEY = new RegExp(`\\b(${NAMESPACES.join('|')}):[a-z_]+`);
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
/** The full matrix looks at phones too. */
const WIDTHS = WHOLE ? [1280, 390] : [1280];
/** Colours in which a language is seen and looked through for accessibility: in each run every page once, its language and its colour in turn. */
const seenIn = (index: number, locale: Locale): readonly Theme[] =>
  WHOLE ? THEMES : locale === LOCALES[index % LOCALES.length] ? [THEMES[index % THEMES.length]!] : [];
/** Scripts, sheets and tags of a document; values of attributes may have a `>`. */
const SILENT = /<(script|style)\b.*?<\/\1>|<(?:"[^"]*"|'[^']*'|[^'">])*>/gs;
/** `{id}` pages of entities that come later answer 404 for an unknown id or teach what they will hold: both render. */
const TITLES = /.+/;

/** Of the languages of an indexable page. */
const TAGS = ['cs', 'cs-CZ', 'en', 'en-US', 'sk', 'sk-SK', 'x-default'];

const statusOf = ({ access, path }: (typeof ROUTES)[number]): number => {
  if (access === 'playground') return 403;
  // Nobody has made an embed of that token.
  return path === '/embed/{token}' ? 404 : 200;
};

for (const locale of LOCALES)
  test(`what a server sends of each page has its words in ${locale}`, async ({ request, app }) => {
    for (const isPublic of [true, false]) {
      if (!isPublic) await signIn({ request }, app);
      for (const route of ROUTES.filter(({ access }) => (access === 'public') === isPublic)) {
        const answer = await request.get(address(app, route.path, locale));
        const html = await answer.text();
        await test.step(route.path, () => {
          expect.soft(answer.status(), route.path).toBe(statusOf(route));
          expect.soft(html, route.path).toContain(`lang="${LOCALE_TAGS[locale]}"`);
          expect.soft(html.includes('rel="canonical"'), route.path).toBe(route.indexable);
          if (route.indexable) for (const tag of TAGS) expect.soft(html, route.path).toContain(`hreflang="${tag}"`);
          expect.soft(html.replace(SILENT, ' ').match(KEY)?.[0], route.path).toBe(undefined);
        });
      }
    }
  });

for (const [index, route] of ROUTES.entries())
  for (const locale of LOCALES) {
    const [first, ...others] = seenIn(index, locale);
    if (first === undefined) continue;
    test(`${route.path} renders in ${locale}`, async ({ quiet: page, app }) => {
      if (route.access !== 'public') await signIn(page, app);
      await page.emulateMedia({ colorScheme: first });
      const response = await page.goto(address(app, route.path, locale), { waitUntil: 'load' });
      expect(response?.status()).toBe(statusOf(route));
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TAGS[locale]);
      expect(await page.title()).toMatch(TITLES);
      await expect(page.locator('h1').first()).toBeVisible();
      if (route.indexable) {
        for (const tag of TAGS) await expect(page.locator(`link[rel=alternate][hreflang="${tag}"]`)).toHaveCount(1);
        await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
      } else await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
      // A key that has no words would be shown as itself.
      expect(await page.locator('body').textContent()).not.toMatch(KEY);
      for (const theme of [first, ...others]) {
        if (theme !== first) {
          await page.emulateMedia({ colorScheme: theme });
          await page.reload({ waitUntil: 'load' });
        }
        await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}-mode\\b`));
        // What is still awaited has nothing in it that could have the focus.
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          expect(await violations(page), `${theme} ${width}`).toEqual([]);
        }
      }
      // From now on somebody wants less motion.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await moving(page)).toEqual([]);
    });
  }
