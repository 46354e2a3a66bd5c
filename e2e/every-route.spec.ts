import { readdirSync } from 'node:fs';
import { LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { violations } from './axe.ts';
import { WHOLE } from './matrix.ts';
import { address, expect, signIn, test } from './test.ts';

// Every page once as it comes where nobody asked for less motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const NAMESPACES = readdirSync('locales/cs').map((file) => file.replace('.json', ''));
const KEY = new RegExp(`\\b(${NAMESPACES.join('|')}):[a-z_]+`);
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
/** The full matrix looks at phones too. */
const WIDTHS = WHOLE ? [1280, 390] : [1280];
/** Colours a language is seen in, and looked through for accessibility; in the full matrix everything. */
const SEEN: Record<Locale, readonly [Theme, ...Theme[]]> = WHOLE
  ? { cs: THEMES, en: THEMES, sk: THEMES }
  : { cs: ['light'], en: ['light'], sk: ['dark'] };
/** What a server sends is enough where its words alone are new: of pages of signed-in people in English, in each run. */
const isReadOnly = (access: string, locale: Locale): boolean => !WHOLE && access === 'user' && locale === 'en';
/** Scripts, sheets and tags of a document; values of attributes may have a `>`. */
const SILENT = /<(script|style)\b.*?<\/\1>|<(?:"[^"]*"|'[^']*'|[^'">])*>/gs;
/** `{id}` pages of entities that come later answer 404 for an unknown id or teach what they will hold: both render. */
const TITLES = /.+/;

for (const route of ROUTES)
  for (const locale of LOCALES)
    test(`${route.path} renders in ${locale}`, async ({ quiet: page, app }) => {
      if (route.access !== 'public') await signIn(page, app);
      if (isReadOnly(route.access, locale)) {
        const answer = await page.request.get(address(app, route.path, locale));
        expect(answer.status()).toBe(200);
        const html = await answer.text();
        expect(html).toContain(`lang="${LOCALE_TAGS[locale]}"`);
        expect(html.replace(SILENT, ' ')).not.toMatch(KEY);
        return;
      }
      // Each language is seen in the colours it is looked through in; nothing else of the page depends on both.
      const [first, ...others] = SEEN[locale];
      await page.emulateMedia({ colorScheme: first });
      const response = await page.goto(address(app, route.path, locale), { waitUntil: 'load' });
      // Nobody has made an embed of that token.
      expect(response?.status()).toBe(route.access === 'playground' ? 403 : route.path === '/embed/{token}' ? 404 : 200);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TAGS[locale]);
      expect(await page.title()).toMatch(TITLES);
      await expect(page.locator('h1').first()).toBeVisible();
      if (route.indexable) {
        for (const tag of ['cs', 'cs-CZ', 'en', 'en-US', 'sk', 'sk-SK', 'x-default'])
          await expect(page.locator(`link[rel=alternate][hreflang="${tag}"]`)).toHaveCount(1);
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
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          expect(await violations(page), `${theme} ${width}`).toEqual([]);
        }
      }
    });
