import { describe, expect, it } from 'vitest';
import { createSetupLink } from '../auth/setup.ts';
import { cheapHash, sendJson, TEST_PASSWORD } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { freshDatabase, makeCredential, makeDatalogger, makeOrganization, makeUser, makeWorkspace, testDeps } from '../testing/testing.ts';
import { createLogger, maskPath } from './log.ts';

/** A logger as production has it, and what it wrote. */
function recorded() {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('the log', () => {
  it('has a line for each request: method, route, masked path, status, time, id, actor', async () => {
    const { log, parsed } = recorded();
    const deps = await testDeps('sqlite', { log });
    const user = await makeUser(deps, { password_hash: await cheapHash() });
    const app = createApp(deps);
    const { token } = (await (await sendJson(app, 'POST', '/v1/auth/login', { email: user.email, password: TEST_PASSWORD })).json()) as {
      token: string;
    };
    const answer = await app.request('/v1/auth/profile?token=abc&x', { headers: { Authorization: `Bearer ${token}` } });
    expect(parsed().at(-1)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'GET',
      route: '/v1/auth/profile',
      path: '/v1/auth/profile?token=***&***',
      status: 200,
      ms: expect.any(Number),
      request_id: answer.headers.get('x-request-id'),
      actor: user.id,
    });
  });

  it('holds no secret after log-in, refresh, set-up, failures and tokens in addresses', async () => {
    const { log, lines } = recorded();
    const { db } = await freshDatabase('sqlite');
    const deps = await testDeps('sqlite', { log, db });
    const app = createApp(deps);
    const setupToken = ((await createSetupLink(deps)) as string).split('#')[1] as string;
    const person = {
      email: 'jana@example.com',
      password: TEST_PASSWORD,
      name: 'Jana',
      organization: 'O',
      workspace: 'W',
      time_zone: 'UTC',
      locale: 'cs',
    };
    await sendJson(app, 'POST', '/v1/auth/setup', { ...person, token: setupToken });
    const login = await sendJson(app, 'POST', '/v1/auth/login', person);
    const first = (await login.json()) as { token: string; refresh_token: string };
    const second = (await (await sendJson(app, 'POST', '/v1/auth/refresh_token', { token: first.refresh_token })).json()) as typeof first;
    await sendJson(app, 'POST', '/v1/auth/login', { email: person.email, password: 'another secret word' });
    const organization = await makeOrganization(deps);
    const { token: loggerToken } = await makeCredential(deps, await makeDatalogger(deps, await makeWorkspace(deps, organization)));
    const Cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const headers = { Cookie, Authorization: `Bearer ${second.token}` };
    for (const path of [
      '/v1/auth/profile',
      `/signup/setup/${setupToken}`,
      `/signup/reset/short`,
      `/en/signup/invitation/${first.refresh_token}`,
      `/v1/ingest/json?token=${loggerToken}`,
      `/v1/ingest/json?${loggerToken}`,
      `/v1/ingest/${loggerToken}`,
      `/v1/auth/profile?access_token=${second.token}#${second.token}`,
    ])
      await app.request(path, { headers, method: path.includes('ingest') ? 'POST' : 'GET' });
    createApp({
      ...deps,
      db: { ...deps.db, ping: () => Promise.reject(Object.assign(new Error('no'), { parameters: [loggerToken] })) },
    }).request('/readyz');
    expect(lines.length).toBeGreaterThan(10);
    const all = lines.join('');
    const device_mark = Cookie.match(/device=([^;]+)/)?.[1] as string;
    const secrets = [
      setupToken,
      TEST_PASSWORD,
      'another secret word',
      loggerToken,
      device_mark,
      first.token,
      first.refresh_token,
      second.token,
      second.refresh_token,
    ];
    for (const secret of [...secrets, 'short', 'scrypt$']) expect(all).not.toContain(secret);
    for (const value of Cookie.split('; ').map((pair) => pair.split('=')[1] as string)) expect(all).not.toContain(value);
  });

  it('redacts secret fields of whatever is logged, two levels deep', () => {
    const { log, lines } = recorded();
    const secret = 'do-not-show';
    const fields = {
      authorization: secret,
      cookie: secret,
      'set-cookie': [secret],
      password: secret,
      token: secret,
      refresh_token: secret,
    };
    log.info({ ...fields, a: 1 });
    log.info({ headers: fields });
    log.info({ req: { headers: fields, body: fields } });
    log.error({ err: Object.assign(new Error('x'), { parameters: [secret], detail: secret }) });
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain(secret);
    expect(lines[0]).toContain('"a":1');
  });

  it('says good answers to loggers only to those who debug', async () => {
    const { log, parsed } = recorded();
    const app = createApp(await testDeps('sqlite', { log }));
    await app.request('/healthz');
    expect(parsed().at(-1)).toMatchObject({ level: 'debug', path: '/healthz' });
    const deps = await testDeps('sqlite', { log });
    const { token } = await makeCredential(deps, await makeDatalogger(deps, await makeWorkspace(deps, await makeOrganization(deps))));
    const send = (body: string) =>
      createApp(deps).request('/v1/ingest/json', { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } });
    expect((await send('{"temperature":21.5}')).status).toBe(200);
    expect(parsed().at(-1)).toMatchObject({ level: 'debug', route: '/v1/ingest/json', status: 200 });
    expect((await send('{')).status).toBe(400);
    expect(parsed().at(-1)).toMatchObject({ level: 'info', route: '/v1/ingest/json', status: 400 });
  });
});

describe('a masked path', () => {
  it('keeps words and ids and drops everything that may be a secret', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    expect(maskPath(`/v1/orgs/${id}/channels/${id}/series?from=1&to=2`)).toBe(`/v1/orgs/${id}/channels/${id}/series?from=***&to=***`);
    expect(maskPath('/signup/reset/abc')).toBe('/signup/reset/***');
    expect(maskPath('/signup/setup')).toBe('/signup/setup');
    expect(maskPath(`/x/${'t'.repeat(43)}/y`)).toBe('/x/***/y');
    expect(maskPath('/a?secretsecretsecretsecret=1&b')).toBe('/a?***&***');
    expect(maskPath('/a#token')).toBe('/a');
    expect(maskPath(`/${'a/'.repeat(50_000)}`).length).toBeLessThan(600);
  });
});
