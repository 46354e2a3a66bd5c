import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../kernel/config.ts';
import type { Database } from '../kernel/database.ts';
import { seal, unseal } from '../kernel/seal.ts';
import { createApp } from '../process/app.ts';
import { ENGINES, type Engine, freshDatabase, makeUser, type TestDeps, testClock, testDeps } from '../testing/testing.ts';
import { browserIdOf, rememberBrowser } from './browser-cookie.ts';
import { forgetPreviousRoot, loadKeys, rotateRoot } from './root-secrets.ts';
import { bearer, sendJson, signedIn } from './testing.ts';

const FREE = { jwtSecret: undefined, jwtSecretPrevious: undefined };
const LEAD_US = 120e6;

async function setUp(engine: Engine) {
  const clock = testClock();
  const { db, location: own } = await freshDatabase(engine, clock);
  return { db, clock, config: { ...own, ...FREE } };
}

/** One process of the installation. */
async function processOver(engine: Engine, { db, clock, config }: Awaited<ReturnType<typeof setUp>>) {
  const deps = await testDeps(engine, { db, clock, keys: await loadKeys(config, db, clock) });
  return { deps, app: createApp(deps) };
}
const reads = async ({ app }: { app: ReturnType<typeof createApp> }, pair: { token: string }) =>
  (await app.request('/v1/auth/profile', { headers: bearer(pair) })).status;
const refresh = ({ app }: { app: ReturnType<typeof createApp> }, token: string) =>
  sendJson(app, 'POST', '/v1/auth/refresh_token', { token });

async function store(engine: Engine, db: Database, dataDir: string, text: string): Promise<void> {
  if (engine === 'sqlite') return writeFileSync(join(dataDir, 'jwt-secret'), text);
  await db.write(null, (tx) => tx.insertInto('settings').values({ key: 'jwt_secret', value: text }).execute());
}

