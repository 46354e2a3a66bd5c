import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What of the page can't be read out, told apart or reached: the rule and the places, one line each.
 * @param part what is looked at (`within`) or left out (`without`), as selectors
 */
export async function violations(page: Page, { within, without }: { within?: string; without?: string } = {}): Promise<string[]> {
  // Half a megabyte of script comes to each document once; the builder would bring three times as much twice, each time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // In one go, without a second page that puts the frames together: there are no frames. What passed needs no places, and no page plays sound or
  // film, for which alone files are read beforehand.
  const axe = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode().options({ reporter: 'no-passes', preload: false });
  if (within !== undefined) {
    await expect(page.locator(within).first()).toBeVisible();
    axe.include(within);
  }
  // What react-aria has read out stays there for seconds by the id of a field, also when the field's dialog is gone by then.
  else axe.exclude('[data-live-announcer]');
  if (without !== undefined) axe.exclude(without);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

const COLOURS = ['light', 'dark'] as const;

/** What {@link violations} finds in light and in dark, one after the other on the page as it is: to open it anew for each colour takes longer. */
export async function violationsInBothColours(page: Page, part: Parameters<typeof violations>[1] = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of COLOURS) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}-mode\\b`));
    found.push(...(await violations(page, part)).map((line) => `${colorScheme}: ${line}`));
  }
  return found;
}
