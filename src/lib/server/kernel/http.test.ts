import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API_MAX_BYTES } from '../../constants.ts';
import { endpoint } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { bearer, sendJson, signedIn } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { makeMembership, makeOrganization, makeUser, makeWorkspace, type TestDeps, testDeps } from '../testing/testing.ts';
import { parseConfig } from './config.ts';
import { type App, addressOf, bind } from './http.ts';

const echo = endpoint({
  method: 'POST',
  path: '/v1/test/echo',
  access: 'public',
  query: z.object({ q: z.optional(z.string()) }),
  body: z.object({ name: z.string().check(z.minLength(2)), deep: z.optional(z.unknown()) }),
  response: z.object({ name: z.string() }),
  status: 201,
  summary: 'Says it again',
});
const readSelf = endpoint({ method: 'GET', path: '/v1/test/me', access: 'user', response: z.object({ id: z.string() }), summary: 'Me' });
const write = endpoint({
  method: 'POST',
  path: '/v1/test/me',
  access: 'user',
  response: z.object({ id: z.string() }),
  summary: 'Me, written',
});
const tenant = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/test/:id',
  access: 'user',
  scope: 'dlog:write',
  response: z.object({ no: z.number(), id: z.string() }),
  summary: 'A row',
});

async function appWith(over: Partial<TestDeps> = {}, more: (app: App, deps: TestDeps) => void = () => {}) {
  const deps = await testDeps('sqlite', over);
  const app = createApp(deps);
  bind(app, deps, echo, async (_, { body }) => ({ ...body, secret: 'not in the contract' }) as never);
  bind(app, deps, readSelf, async (ctx) => ({ id: ctx.actor.id }));
  bind(app, deps, write, async (ctx) => ({ id: ctx.actor.id }));
  bind(app, deps, tenant, async (ctx, { params }) => ({ no: ctx.organization.no, id: params.id }));
  more(app, deps);
  return { app, deps };
}
const post = (app: App, body: BodyInit, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  app.request('/v1/test/echo', { method: 'POST', body, headers });
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

describe('the binding of contract and server', () => {
  it('gives the parsed answer and drops what the contract does not declare', async () => {
    const { app } = await appWith();
    const answer = await post(app, '{"name":"Pec 1"}');
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ name: 'Pec 1' });
  });

  it('answers an answer that breaks the contract with internal and says why only in the log', async () => {
    const { app, deps } = await appWith({}, (made, d) =>
      bind(made, d, { ...readSelf, path: '/v1/test/broken', access: 'public' as const }, async () => ({ id: 7 }) as never),
    );
    const answer = await app.request('/v1/test/broken');
    expect(answer.status).toBe(500);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toEqual({
      type: '/v1/docs#internal',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      request_id: answer.headers.get('x-request-id'),
    });
    const line = deps.lines.find((entry) => entry.code === 'internal');
    expect(line).toMatchObject({ level: 50, request_id: body.request_id });
    expect(JSON.stringify(line)).toContain('id invalid_type');
  });

  it('names each bad field by path, code and parameters', async () => {
    const { app } = await appWith();
    const short = await post(app, '{"name":"x"}');
    expect(short.status).toBe(422);
    expect(short.headers.get('content-type')).toBe('application/problem+json');
    expect(await short.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'name', code: 'too_small', params: { minimum: 2, origin: 'string' } }],
    });
    expect(await (await post(app, '{}')).json()).toMatchObject({ errors: [{ path: 'name', code: 'required' }] });
    expect(await (await post(app, '{"name":5}')).json()).toMatchObject({ errors: [{ path: 'name', code: 'invalid_type' }] });
    expect(await (await post(app, 'null')).json()).toMatchObject({ errors: [{ path: '', code: 'invalid_type' }] });
  });

  it('answers hostile bodies with a 4xx of its own', async () => {
    const { app } = await appWith();
    const bodies: [BodyInit, string][] = [
      ['{"name":', '400 malformed_json'],
      ['', '400 malformed_json'],
      [new Uint8Array([0x22, 0xff, 0x22]), '400 malformed_json'],
      [`{"name":"Pec","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '400 malformed_request'],
      ['['.repeat(100_000), '400 malformed_request'],
      [`"${'x'.repeat(API_MAX_BYTES)}"`, '413 body_too_large'],
      ['{"name":"a\\u0000b"}', '422 validation_failed'],
      ['{"name":"a\\ud800"}', '422 validation_failed'],
    ];
    for (const [body, code] of bodies) expect(await codeOf(await post(app, body))).toBe(code);
    // Brackets inside a text are no depth.
    expect((await post(app, JSON.stringify({ name: `${'[['.repeat(200)}\\"[[` }))).status).toBe(201);
  });

  it('reads a body of unknown length no further than the limit', async () => {
    const { app } = await appWith();
    let sent = 0;
    const long = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (sent > 8 * API_MAX_BYTES) controller.close();
      },
    });
    const init = { method: 'POST', body: long, duplex: 'half', headers: { 'Content-Type': 'application/json' } };
    expect(await codeOf(await app.request('/v1/test/echo', init))).toBe('413 body_too_large');
    expect(sent).toBeLessThan(API_MAX_BYTES + 4 * 65_536);
  });

  it('takes JSON only', async () => {
    const { app } = await appWith();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect(await codeOf(await post(app, '{"name":"Pec 1"}', { 'Content-Type': type }))).toBe('415 unsupported_media_type');
    expect((await post(app, '{"name":"Pec 1"}', { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

  it('refuses texts in the query that no database stores', async () => {
    const { app } = await appWith();
    expect(await codeOf(await sendJson(app, 'POST', '/v1/test/echo?q=a%00b', { name: 'Pec 1' }))).toBe('422 validation_failed');
    expect((await sendJson(app, 'POST', '/v1/test/echo?q=%ff%', { name: 'Pec 1' })).status).toBe(201);
  });

  it('marks every answer with a request id and nosniff, and guarded ones as nobody else’s', async () => {
    const { app, deps } = await appWith();
    const ok = await app.request('/v1/test/me', { headers: bearer(await signedIn(deps, await makeUser(deps))) });
    const missing = await app.request('/v1/nothing');
    for (const answer of [ok, missing]) {
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(ok.headers.get('x-request-id')).not.toBe(missing.headers.get('x-request-id'));
  });

  it('takes a request id and an address from outside only behind a trusted proxy', async () => {
    const headers = { 'X-Request-Id': 'from-the-proxy', 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' };
    const seen: string[] = [];
    const address = (made: App, deps: TestDeps) => made.get('/v1/test/address', (c) => c.text(seen.push(addressOf(c, deps)).toString()));
    const direct = await appWith({}, address);
    expect((await direct.app.request('/v1/test/address', { headers })).headers.get('x-request-id')).not.toBe('from-the-proxy');
    const behind = await appWith({ config: parseConfig({ TRUST_PROXY: '1' }) }, address);
    expect((await behind.app.request('/v1/test/address', { headers })).headers.get('x-request-id')).toBe('from-the-proxy');
    const odd = await behind.app.request('/v1/test/address', { headers: { 'X-Request-Id': 'a b<script>' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
    expect(seen).toEqual(['local', '203.0.113.9', 'local']);
  });

  it('a sender who goes away in the middle of his body is no error of the server, at public endpoints as at forms', async () => {
    const { app, deps } = await appWith();
    for (const [path, type] of [
      ['/v1/auth/login', 'application/json'],
      ['/v1/contact', 'application/x-www-form-urlencoded'],
    ] as const)
      for (const length of [{}, { 'Content-Length': '100' }] as Record<string, string>[]) {
        deps.lines.length = 0;
        const body = new ReadableStream({
          pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
        });
        const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', ...length };
        const answer = await app.request(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
        expect(answer.status, path).toBe(400);
        expect(deps.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      }
  });

  it('knows the sender by the socket', async () => {
    const seen: string[] = [];
    const { app } = await appWith({}, (made, deps) =>
      made.get('/v1/test/address', (c) => c.text(seen.push(addressOf(c, deps)).toString())),
    );
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/v1/test/address`);
    const large = await fetch(`http://127.0.0.1:${port}/v1/test/echo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: 'x'.repeat(1_000_000),
    });
    expect(large.status).toBe(413);
    server.close();
    expect(seen).toEqual(['127.0.0.1']);
  });

  it('answers unknown paths with 404 and known ones under another method with 405', async () => {
    const { app } = await appWith();
    expect(await codeOf(await app.request('/v1/nothing'))).toBe('404 not_found');
    const wrong = await app.request('/v1/auth/login');
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await codeOf(wrong)).toBe('405 method_not_allowed');
    expect(await codeOf(await app.request(`/v1/${'x'.repeat(20_000)}`))).toBe('414 uri_too_long');
  });

  it('gives errors of services their status, headers and nothing more', async () => {
    const failing = { ...readSelf, path: '/v1/test/fail', access: 'public' as const };
    const errors: unknown[] = [];
    const { app } = await appWith({}, (made, deps) =>
      bind(made, deps, failing, async () => {
        throw errors.shift();
      }),
    );
    errors.push(new AppError('too_many_attempts', { retryAfter: 2.2 }), new AppError('stale_rev', { current: { rev: 3 } }));
    errors.push(new Error('password of the database is hunter2'));
    const late = await app.request('/v1/test/fail');
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await (await app.request('/v1/test/fail')).json()).toMatchObject({ code: 'stale_rev', current: { rev: 3 } });
    expect(await (await app.request('/v1/test/fail')).text()).not.toContain('hunter2');
  });
});

describe('access', () => {
  it('refuses the anonymous, the forged and the expired', async () => {
    const { app, deps } = await appWith();
    const { token } = await signedIn(deps, await makeUser(deps));
    const me = (authorization?: string) => app.request('/v1/test/me', { headers: authorization ? { Authorization: authorization } : {} });
    expect(await codeOf(await me())).toBe('401 unauthenticated');
    expect((await me()).headers.get('www-authenticate')).toBe('Bearer');
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
    for (const forged of [
      `${header}.${payload}.${flipped}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      'x',
      `${token}.x`,
      'a'.repeat(9_000),
    ])
      expect(await codeOf(await me(`Bearer ${forged}`))).toBe('401 unauthenticated');
    expect(await codeOf(await me(`Basic ${token}`))).toBe('401 unauthenticated');
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    deps.clock.advance(15 * 60e6 - 1);
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    deps.clock.advance(1);
    expect(await codeOf(await me(`Bearer ${token}`))).toBe('401 token_expired');
  });

  it('lets the cookie read but never write', async () => {
    const { app, deps } = await appWith();
    const { token } = await signedIn(deps, await makeUser(deps));
    const headers = { Cookie: `a=b; auth._token.local=Bearer%20${token}` };
    expect((await app.request('/v1/test/me', { headers })).status).toBe(200);
    expect((await app.request('/v1/test/me', { headers, method: 'HEAD' })).status).toBe(200);
    expect(await codeOf(await app.request('/v1/test/me', { headers, method: 'POST' }))).toBe('401 unauthenticated');
  });

  it('lets a revoked session neither read nor write', async () => {
    const { app, deps } = await appWith();
    const user = await makeUser(deps);
    const headers = bearer(await signedIn(deps, user));
    expect((await app.request('/v1/test/me', { headers, method: 'POST' })).status).toBe(200);
    await deps.db.write(null, (db) =>
      db.updateTable('sessions').set({ revoked_at: deps.clock.now() }).where('user_id', '=', user.id).execute(),
    );
    for (const method of ['GET', 'POST'])
      expect(await codeOf(await app.request('/v1/test/me', { headers, method }))).toBe('401 session_revoked');
  });

  it('wants the XSRF cookie repeated in the header of every write that carries it', async () => {
    const { app } = await appWith();
    const send = (headers: Record<string, string>) => sendJson(app, 'POST', '/v1/test/echo', { name: 'Pec 1' }, headers);
    const Cookie = 'XSRF-TOKEN=abc%2Fdef';
    expect((await send({})).status).toBe(201);
    expect(await codeOf(await send({ Cookie }))).toBe('403 cross_site');
    expect(await codeOf(await send({ Cookie, 'X-XSRF-TOKEN': 'other' }))).toBe('403 cross_site');
    expect((await send({ Cookie, 'X-XSRF-TOKEN': 'abc/def' })).status).toBe(201);
  });

  it('opens an organisation to its people by their roles and to nobody else', async () => {
    const { app, deps } = await appWith();
    const organization = await makeOrganization(deps);
    const other = await makeOrganization(deps);
    const workspace = await makeWorkspace(deps, organization);
    const row = organization.id;
    const get = async (user: { id: string }, organizationId: string, id = row) =>
      app.request(`/v1/orgs/${organizationId}/test/${id}`, { headers: bearer(await signedIn(deps, user)) });
    const [owner, technician, member, stranger, everywhere] = await Promise.all([
      makeUser(deps),
      makeUser(deps),
      makeUser(deps),
      makeUser(deps),
      makeUser(deps, { access_all_orgs: 1 }),
    ]);
    await makeMembership(deps, organization, owner, 'owner');
    await makeMembership(deps, organization, technician, 'technician', { workspace_id: workspace.id });
    await makeMembership(deps, organization, member, 'member');
    expect(await (await get(owner, organization.id)).json()).toEqual({ no: organization.no, id: row });
    expect((await get(technician, organization.id)).status).toBe(200);
    expect((await get(everywhere, other.id)).status).toBe(200);
    expect(await codeOf(await get(member, organization.id))).toBe('403 forbidden');
    expect(await codeOf(await get(stranger, organization.id))).toBe('404 not_found');
    expect(await codeOf(await get(owner, other.id))).toBe('404 not_found');
    expect(await codeOf(await get(owner, '01890000-0000-7000-8000-000000000000'))).toBe('404 not_found');
    for (const id of ['7', 'x'.repeat(36), organization.id.toUpperCase(), '%00', '..%2f'])
      expect(await codeOf(await get(owner, organization.id, id))).toBe('404 not_found');
    expect(await codeOf(await get(owner, 'no-uuid'))).toBe('404 not_found');
  });

  it('takes rights back with the membership and the person, at once', async () => {
    const { app, deps } = await appWith();
    const organization = await makeOrganization(deps);
    const user = await makeUser(deps);
    await makeMembership(deps, organization, user, 'owner');
    const headers = bearer(await signedIn(deps, user));
    const status = async () => (await app.request(`/v1/orgs/${organization.id}/test/${user.id}`, { headers })).status;
    expect(await status()).toBe(200);
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: 1 }).where('id', '=', user.id).execute());
    expect(await status()).toBe(404);
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: null }).where('id', '=', user.id).execute());
    await deps.db.write(organization.id, (db) => db.deleteFrom('memberships').where('user_id', '=', user.id).execute());
    expect(await status()).toBe(404);
  });
});

describe('the life of the process', () => {
  it('is alive without a database and ready only with one', async () => {
    const { app, deps } = await appWith();
    expect((await app.request('/healthz')).status).toBe(200);
    expect((await app.request('/readyz')).status).toBe(200);
    const broken = createApp({ ...deps, db: { ...deps.db, ping: () => Promise.reject(new Error('gone')) } });
    expect((await broken.request('/healthz')).status).toBe(200);
    expect((await broken.request('/readyz')).status).toBe(503);
  });

  it('says how it stands with MQTT, and is alive without a broker too', async () => {
    const { app, deps } = await appWith();
    expect(await (await app.request('/healthz')).json()).toEqual({ status: 'ok', mqtt: 'off', mqtt_url: 'off' });
    const away = createApp({ ...deps, mqtt: () => ({ mqtt: 'listening', mqtt_url: 'not_connected' }) });
    const answer = await away.request('/healthz');
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', mqtt: 'listening', mqtt_url: 'not_connected' }]);
  });

  it('refuses new requests while it stops and says when to come again', async () => {
    const { app } = await appWith({ stopping: () => true });
    for (const path of ['/v1/test/me', '/readyz', '/v1/nothing']) {
      const answer = await app.request(path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect((await app.request('/healthz')).status).toBe(200);
  });
});
