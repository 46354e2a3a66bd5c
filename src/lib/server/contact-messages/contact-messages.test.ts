import { describe, expect, it, onTestFinished } from 'vitest';
import { CONTACT_KEPT_DAYS, CONTACT_LIMITS, CONTACT_SOONEST_MS } from '../../contract/contact-limits.ts';
import { AppError } from '../../contract/errors.ts';
import { sendJson } from '../auth/testing.ts';
import { parseConfig } from '../kernel/config.ts';
import { createMailer } from '../mail/mailer.ts';
import { renderMail } from '../mail/templates.ts';
import { startMailServer } from '../mail/testing.ts';
import { createApp } from '../process/app.ts';
import { JOBS } from '../process/jobs.ts';
import { ENGINES, type Engine, freshDatabase, testClock, testDeps } from '../testing/testing.ts';
import { forgetSender, listContactMessages } from './contact-messages.service.ts';

const SITE = 'http://log.example.com';
const HOUR_US = 3_600e6;
const DAY_US = 24 * HOUR_US;
const MESSAGE = {
  name: 'Jana Nováková',
  email: 'jana@example.com',
  topic: 'trial',
  message: 'Máme tři pece.\nKterou měřit první?',
  locale: 'cs',
} as const;

async function setUp(engine: Engine, env: Record<string, string> = {}) {
  const clock = testClock();
  const { db } = await freshDatabase(engine, clock);
  const config = parseConfig({ SITE_URL: SITE, TRUST_PROXY: '1', OPERATOR_EMAIL: 'operator@example.com', ...env });
  const deps = await testDeps(engine, { db, clock, config });
  const app = createApp(deps);
  let host = 'one';
  const headers = () => ({ 'X-Forwarded-For': host });
  const json = (over: object = {}) => sendJson(app, 'POST', '/v1/contact', { ...MESSAGE, ...over }, headers());
  const form = (over: Record<string, string> = {}, more: Record<string, string> = {}) =>
    app.request(`${SITE}/v1/contact`, {
      method: 'POST',
      body: new URLSearchParams({ ...MESSAGE, ...over }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin', ...headers(), ...more },
    });
  const to = async (over: Record<string, string> = {}) => {
    const { status, headers: answered } = await form(over);
    return `${status} ${answered.get('location')}`;
  };
  const rows = () => listContactMessages(deps, 100);
  const from = (address: string) => {
    host = address;
  };
  return { deps, app, json, form, to, rows, from };
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code?: string }).code}`;

describe.each(ENGINES)('a message to the operator on %s', (engine) => {
  it('is kept without the address it came from, and mailed so that the answer goes to its sender', async () => {
    const { deps, json, rows } = await setUp(engine);
    const answer = await json({ email: ' Jana@Example.com ', message: '  Máme tři pece.\r\nKterou měřit první?  ', elapsed_ms: 60_000 });
    expect([answer.status, await answer.text()]).toEqual([200, '{"accepted":true}']);
    expect(await rows()).toEqual([{ ...MESSAGE, id: expect.any(String), created_at: deps.clock.now() }]);
    const [mail, ...more] = deps.mail.sent;
    expect([mail?.to, more]).toEqual(['operator@example.com', []]);
    expect(renderMail(mail!, SITE)).toMatchObject({ replyTo: { name: MESSAGE.name, address: MESSAGE.email } });
  });

  it('is kept where nobody is configured to be mailed', async () => {
    const { deps, json, rows } = await setUp(engine, { OPERATOR_EMAIL: '' });
    expect((await json()).status).toBe(200);
    expect([(await rows()).length, deps.mail.sent]).toEqual([1, []]);
  });

  it('stands in no log, whatever becomes of it', async () => {
    const { deps, json, form } = await setUp(engine);
    await json();
    await form();
    await json({ message: 'krátké' });
    await form({ email: 'jana' });
    await deps.mail.deliverDue();
    expect(deps.lines.length).toBeGreaterThan(3);
    expect(JSON.stringify(deps.lines)).not.toMatch(/Jana|jana|pece|operator@/);
  });

  it('of a program looks sent and is not', async () => {
    const { deps, json, to, rows } = await setUp(engine);
    for (const over of [{ link: 'https://spam.example' }, { elapsed_ms: CONTACT_SOONEST_MS - 1 }]) {
      const answer = await json(over);
      expect([answer.status, await answer.text()]).toEqual([200, '{"accepted":true}']);
    }
    expect(await to({ link: 'https://spam.example' })).toBe('303 /contacts#sent');
    expect([await rows(), deps.mail.sent]).toEqual([[], []]);
    expect((await json({ elapsed_ms: CONTACT_SOONEST_MS, link: '' })).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  it('is one of five an hour from an address, programs’ included, and of thirty from everywhere', async () => {
    const { deps, json, to, rows, from } = await setUp(engine);
    for (let i = 0; i < 4; i++) expect((await json()).status).toBe(200);
    await json({ link: 'x' });
    const refused = await json();
    expect([await codeOf(refused), refused.headers.get('retry-after')]).toEqual(['429 too_many_attempts', '3600']);
    expect(await to({ locale: 'en' })).toBe('303 /en/contacts#limited');
    for (let i = 0; i < 26; i++) {
      from(`address ${i}`);
      expect((await json()).status).toBe(200);
    }
    from('address of the thirty-first');
    expect(await codeOf(await json())).toBe('429 too_many_attempts');
    expect(await rows()).toHaveLength(30);
    deps.clock.advance(HOUR_US);
    expect((await json()).status).toBe(200);
  });

  it('is forgotten after the time that the page on privacy says', async () => {
    const { deps, json, rows } = await setUp(engine);
    const job = JOBS.find(({ name }) => name === 'contact_messages.forget');
    await json();
    deps.clock.advance(CONTACT_KEPT_DAYS * DAY_US);
    await json({ name: 'Petr' });
    await job?.run(deps);
    expect(await rows()).toHaveLength(2);
    deps.clock.advance(1);
    await job?.run(deps);
    expect((await rows()).map(({ name }) => name)).toEqual(['Petr']);
  });

  it('goes with all others of its sender when he asks for it', async () => {
    const { deps, json, rows } = await setUp(engine);
    for (const email of ['jana@example.com', 'JANA@example.com', 'petr@example.com']) await json({ email });
    expect(await forgetSender(deps, ' Jana@Example.com ')).toBe(2);
    expect((await rows()).map(({ email }) => email)).toEqual(['petr@example.com']);
  });
});

describe('the contact form without scripts', () => {
  it('leads back to the page in its language, to the section that says what became of it', async () => {
    const { to, rows } = await setUp('sqlite');
    expect(await to()).toBe('303 /contacts#sent');
    expect(await to({ locale: 'en' })).toBe('303 /en/contacts#sent');
    expect(await to({ locale: 'sk', message: 'x' })).toBe('303 /sk/contacts#invalid');
    expect(await to({ locale: 'xx' })).toBe('303 /contacts#sent');
    expect((await rows()).map(({ locale }) => locale).sort()).toEqual(['cs', 'cs', 'en']);
  });

  it('counts line ends once, as the browser did, and takes the longest message', async () => {
    const { to, rows } = await setUp('sqlite');
    const longest = `${'ř'.repeat(CONTACT_LIMITS.message - 2)}\r\nř`;
    expect(await to({ message: longest })).toBe('303 /contacts#sent');
    expect((await rows())[0]?.message).toHaveLength(CONTACT_LIMITS.message);
    expect(await to({ message: `${longest}ř` })).toBe('303 /contacts#invalid');
  });

  it('is taken from pages of this site only', async () => {
    const { form, rows } = await setUp('sqlite');
    const status = async (headers: Record<string, string>) => (await form({}, headers)).status;
    const without = { 'Sec-Fetch-Site': '' };
    expect(await status({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ 'Sec-Fetch-Site': 'same-site', Origin: SITE })).toBe(403);
    expect(await status({ ...without, Origin: 'http://evil.example' })).toBe(403);
    expect(await status({ ...without, Origin: 'null' })).toBe(403);
    expect(await status(without)).toBe(403);
    expect(await rows()).toEqual([]);
    expect(await status({ ...without, Origin: SITE })).toBe(303);
  });

  it('takes a small body, urlencoded or JSON, and nothing else', async () => {
    const { app, form, json } = await setUp('sqlite');
    expect((await form({ message: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await form({}, { 'Content-Type': 'multipart/form-data; boundary=x' })).status).toBe(415);
    expect((await form({}, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await app.request('/v1/contact')).status).toBe(405);
    const xsrf = { Cookie: 'XSRF-TOKEN=abcdefghijklmnop', 'Content-Type': 'application/json' };
    expect((await app.request('/v1/contact', { method: 'POST', body: JSON.stringify(MESSAGE), headers: xsrf })).status).toBe(403);
    expect((await json({ message: 'a\u0000bcdefghijklm' })).status).toBe(422);
  });

  it('says that it failed when the storage has no time', async () => {
    const { deps } = await setUp('sqlite');
    const busy = { ...deps, db: { ...deps.db, write: () => Promise.reject(new AppError('storage_busy')) } };
    const answer = await createApp(busy).request(`${SITE}/v1/contact`, {
      method: 'POST',
      body: new URLSearchParams(MESSAGE).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(answer.headers.get('location')).toBe('/contacts#failed');
  });
});

it.each([
  ['name', ''],
  ['name', '   '],
  ['name', 'x'.repeat(CONTACT_LIMITS.name + 1)],
  ['name', 'a\r\nBcc: b@example.com'],
  ['email', 'jana'],
  ['email', 'jana@example.com, petr@example.com'],
  ['email', `${'a'.repeat(CONTACT_LIMITS.email)}@example.com`],
  ['topic', 'spam'],
  ['message', 'x'.repeat(CONTACT_LIMITS.shortest - 1)],
  ['message', ' '.repeat(CONTACT_LIMITS.shortest)],
  ['message', 'x'.repeat(CONTACT_LIMITS.message + 1)],
  ['message', 'abcdefghij\u001b[31m'],
  ['locale', 'de'],
  ['elapsed_ms', -1],
])('%s of %j is refused by its name', async (field, value) => {
  const { json, rows } = await setUp('sqlite');
  const answer = await json({ [field]: value });
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([field]);
  expect(await rows()).toEqual([]);
});

describe('the mail', () => {
  const rendered = (locale: 'cs' | 'en' | 'sk', over: object = {}) =>
    renderMail({ to: 'o@example.com', locale, template: 'contact_message', params: { ...MESSAGE, ...over } }, SITE);

  it.each(['cs', 'en', 'sk'] as const)('is whole in %s: who writes, about what, and the text as it was written', (locale) => {
    const { subject, text, html } = rendered(locale);
    expect(subject).toContain('Jana Nováková');
    expect(text).toContain('> Máme tři pece.\n> Kterou měřit první?');
    expect(text).toContain('mailto:jana@example.com');
    expect(html).toContain('href="mailto:jana@example.com"');
    expect(`${subject}${text}${html}`).not.toMatch(/mail:c|\{\{|undefined|\bnull\b/);
  });

  it('is answered to its sender, and says that a machine passed it on', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const { deps } = await setUp('sqlite', { SMTP_URL: server.url });
    const mail = createMailer(deps);
    await sendJson(createApp({ ...deps, mail }), 'POST', '/v1/contact', { ...MESSAGE, name: 'Jana "x" <b@example.com>' });
    await mail.idle();
    await mail.stop();
    const [received] = server.received;
    expect([received?.to, received?.mail.replyTo]).toEqual([
      ['operator@example.com'],
      [{ name: 'Jana "x" <b@example.com>', address: 'jana@example.com' }],
    ]);
    expect(received?.mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it('shows what was written as text and nothing else', () => {
    const { text, html } = rendered('en', { name: '<b>J</b>', message: '<script>alert(1)</script>\n-- \nYour Taktlog' });
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<b>J/);
    expect(text).toContain('> --\n> Your Taktlog');
  });
});
