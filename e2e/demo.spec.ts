import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { expect, signIn, test } from './test.ts';

test('the demo prints its login, and whoever signs in sees values arrive in every language', async ({ quiet: page, app }) => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-demo-'));
  const demo = await startServerProcess({ DATA_DIR: dataDir, DEMO_PASSWORD: 'a password for the demo' }, 'scripts/demo.ts');
  try {
    await expect.poll(() => /demo login: (\S+) (.+)/.exec(demo.output())?.[2], { timeout: 60_000 }).toBe('a password for the demo');
    const email = /demo login: (\S+)/.exec(demo.output())?.[1] ?? '';
    await signIn(page, { ...app, url: demo.url, email, password: 'a password for the demo' });
    for (const locale of ['cs', 'en', 'sk'] as const) {
      await page.goto(demo.url + localePath('/dlog/dataloggers', locale));
      const row = page.getByRole('row', { name: /Balicí linka 2/ });
      const before = await row.textContent();
      await expect(row).toContainText(/kW/);
      // The device sends every ten seconds; its power never stands still to the hundredth.
      await expect
        .poll(async () => /[\d.,]+\s*kW/.exec((await row.textContent()) ?? '')?.[0], { timeout: 40_000 })
        .not.toBe(/[\d.,]+\s*kW/.exec(before ?? '')?.[0]);
    }
  } finally {
    await demo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