describe.each(ENGINES)('the root secret on %s', (engine) => {
  it('is made once and found again, by several processes at once too', async () => {
    const { db, clock, config } = await setUp(engine);
    const rings = await Promise.all([1, 2, 3].map(() => loadKeys(config, db, clock)));
    rings.push(await loadKeys(config, db, clock));
    expect(new Set(rings.map((keys) => keys.current('access').kid)).size).toBe(1);
    expect(rings[0]!.all('access')).toHaveLength(1);
  });

  it('gives each purpose a key of its own', async () => {
    const { db, clock, config } = await setUp(engine);
    const keys = await loadKeys(config, db, clock);
    const bytes = (['access', 'refresh', 'device', 'throttle', 'recipient', 'outbox'] as const).map((purpose) =>
      Buffer.from(keys.current(purpose).bytes).toString('hex'),
    );
    expect(new Set(bytes).size).toBe(6);
  });

  it('is changed without signing anybody out, in a process that runs on as in one that starts', async () => {
    const installation = await setUp(engine);
    const running = await processOver(engine, installation);
    const user = await makeUser(running.deps);
    const pair = await signedIn(running.deps, user);
    const browserCookie = rememberBrowser(running.deps, null, user.email);
    const sealed = seal(running.deps.keys, 'row', 'a mail on its way');
    const before = running.deps.keys.current('access').kid;

    const { from } = await rotateRoot(installation.config, installation.db, installation.clock);
    expect(from).toBe(installation.clock.now() + LEAD_US);
    await running.deps.keys.reload();
    const started = await processOver(engine, installation);
    // Known everywhere before anything is signed with it.
    expect([running, started].map(({ deps }) => deps.keys.current('access').kid)).toEqual([before, before]);
    installation.clock.advance(LEAD_US);
    const after = started.deps.keys.current('access').kid;
    expect([running.deps.keys.current('access').kid, after === before]).toEqual([after, false]);

    for (const one of [running, started]) {
      expect(await reads(one, pair)).toBe(200);
      expect(browserIdOf(one.deps, browserCookie, user.email)).not.toBeNull();
      expect(unseal(one.deps.keys, 'row', sealed)).toBe('a mail on its way');
    }
    const next = await refresh(started, pair.refresh_token);
    expect(next.status).toBe(200);
    const renewed = (await next.json()) as typeof pair;
    for (const one of [running, started]) expect(await reads(one, renewed)).toBe(200);
    expect((await refresh(running, renewed.refresh_token)).status).toBe(200);
  });

  it('is changed in the middle of a refresh that is asked for twice: both get the same pair', async () => {
    const installation = await setUp(engine);
    const one = await processOver(engine, installation);
    const pair = await signedIn(one.deps, await makeUser(one.deps));
    await rotateRoot(installation.config, installation.db, installation.clock);
    await one.deps.keys.reload();
    installation.clock.advance(LEAD_US - 1e6);
    const first = (await (await refresh(one, pair.refresh_token)).json()) as typeof pair;
    installation.clock.advance(2e6);
    const again = (await (await refresh(one, pair.refresh_token)).json()) as typeof pair;
    expect(again.refresh_token).toBe(first.refresh_token);
    expect((await refresh(one, again.refresh_token)).status).toBe(200);
  });

  it('before the present one is good until the next change, or until it is forgotten', async () => {
    const installation = await setUp(engine);
    const one = await processOver(engine, installation);
    const user = await makeUser(one.deps);
    const pair = await signedIn(one.deps, user);
    expect(await reads(one, pair)).toBe(200);
    await rotateRoot(installation.config, installation.db, installation.clock);
    await expect(rotateRoot(installation.config, installation.db, installation.clock)).rejects.toThrow(ConfigError);
    await expect(forgetPreviousRoot(installation.config, installation.db, installation.clock)).rejects.toThrow(ConfigError);
    installation.clock.advance(LEAD_US);
    await forgetPreviousRoot(installation.config, installation.db, installation.clock);
    await one.deps.keys.reload();
    // Verified tokens that are remembered are forgotten too.
    expect(await reads(one, pair)).toBe(401);
    expect((await refresh(one, pair.refresh_token)).status).toBe(401);

    const later = await signedIn(one.deps, user);
    for (const status of [200, 401]) {
      await rotateRoot(installation.config, installation.db, installation.clock);
      await one.deps.keys.reload();
      installation.clock.advance(LEAD_US);
      expect(await reads(one, later)).toBe(status);
    }
  });

  it('that signed itself in an earlier version becomes the one before: who was signed in stays so', async () => {
    const installation = await setUp(engine);
    const root = Buffer.alloc(48, 5);
    await store(engine, installation.db, installation.config.dataDir, root.toString('base64url'));
    const bare = { kid: '', bytes: root };
    const old: TestDeps = await testDeps(engine, {
      ...installation,
      config: undefined as never,
      keys: { current: () => bare, all: () => [bare], version: 0, reload: async () => undefined },
    });
    const user = await makeUser(old);
    const pair = await signedIn(old, user);
    const browserCookie = rememberBrowser(old, null, user.email);
    expect(Buffer.from(pair.token.split('.')[0]!, 'base64url').toString()).toBe('{"alg":"HS256","typ":"JWT"}');

    const mended = await processOver(engine, installation);
    expect(await reads(mended, pair)).toBe(200);
    expect(browserIdOf(mended.deps, browserCookie, user.email)).not.toBeNull();
    const next = (await (await refresh(mended, pair.refresh_token)).json()) as typeof pair;
    expect(JSON.parse(Buffer.from(next.token.split('.')[0]!, 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
      kid: mended.deps.keys.current('access').kid,
    });
    // A token that claims the old form is worth something only with the old root.
    expect(await reads(mended, { token: `${pair.token.split('.')[0]}.${next.token.split('.').slice(1).join('.')}` })).toBe(401);
  });

  it('that is damaged or empty is said in a sentence, and nothing is signed with it', async () => {
    for (const text of ['{"roots":[]}', '{"roots', 'short', '{"roots":[{"secret":"","from":0,"raw":true}]}']) {
      const { db, clock, config } = await setUp(engine);
      await store(engine, db, config.dataDir, text);
      await expect(loadKeys(config, db, clock)).rejects.toThrow(/holds no secret/);
    }
  });
});

describe('the root secret of the environment', () => {
  const first = 's'.repeat(40);
  const second = 't'.repeat(40);

  it('is changed by putting the present one into JWT_SECRET_PREVIOUS, and not by the command', async () => {
    const { db, clock, config } = await setUp('sqlite');
    const of = async (jwtSecret: string, jwtSecretPrevious?: string) => ({
      deps: await testDeps('sqlite', { db, clock, keys: await loadKeys({ ...config, jwtSecret, jwtSecretPrevious }, db, clock) }),
    });
    const before = await of(first);
    const pair = await signedIn(before.deps, await makeUser(before.deps));
    const changed = await of(second, first);
    expect(await reads({ app: createApp(changed.deps) }, pair)).toBe(200);
    expect((await refresh({ app: createApp(changed.deps) }, pair.refresh_token)).status).toBe(200);
    expect(await reads({ app: createApp((await of(second)).deps) }, pair)).toBe(401);
    await expect(rotateRoot({ ...config, jwtSecret: first }, db, clock)).rejects.toThrow(/JWT_SECRET_PREVIOUS/);
  });
});

it('on SQLite the root secret is a file that only its owner may read', async () => {
  const { db, clock, config } = await setUp('sqlite');
  await loadKeys(config, db, clock);
  await rotateRoot(config, db, clock);
  const file = join(config.dataDir, 'jwt-secret');
  expect(JSON.parse(readFileSync(file, 'utf8')).roots).toHaveLength(2);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});
