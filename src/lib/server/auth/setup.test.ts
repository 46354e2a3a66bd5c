import { describe, expect, it } from 'vitest';
import type { Db } from '../kernel/database.ts';
import { createApp } from '../process/app.ts';
import { ENGINES, freshDatabase, makeOrganization, type TestDeps, testClock, testDeps } from '../testing/testing.ts';
import { createSetupLink } from './setup.ts';
import { bearer, sendJson } from './testing.ts';

describe.each(ENGINES)('the first start on %s', (engine) => {
  async function setUp() {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const deps = await testDeps(engine, { db, clock });
    return { deps, app: createApp(deps) };
  }
  const form = (token: string) => ({
    token,
    email: ' Jana@Example.com ',
    name: 'Jana Nováková',
    password: 'kladivo a kovadlina',
    organization: 'Kovárna Dolní Lhota, s.r.o.',
    workspace: 'Hala 1',
    time_zone: 'Europe/Prague',
    locale: 'cs',
  });
  const linkToken = async (deps: TestDeps) => ((await createSetupLink(deps)) as string).split('#')[1] as string;
  const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  /** Rows of all organisations, and of none where there is no organisation. */
  const all = async <R>(deps: TestDeps, rows: (db: Db) => Promise<R[]>): Promise<R[]> => {
    const organizations = await deps.db.read({ directory: true }, (db) => db.selectFrom('organizations').select('id').execute());
    const reaches = organizations.length === 0 ? [null] : organizations.map(({ id }) => id);
    return (await Promise.all(reaches.map((reach) => deps.db.read(reach, rows)))).flat();
  };
  const count = (deps: TestDeps, table: 'organizations' | 'users' | 'workspaces' | 'memberships' | 'sessions' | 'audit_events') =>
    all(deps, async (db) => db.selectFrom(table).selectAll().execute()).then((rows) => rows.length);

  it('gives a link whose secret is in the fragment and kept only as a hash', async () => {
    const { deps } = await setUp();
    const link = (await createSetupLink(deps)) as string;
    expect(link).toMatch(/^http:\/\/localhost:4321\/signup\/setup#[\w-]{43}$/);
    const settings = await deps.db.read(null, (db) => db.selectFrom('settings').selectAll().execute());
    expect(JSON.stringify(settings)).not.toContain(link.split('#')[1]);
    expect(JSON.stringify(deps.lines)).not.toContain(link.split('#')[1]);
  });

  it('creates organisation, workspace, owner and audit rows together, and signs the owner in', async () => {
    const { deps, app } = await setUp();
    const answer = await sendJson(app, 'POST', '/v1/auth/setup', form(await linkToken(deps)));
    expect(answer.status).toBe(201);
    const pair = (await answer.json()) as { token: string };
    const me = (await (await app.request('/v1/auth/profile', { headers: bearer(pair) })).json()) as Record<string, unknown>;
    expect(me).toMatchObject({
      email: 'jana@example.com',
      links: { organizations: [{ name: 'Kovárna Dolní Lhota, s.r.o.', roles: ['owner'] }], workspaces: [{ name: 'Hala 1' }] },
    });
    const [organization] = await all(deps, (db) => db.selectFrom('organizations').selectAll().execute());
    expect(organization).toMatchObject({ slug: 'kovarna-dolni-lhota-s-r-o', time_zone: 'Europe/Prague', created_by: me.id });
    const audit = await all(deps, (db) => db.selectFrom('audit_events').selectAll().orderBy('verb').execute());
    expect(audit.map((row) => row.verb)).toEqual(['memberships.create', 'organizations.create', 'users.create', 'workspaces.create']);
    expect(JSON.stringify(audit)).not.toMatch(/scrypt|kladivo/);
    expect((await sendJson(app, 'POST', '/v1/auth/login', { email: 'jana@example.com', password: 'kladivo a kovadlina' })).status).toBe(
      200,
    );
  });

  it('a link serves once; afterwards there is none any more', async () => {
    const { deps, app } = await setUp();
    const token = await linkToken(deps);
    expect((await sendJson(app, 'POST', '/v1/auth/setup', form(token))).status).toBe(201);
    expect(await codeOf(await sendJson(app, 'POST', '/v1/auth/setup', form(token)))).toBe('409 setup_done');
    expect(await createSetupLink(deps)).toBe(null);
    expect(await count(deps, 'organizations')).toBe(1);
  });

  it('a wrong or a replaced link opens nothing', async () => {
    const { deps, app } = await setUp();
    const first = await linkToken(deps);
    const second = await linkToken(deps);
    expect(second).not.toBe(first);
    for (const token of ['', 'x', first])
      expect(await codeOf(await sendJson(app, 'POST', '/v1/auth/setup', form(token)))).toBe('404 setup_link_invalid');
    expect(await count(deps, 'users')).toBe(0);
    expect((await sendJson(app, 'POST', '/v1/auth/setup', form(second))).status).toBe(201);
  });

  it('of two that use the link at once exactly one wins', async () => {
    const { deps, app } = await setUp();
    const token = await linkToken(deps);
    const answers = await Promise.all(
      [1, 2, 3].map((i) => sendJson(app, 'POST', '/v1/auth/setup', { ...form(token), email: `jana${i}@example.com` })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    for (const table of ['organizations', 'users', 'workspaces', 'memberships', 'sessions'] as const)
      expect(await count(deps, table)).toBe(1);
  });

  it('says which field is wrong and leaves the link good', async () => {
    const { deps, app } = await setUp();
    const token = await linkToken(deps);
    const bad = await sendJson(app, 'POST', '/v1/auth/setup', { ...form(token), time_zone: 'Europe/Brno' });
    expect(await bad.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'time_zone', code: 'invalid_value' }] });
    const short = await sendJson(app, 'POST', '/v1/auth/setup', { ...form(token), password: 'short' });
    expect(await short.json()).toMatchObject({ errors: [{ path: 'password', code: 'too_small', params: { minimum: 10 } }] });
    expect((await sendJson(app, 'POST', '/v1/auth/setup', form(token))).status).toBe(201);
  });

  it('is over for good when there is an organisation', async () => {
    const { deps } = await setUp();
    await makeOrganization(deps);
    expect(await createSetupLink(deps)).toBe(null);
  });
});
