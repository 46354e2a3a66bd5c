import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import config from '../playwright.config.ts';
import { LOCALE_TAGS, LOCALES } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { freePort, startServerProcess } from './lib/server-process.ts';

/**
 * `npm run lighthouse [-- PATH]`: the public pages as a slow phone sees them, in each language; performance is the median of three runs.
 * Ends with 1 when accessibility, best practices or, on indexable pages, what search engines need isn't whole.
 */

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const [only] = process.argv.slice(2);
const pages = ROUTES.filter((route) => (route.prerender || route.path === '/login') && (only === undefined || route.path === only));

const folder = mkdtempSync(join(tmpdir(), 'taktlog-lighthouse-'));
const server = await startServerProcess({
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  OPERATOR_NAME: 'Taktlog',
  OPERATOR_EMAIL: 'info@plant.example',
});
const port = await freePort();
let browser: Browser | undefined;
let failed = false;
try {
  const options = config.use?.launchOptions;
  browser = await chromium.launch({ ...options, args: [...(options?.args ?? []), `--remote-debugging-port=${port}`] });
  mkdirSync('reports', { recursive: true });
  console.log('| Page | Performance | Accessibility | Best practices | SEO |\n|---|---:|---:|---:|---:|');
  const all: object[] = [];
  for (const { path, indexable } of pages)
    for (const locale of LOCALES) {
      const runs: Record<(typeof CATEGORIES)[number], number>[] = [];
      const missing = new Set<string>();
      for (let run = 0; run < RUNS; run += 1) {
        const result = await lighthouse(server.url + localePath(path, locale), {
          port,
          onlyCategories: [...CATEGORIES],
          extraHeaders: { 'Accept-Language': LOCALE_TAGS[locale] },
          logLevel: 'error',
        });
        if (!result) throw new Error(`${path} gave no result`);
        const { categories, audits } = result.lhr;
        const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
        runs.push(Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as (typeof runs)[number]);
        for (const name of CATEGORIES.slice(1))
          for (const { id, weight } of categories[name]?.auditRefs ?? [])
            if (weight > 0 && (audits[id]?.score ?? 1) < 1 && !(name === 'seo' && !indexable)) missing.add(`${name}: ${id}`);
      }
      const median = runs.map(({ performance }) => performance).sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
      const least = (name: (typeof CATEGORIES)[number]) => Math.min(...runs.map((run) => run[name]));
      failed ||= missing.size > 0;
      all.push({ path, locale, runs, missing: [...missing] });
      const seo = indexable ? least('seo') : '–';
      console.log(
        `| ${localePath(path, locale)} | ${median} | ${least('accessibility')} | ${least('best-practices')} | ${seo} | ${[...missing].join(', ')}`,
      );
    }
  writeFileSync(join('reports', 'lighthouse.json'), JSON.stringify(all, null, 2));
} finally {
  await browser?.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
