import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../kernel/config.ts';
import { createApp } from '../process/app.ts';
import { makeUser, testDeps } from '../testing/testing.ts';
import { cheapHash, TEST_PASSWORD } from './testing.ts';
import { resolveViewer } from './viewer.ts';

async function setUp(siteUrl = 'http://log.example.com') {
  const deps = await testDeps('sqlite', { config: parseConfig({ SITE_URL: siteUrl, TRUST_PROXY: '1' }) });
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  const app = createApp(deps);
  const host = `host-${randomBytes(6).toString('hex')}`;
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(`${siteUrl}/v1/auth/form`, {
      method: 'POST',
      body: new URLSearchParams({ email: user.email, password: TEST_PASSWORD, ...fields }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
        'X-Forwarded-For': host,
        ...headers,
      },
    });
  return { deps, user, app, send };
}

describe('the log-in form without scripts', () => {
  it('sets the cookies of the browser module and leads to the dashboard in the reader’s language', async () => {
    const { deps, user, send } = await setUp();
    const answer = await send({ locale: 'sk' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sk/user/dashboard']);
    const lines = answer.headers.getSetCookie();
    const cookies = Object.fromEntries(
      lines.map((line) => line.split(';', 1)[0]?.split('=') as [string, string]).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    expect(cookies).toMatchObject({
      'auth.strategy': 'local',
      'auth._token.local': expect.stringMatching(/^Bearer ey/),
      'auth._token_expiration.local': String(deps.clock.now() / 1000 + 900_000),
      'auth._refresh_token.local': expect.stringMatching(/^rt_/),
      'auth._refresh_token_expiration.local': String(deps.clock.now() / 1000 + 86_400_000),
      'auth.redirect': '',
      'XSRF-TOKEN': expect.stringMatching(/^[\w-]+$/),
    });
    for (const line of lines.filter((each) => each.startsWith('auth._'))) expect(line).toMatch(/; Path=\/; Max-Age=86400; SameSite=Lax$/);
    const viewer = await resolveViewer(deps, lines.map((line) => line.split(';', 1)[0]).join('; '));
    expect(viewer).toMatchObject({ kind: 'user', profile: { id: user.id } });
  });

  it('leads back to the remembered page, inside this site only', async () => {
    const { send } = await setUp();
    const to = async (fields: Record<string, string>, cookie = '') => (await send(fields, { Cookie: cookie })).headers.get('location');
    const remembered = `auth.redirect=${encodeURIComponent('/en/dlog/dataloggers?q=pec')}`;
    expect(await to({ locale: 'en' }, remembered)).toBe('/en/dlog/dataloggers?q=pec');
    expect(await to({ locale: 'sk' }, remembered)).toBe('/sk/dlog/dataloggers?q=pec');
    expect(await to({ locale: 'cs' }, remembered)).toBe('/dlog/dataloggers?q=pec');
    expect(await to({ next: '/tm/screens' })).toBe('/tm/screens');
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      'dlog',
      '/en/login',
      '',
    ])
      expect(await to({ next, locale: 'xx' })).toBe('/user/dashboard');
  });

  it('a refusal leads back to the log-in with its code and without the e-mail', async () => {
    const { send } = await setUp();
    const answer = await send({ password: 'wrong', locale: 'en' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/en/login?error=credentials_wrong']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is taken from pages of this site only', async () => {
    const { send } = await setUp();
    const status = async (headers: Record<string, string>) => (await send({}, headers)).status;
    // A browser too old for Sec-Fetch-Site.
    const without = { 'Sec-Fetch-Site': '' };
    expect(await status({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ 'Sec-Fetch-Site': 'same-site', Origin: 'http://log.example.com' })).toBe(403);
    expect(await status({ ...without, Origin: 'http://evil.example' })).toBe(403);
    expect(await status({ ...without, Origin: 'null' })).toBe(403);
    expect(await status(without)).toBe(403);
    expect(await status({ ...without, Origin: 'http://log.example.com' })).toBe(303);
    expect(await status({ ...without, Origin: 'http://10.0.0.5:4321', Host: '10.0.0.5:4321' })).toBe(303);
  });

  it('takes a small urlencoded body and nothing else', async () => {
    const { send } = await setUp();
    expect((await send({}, { 'Content-Type': 'application/json' })).status).toBe(415);
    expect((await send({ next: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await send({ email: 'a\u0000b', password: '\ud800' })).status).toBe(303);
  });
});
