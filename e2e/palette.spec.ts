import { violations } from './axe.ts';
import { address, awake, expect, test } from './test.ts';

/** The way to everything by its name. */

const LIST = '/org/machines';

test('by keys alone: a logger is found without its accents, and the next time stands among what was opened last', async ({
  signedIn: page,
  app,
}) => {
  await page.goto(address(app, LIST, 'en'));
  await page.keyboard.press('Control+k');
  const box = page.getByRole('searchbox', { name: 'Find and go to' });
  await expect(box).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const name = await page.request
    .get(`${app.url}/v1/orgs/${app.organizationId}/dataloggers/${app.dataloggerId}`)
    .then(async (answer) => ((await answer.json()) as { name: string }).name);
  await page.keyboard.type(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const hit = page.getByRole('menuitem', { name });
  await expect(hit).toHaveAttribute('href', new RegExp(app.dataloggerId));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(app.dataloggerId));
  await expect(page.locator('.page-head h1')).toHaveText(name);
  await awake(page);

  await page.goto(address(app, LIST, 'en'));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recently opened' }).getByRole('menuitem').first()).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a command opens the form of another page once, and a reload does not open it again', async ({ signedIn: page, app }) => {
  await page.goto(address(app, LIST, 'sk'));
  await page.getByRole('button', { name: 'Hľadať' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('novy logger');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sk\/dlog\/dataloggers$/);
  await expect(page.getByRole('dialog', { name: 'Nový logger' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a slash leads to the filter, but neither it nor a question mark does anything to whoever is writing', async ({
  signedIn: page,
  app,
}) => {
  await page.goto(address(app, LIST, 'en'));
  const filter = page.locator('#content input[type=search]');
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('1/2?');
  await expect(filter).toHaveValue('1/2?');
  await expect(page.getByRole('complementary')).toBeHidden();
});

test.describe('while its script is on the way', () => {
  // What a worker of the page fetches can't be held up from here.
  test.use({ serviceWorkers: 'block' });

  test('what is written is kept, and a server that is gone is told with a way to ask again', async ({ signedIn: page, app }) => {
    await page.goto(address(app, LIST, 'cs'));
    await awake(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/_astro\/Palette\.[^/]*\.js$/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tma');
    resolve();
    const box = page.getByRole('searchbox', { name: 'Najít a přejít' });
    await expect(box).toHaveValue('tma');
    await expect(page.getByRole('menuitem', { name: 'Barevný režim: Tmavý' })).toBeVisible();

    await page.route(/\/search\?/, (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{"code":"forbidden"}' }),
    );
    await box.fill('lis');
    const alert = page.getByRole('alert');
    await expect(alert).toBeVisible();
    await page.unroute(/\/search\?/);
    await alert.getByRole('button').click();
    await expect(alert).toBeHidden();
    // A mode that is chosen is in force at once.
    await box.fill('tmavy');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/dark-mode/);
  });

  test('Enter after it takes the first line once there is one, whether only the palette sleeps or the whole page', async ({
    signedIn: page,
    app,
  }) => {
    const held = async (scripts: RegExp) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(scripts, async (route) => {
        await promise;
        await route.continue();
      });
      return resolve;
    };
    const name = await page.request
      .get(`${app.url}/v1/orgs/${app.organizationId}/dataloggers/${app.dataloggerId}`)
      .then(async (answer) => ((await answer.json()) as { name: string }).name);
    for (const scripts of [/\/_astro\/Palette\.[^/]*\.js$/, /\/_astro\/(?:client|react)\.[^/]*\.js$/]) {
      const release = await held(scripts);
      await page.goto(address(app, LIST, 'en'), { waitUntil: 'commit' });
      if (scripts.source.includes('Palette')) await awake(page);
      await expect(page.getByRole('button', { name: 'Search' }).first()).toBeVisible();
      // A page of which a half is read has not begun to listen.
      await page.waitForFunction(() => document.readyState !== 'loading');
      await page.keyboard.press('Control+k');
      await page.keyboard.type(`${name}x`);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      release();
      await expect(page).toHaveURL(new RegExp(app.dataloggerId));
    }
  });
});

test('on a slow machine every letter typed after the keys arrives, whether the palette came early or not', async ({
  signedIn: page,
  app,
}) => {
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  for (const isAwake of [false, true, true]) {
    await page.goto(address(app, LIST, 'sk'), { waitUntil: 'domcontentloaded' });
    if (isAwake) await awake(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pomocnik stroj');
    await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue('pomocnik stroj');
  }
});
