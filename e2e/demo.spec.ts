import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { awake, expect, signIn, test } from './test.ts';

test('the demo prints its login, and whoever signs in sees values arrive in every language, and measurements', async ({
  quiet: page,
  app,
}) => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-demo-'));
  const demo = await startServerProcess({ DATA_DIR: dataDir, DEMO_PASSWORD: 'a password for the demo' }, 'scripts/demo.ts');
  try {
    await expect.poll(() => /demo login: (\S+) (.+)/.exec(demo.output())?.[2], { timeout: 60_000 }).toBe('a password for the demo');
    const email = /demo login: (\S+)/.exec(demo.output())?.[1] ?? '';
    await signIn(page, { ...app, url: demo.url, email, password: 'a password for the demo' });
    for (const locale of ['cs', 'en', 'sk'] as const) {
      await page.goto(demo.url + localePath('/dlog/dataloggers', locale));
      const table = page.getByRole('table');
      await expect(table).toContainText(/kW/);
      // A single machine at rest may stand still to the hundredth; all of them never do.
      const values = async () => ((await table.textContent()) ?? '').match(/[\d.,]+\s*(kW|°C)/g)?.join();
      const before = await values();
      await expect.poll(values, { timeout: 40_000 }).not.toBe(before);
    }
    // Somebody measured before he came, and somebody measures now.
    await page.goto(demo.url + localePath('/tm/measurements', 'cs'));
    const measurements = page.getByRole('table');
    for (const name of [/probíhající snímek/, /30 cyklů/]) await expect(measurements.getByRole('link', { name })).toBeVisible();
    await measurements.getByRole('link', { name: /celá ranní směna/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('celá ranní směna');
    await awake(page);
    await expect(page.locator('canvas').first()).toBeVisible();
    // The server goes before the browser does.
    await page.goto('about:blank');
  } finally {
    await demo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
