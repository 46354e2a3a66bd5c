import { violations } from './axe.ts';
import { address, awake, expect, signIn, test } from './test.ts';

test('a logger type begins with a known device, is tried on its message, and is published', async ({ quiet: page, app }) => {
  await signIn(page, app);
  await page.goto(address(app, '/dlog/logger-types', 'en'));
  await awake(page);
  await page.getByRole('button', { name: 'New logger type' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Start from').selectOption({ label: 'Shelly Plus 1PM (Shelly.GetStatus)' });
  await dialog.getByRole('button', { name: 'Create type' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shelly Plus 1PM (Shelly.GetStatus)');

  // 812.4 W is shown in the unit of the sensor type.
  const power = page.getByRole('button', { name: /switch:0\.apower/ }).last();
  await expect(power).toContainText('0.81');
  await expect(power).not.toContainText('No sensor type');
  // A press on another value of the message makes a channel of it.
  await page.getByRole('button', { name: '86412 Add a channel from sys.uptime' }).click();
  await expect(page.getByRole('button', { name: /sys\.uptime/ }).last()).toContainText('86,412');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Publish v1' }).click();
  await expect(page.getByText('v1 is published and never changes')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Assign loggers' })).toHaveAttribute('href', '#loggers');
  await page.getByRole('tab', { name: /Versions/ }).click();
  await expect(page.getByRole('tabpanel')).toContainText('v1');
  await page.getByRole('tab', { name: /Loggers/ }).click();
  await page.getByRole('tabpanel').getByRole('checkbox').first().check({ force: true });
  await page.getByRole('button', { name: 'Move to v1' }).click();
  await expect(page.getByRole('dialog')).toContainText('This is how the version would read');
  // Beside it stands what react-aria has just announced, for a moment.
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);

  // Nothing in it takes the keyboard: where it is longer than the window, arrows scroll it.
  await page.setViewportSize({ width: 800, height: 260 });
  const body = page.getByRole('dialog').locator('div[tabindex="0"]');
  await expect(body).toBeVisible();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await body.focus();
  await page.keyboard.press('End');
  await expect.poll(() => body.evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(body).toHaveCount(0);
});
