import { beforeAll, describe, expect, it } from 'vitest';
import type { Tokens } from '../../../contract/auth.ts';
import { loadKeys } from '../../auth/root-secrets.ts';
import { bearer, signedIn } from '../../auth/testing.ts';
import { parseConfig } from '../../kernel/config.ts';
import { systemClock } from '../../kernel/ids.ts';
import { openDatabase } from '../../storage/open.ts';
import { makeTenant, type Tenant } from '../../testing/tenant.ts';
import { testDeps, testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

/** Two processes over one PostgreSQL: what one of them takes in or changes is known to the other. */

const JWT_SECRET = 'a secret that both of the processes know';
let tenant: Tenant & { other: Tokens };
let first: Awaited<ReturnType<typeof builtServer>>;
let second: Awaited<ReturnType<typeof builtServer>>;

beforeAll(async () => {
  const location = await testLocation('postgres');
  const db = openDatabase(location, { clock: systemClock });
  await db.migrate();
  const keys = await loadKeys(parseConfig({ JWT_SECRET }), db, systemClock);
  const clock = { now: systemClock.now, set: () => undefined, advance: () => undefined };
  const deps = await testDeps('postgres', { db, keys, clock });
  const made = await makeTenant(deps);
  tenant = { ...made, other: await signedIn(deps, made.owner) };
  await db.close();
  const env = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '', JWT_SECRET, LOG_LEVEL: 'fatal' };
  [first, second] = await Promise.all([builtServer(env), builtServer(env)]);
});

const ingest = (at: { url: string }, value: number) =>
  fetch(`${at.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { ...bearer({ token: tenant.loggerToken }), 'Content-Type': 'application/json' },
    body: JSON.stringify({ temperature: value }),
  });

/** Reads a stream of events until one of the name comes. */
async function until(stream: ReadableStreamDefaultReader<string>, name: string): Promise<string> {
  let text = '';
  for (;;) {
    const { value, done } = await stream.read();
    if (done) throw new Error('the stream ended');
    text += value;
    const frame = text.split('\n\n').find((one) => one.includes(`event: ${name}`) && one.includes('data:'));
    if (frame !== undefined) return frame;
  }
}

describe('two processes', () => {
  it('show in one the values that the other takes in', async () => {
    const watching = await fetch(`${second.url}/v1/orgs/${tenant.organization.id}/events`, { headers: bearer(tenant.session) });
    const stream = watching.body!.pipeThrough(new TextDecoderStream()).getReader();
    // The first process learns a moment later that somebody watches at the second: a reading is sent until one is seen.
    let value = 0;
    const sending = setInterval(() => void ingest(first, ++value), 100);
    try {
      expect(await until(stream, 'values')).toContain(tenant.datalogger.id);
    } finally {
      clearInterval(sending);
      await stream.cancel();
    }
  });

  it('end in one the live stream of a session that was revoked in the other', async () => {
    const { other } = tenant;
    const events = `/v1/orgs/${tenant.organization.id}/events`;
    const watching = await fetch(second.url + events, { headers: bearer(other) });
    expect(watching.status).toBe(200);
    const stream = watching.body!.pipeThrough(new TextDecoderStream()).getReader();
    const answer = await fetch(`${first.url}/v1/auth/sessions`, { method: 'DELETE', headers: bearer(tenant.session) });
    expect(await answer.json()).toEqual({ revoked: 1 });
    expect(await until(stream, 'expired')).toContain('expired');
    expect((await fetch(second.url + events, { headers: bearer(other) })).status).toBe(401);
  });

  it('refuse in one a token that was revoked in the other', async () => {
    expect([(await ingest(first, 1)).status, (await ingest(second, 2)).status]).toEqual([200, 200]);
    const { organization, datalogger, credential } = tenant;
    const path = `/v1/orgs/${organization.id}/dataloggers/${datalogger.id}/credentials/${credential.id}`;
    expect((await fetch(first.url + path, { method: 'DELETE', headers: bearer(tenant.session) })).status).toBe(200);
    expect((await ingest(first, 3)).status).toBe(401);
    await expect.poll(async () => (await ingest(second, 4)).status, { timeout: 1_500, interval: 20 }).toBe(401);
  });
});
