import type { Locale } from '../src/lib/constants.ts';
import { CONTACT_LIMITS, CONTACT_SOONEST_MS } from '../src/lib/contract/contact-limits.ts';
import { address, expect, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

/** Writing to the operator. The server takes five messages an hour from an address, so only a few are really sent here. */

const contacts = (state: Parameters<typeof address>[0], locale: Locale) => address(state, '/contacts', locale);
const MESSAGE = { name: 'Jana Nováková', email: 'jana@example.com', topic: 'trial', message: 'Máme tři pece.\nKterou měřit první?' };

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of ['cs', 'sk'] as const)
    test(`a message goes out and the page in ${locale} says so`, async ({ quiet: page, app }) => {
      await page.goto(contacts(app, locale));
      await expect(page.locator('#sent')).toBeHidden();
      await page.locator('#name').fill(MESSAGE.name);
      await page.locator('#email').fill(MESSAGE.email);
      await page.locator('#topic').selectOption(MESSAGE.topic);
      await page.locator('#message').fill(MESSAGE.message);
      await page.locator('[data-submit]').click();
      await expect(page).toHaveURL(`${contacts(app, locale)}#sent`);
      await expect(page.locator('#sent')).toBeVisible();
      await expect(page.locator('[data-outcome]:visible')).toHaveCount(1);
    });

  test('what the server refuses is said by a section of the page', async ({ quiet: page, app }) => {
    const answer = await page.request.post(`${app.url}/v1/contact`, {
      form: { ...MESSAGE, message: 'krátké', locale: 'en' },
      headers: { Origin: app.url, 'Sec-Fetch-Site': 'same-origin' },
      maxRedirects: 0,
    });
    expect([answer.status(), answer.headers().location]).toEqual([303, '/en/contacts#invalid']);
    for (const outcome of ['invalid', 'limited', 'failed']) {
      await page.goto(`${contacts(app, 'en')}#${outcome}`);
      await expect(page.locator(`#${outcome}`)).toBeVisible();
      await expect(page.locator('[data-outcome]:visible')).toHaveCount(1);
    }
  });
});

test('a field says what is wrong when it is left, and the submit leads to the first of them', async ({ quiet: page, app }) => {
  const [name, email, message] = [page.locator('#name'), page.locator('#email'), page.locator('#message')];
  await page.goto(contacts(app, 'cs'));
  await email.fill('jana');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await email.blur();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#email-note')).toContainText('jmeno@firma.cz');
  await email.fill(MESSAGE.email);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await message.fill('Ahoj');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await page.locator('[data-submit]').click();
  await expect(name).toBeFocused();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
  await expect(page.locator('#message-note')).toContainText(String(CONTACT_LIMITS.shortest));
  await expect(message).toHaveValue('Ahoj');
});

test('a message is sent in place, and the focus goes to what says so', async ({ quiet: page, app }) => {
  await page.goto(`${contacts(app, 'en')}#invalid`);
  await page.locator('#name').fill(MESSAGE.name);
  await page.locator('#email').fill(MESSAGE.email);
  await page.locator('#topic').selectOption(MESSAGE.topic);
  await page.locator('#message').fill(MESSAGE.message);
  // Sooner it would be taken for a program's.
  await page.waitForFunction((soonest) => performance.now() > soonest, CONTACT_SOONEST_MS + 200);
  const sending = page.waitForRequest('**/v1/contact');
  await page.locator('[data-submit]').click();
  expect((await sending).postDataJSON()).toEqual({ ...MESSAGE, locale: 'en', link: '', elapsed_ms: expect.any(Number) });
  await expect(page.locator('#sent')).toBeFocused();
  await expect(page.locator('[data-outcome]:visible')).toHaveCount(1);
  await expect(page.locator('#message')).toHaveValue('');
});

test('what was written stays when the server can’t be reached, takes no more, or refuses a field', async ({ page, app }) => {
  await page.goto(contacts(app, 'cs'));
  await page.locator('#name').fill(MESSAGE.name);
  await page.locator('#email').fill(MESSAGE.email);
  await page.locator('#topic').selectOption(MESSAGE.topic);
  await page.locator('#message').fill(MESSAGE.message);
  const problem = page.locator('[data-problem]');
  const submit = page.locator('[data-submit]');

  await page.route('**/v1/contact', (route) => route.abort());
  await submit.click();
  await expect(problem).toBeFocused();
  await expect(problem).toContainText('Server neodpovídá');
  for (const [status, code] of [
    [429, 'too_many_attempts'],
    [503, 'storage_busy'],
    [422, 'validation_failed'],
  ] as const) {
    await page.unroute('**/v1/contact');
    const errors = status === 422 ? [{ path: 'email', code: 'invalid_format' }] : undefined;
    await page.route('**/v1/contact', (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ code, errors }) }),
    );
    const before = await problem.textContent();
    await submit.click();
    if (status === 422) await expect(page.locator('#email')).toBeFocused();
    else await expect(problem).not.toHaveText(before ?? '');
  }
  await expect(page.locator('#email')).toHaveAttribute('aria-invalid', 'true');
  await expect(problem).toBeHidden();
  await expect(page.locator('#message')).toHaveValue(MESSAGE.message);
  await expect(submit).toHaveAttribute('aria-disabled', 'false');
});

test('the field for programs is neither seen nor reached by people', async ({ quiet: page, app }) => {
  await page.goto(contacts(app, 'sk'));
  const trap = page.locator('#link');
  await expect(trap).not.toBeInViewport();
  await page.locator('#message').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-submit]')).toBeFocused();
});
