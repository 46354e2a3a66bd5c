import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cheapHash, sendJson } from '../auth/testing.ts';
import { parseConfig } from '../kernel/config.ts';
import { createApp } from '../process/app.ts';
import { ENGINES, type Engine, freshDatabase, makeUser, testClock, testDeps } from '../testing/testing.ts';
import { createMailer } from './mailer.ts';
import { sealWaiting } from './outbox.ts';
import { startMailServer, type TestMailServer } from './testing.ts';

/** A link opens an account: whoever copies the data folder, or reads a dump of the database, must not find one in it. */

const servers: TestMailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const MINUTE_US = 60e6;

async function setUp(engine: Engine) {
  const clock = testClock();
  const { db, location } = await freshDatabase(engine, clock);
  // Nobody is there until the mail is to go.
  const away = await startMailServer();
  await away.close();
  const config = parseConfig({ SITE_URL: 'https://log.example.com', DATA_DIR: location.dataDir, SMTP_URL: away.url });
  const base = await testDeps(engine, { db, clock, config });
  const deps = { ...base, mail: createMailer(base) };
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  /** Every byte of the folder: database, log, index, key, mails. */
  const bytes = () =>
    globSync('**/*', { cwd: location.dataDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
      .join('\n');
  const rows = async () => JSON.stringify(await db.read(null, (reader) => reader.selectFrom('mail_outbox').selectAll().execute()));
  const deliver = async () => {
    const server = await startMailServer({}, away.port);
    servers.push(server);
    clock.advance(MINUTE_US);
    await deps.mail.deliverDue();
    return server.received;
  };
  return { deps, user, bytes, rows, deliver, log: join(location.dataDir, 'taktlog.db-wal') };
}

describe.each(ENGINES)('the link of a mail on %s', (engine) => {
  it('is nowhere in clear, neither while the mail waits nor after it went', async () => {
    const { deps, user, bytes, rows, deliver, log } = await setUp(engine);
    const answer = await sendJson(createApp(deps), 'POST', '/v1/auth/password_reset', { email: user.email, locale: 'cs' });
    expect(answer.status).toBe(200);
    await deps.mail.idle();
    const waiting = { bytes: bytes(), rows: await rows() };
    const received = await deliver();
    const token = /\/signup\/reset\/([\w-]{43})/.exec(received[0]!.mail.text ?? '')?.[1] ?? '';
    expect(token).toHaveLength(43);
    for (const kept of [waiting.bytes, waiting.rows, bytes(), await rows()]) expect(kept.includes(token)).toBe(false);
    // Nor the address that it goes to.
    for (const kept of [waiting.rows, await rows()]) expect(kept.includes(user.email)).toBe(false);
    if (engine === 'sqlite') expect(statSync(log).size).toBe(0);
  });

  it('of a version that kept it in clear is sealed when the server starts, and still comes', async () => {
    const { deps, bytes, rows, deliver } = await setUp(engine);
    const token = 'T'.repeat(43);
    const url = `https://log.example.com/signup/reset/${token}`;
    const message = { to: 'jana@example.com', locale: 'cs', template: 'password_reset', params: { url } };
    await deps.mail.send(message as Parameters<typeof deps.mail.send>[0]);
    await deps.mail.idle();
    await deps.db.write(null, (db) =>
      db
        .updateTable('mail_outbox')
        .set({ message: JSON.stringify(message) })
        .execute(),
    );
    expect(await rows()).toContain(token);
    await sealWaiting(deps);
    for (const kept of [bytes(), await rows()]) expect(kept.includes(token)).toBe(false);
    expect((await deliver())[0]?.mail.text).toContain(url);
  });
});
