import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getProfile, login } from '../../contract/auth.ts';
import { createDatalogger, getDatalogger, listDataloggers, updateDatalogger } from '../../contract/dataloggers.ts';
import { endpoint } from '../../contract/endpoint.ts';
import { signedIn } from '../../server/auth/testing.ts';
import { createApp } from '../../server/process/app.ts';
import { inProcessApi } from '../../server/process/in-process.ts';
import { makeMembership, makeOrganization, makeUser, makeWorkspace, testDeps } from '../../server/testing/testing.ts';
import { type ApiError, createApi } from './api.ts';
import { AuthError, SESSION_OVER } from './auth-error.ts';
import { createHttp, type HttpRequest } from './http.ts';

async function ground() {
  const deps = await testDeps('sqlite');
  const app = createApp(deps);
  const user = await makeUser(deps);
  const organization = await makeOrganization(deps);
  const workspace = await makeWorkspace(deps, organization);
  await makeMembership(deps, organization, user, 'owner');
  const { token } = await signedIn(deps, user);
  const timers = { setTimeout: () => 0, clearTimeout: () => {} };
  const auth = {
    intercept: async <R extends HttpRequest>(r: R) => ({ ...r, headers: { ...r.headers, Authorization: `Bearer ${token}` } }),
    reset: () => {},
  };
  const http = createHttp({ fetch: (async (path: string, init: RequestInit) => app.request(path, init)) as typeof fetch, timers, auth });
  return { app, user, token, workspace, params: { organization_id: organization.id }, api: createApi(http) };
}

describe('the typed client', () => {
  it('speaks to the real server over the real transport, and inside the process the same', async () => {
    const { app, user, token, api, params, workspace } = await ground();
    expect((await api.call(getProfile)).id).toBe(user.id);
    const inside = inProcessApi(app, token);
    expect(await inside.call(getProfile)).toEqual(await api.call(getProfile));
    const created = await api.call(createDatalogger, { params, body: { name: 'Pec č. 1', workspace_id: workspace.id } });
    expect(await inside.call(getDatalogger, { params: { ...params, id: created.id } })).toEqual(created);
    const { items } = await api.call(listDataloggers, { params, query: { q: 'pec č', limit: '5' } });
    expect(items.map((item) => item.id)).toEqual([created.id]);
  });

  it('turns a refusal into its code, fields, request id and current row', async () => {
    const { api, params, workspace } = await ground();
    const caught = (work: Promise<unknown>) =>
      work.then(
        () => expect.unreachable(),
        (error: ApiError) => error,
      );
    const wrong = await caught(api.call(createDatalogger, { params, body: { name: '', workspace_id: workspace.id } }));
    expect(wrong).toMatchObject({
      name: 'ApiError',
      code: 'validation_failed',
      status: 422,
      errors: [{ path: 'name', code: 'too_small' }],
    });
    expect(wrong.request_id).toMatch(/^[\w-]{8,}$/);
    const row = await api.call(createDatalogger, { params, body: { name: 'Pec', workspace_id: workspace.id } });
    const ids = { ...params, id: row.id };
    await api.call(updateDatalogger, { params: ids, body: { rev: row.rev, name: 'Pec 2' } });
    const stale = await caught(api.call(updateDatalogger, { params: ids, body: { rev: row.rev, name: 'Pec 3' } }));
    expect(stale).toMatchObject({ code: 'stale_rev', status: 409, current: { name: 'Pec 2' } });
    const missing = await caught(api.call(getDatalogger, { params: { ...params, id: '../../auth/profile' } }));
    expect(missing).toMatchObject({ code: 'not_found', status: 404 });
  });

  it('says how long to wait', async () => {
    const headers = new Headers({ 'Retry-After': '7' });
    const api = createApi({ request: async () => ({ status: 429, data: { code: 'too_many_attempts' }, headers }) });
    await expect(api.call(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      code: 'too_many_attempts',
      retryAfter: 7,
    });
  });

  it('tells a lost network and an answer outside the contract from refusals', async () => {
    const lost = createApi({ request: () => Promise.reject(new TypeError('network')) });
    await expect(lost.call(getProfile)).rejects.toMatchObject({ code: 'network', status: 0 });
    const over = createApi({ request: () => Promise.reject(new Error(SESSION_OVER)) });
    await expect(over.call(getProfile)).rejects.toMatchObject({ code: 'token_expired', status: 0 });
    const busy = createApi({ request: () => Promise.reject(new AuthError({ status: 503, data: { code: 'storage_busy' } })) });
    await expect(busy.call(getProfile)).rejects.toMatchObject({ code: 'storage_busy' });
    const proxy = createApi({ request: async () => ({ status: 502, data: '<html>' }) });
    await expect(proxy.call(getProfile)).rejects.toMatchObject({ code: 'unexpected_answer', status: 502 });
    const odd = createApi({ request: async () => ({ status: 200, data: { id: 7 } }) });
    await expect(odd.call(getProfile)).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
  });

  it('marks a create with its own id as safe to send twice, and nothing else', async () => {
    const sent: HttpRequest[] = [];
    const api = createApi({
      async request(r) {
        sent.push(r);
        return { status: 200, data: {} };
      },
    });
    const make = endpoint({
      method: 'POST',
      path: '/v1/x',
      access: 'user',
      body: z.object({ id: z.optional(z.string()) }),
      response: z.object({}),
      summary: '',
    });
    const change = { ...make, method: 'PATCH' as const };
    await api.call(make, { body: { id: 'a' } });
    await api.call(make, { body: {} });
    await api.call(change, { body: { id: 'a' } });
    expect(sent.map((r) => r.id)).toEqual(['a', undefined, undefined]);
  });

  it('wants every param of the path', async () => {
    const api = createApi({ request: async () => ({ status: 200, data: {} }) });
    // @ts-expect-error the organisation is missing
    await expect(api.call(getDatalogger, { params: { id: 'x' } })).rejects.toThrow('organization_id');
    // @ts-expect-error a body that the contract doesn't know
    await api.call(login, { body: { email: 'a' } }).catch(() => undefined);
  });
});
