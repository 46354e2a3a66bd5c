import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { replacePassword } from '../auth/change-password.ts';
import { bearer, beforeWrite, cheapHash, sendJson, signedIn, TEST_PASSWORD } from '../auth/testing.ts';
import { createMailer } from '../mail/mailer.ts';
import { createApp } from '../process/app.ts';
import { JOBS } from '../process/jobs.ts';
import { whileHeld } from '../testing/locks.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, type Engine, makeUser, testDeps, testKeys } from '../testing/testing.ts';
import { usersRepo } from '../users/users.repo.ts';

const HOUR_US = 3_600e6;
const NEW = 'nové a dlouhé heslo';

async function setUp(engine: Engine) {
  const deps = await testDeps(engine, { keys: testKeys(randomBytes(32)) });
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  const app = createApp(deps);
  const request = (email: string, locale = 'cs') => sendJson(app, 'POST', '/v1/auth/password_reset', { email, locale });
  const mails = async (template: string) => {
    await deps.mail.idle();
    return deps.mail.sent.filter((mail) => mail.to === user.email && mail.template === template);
  };
  const link = async () => {
    expect((await request(user.email)).status).toBe(200);
    const mail = (await mails('password_reset')).at(-1);
    return mail?.template === 'password_reset' ? (mail.params.url.split('/').at(-1) as string) : '';
  };
  const look = (token: string) => sendJson(app, 'POST', '/v1/auth/password_reset/look', { token });
  const confirm = (token: string, password = NEW) => sendJson(app, 'POST', '/v1/auth/password_reset/confirm', { token, password });
  const login = (password: string) => sendJson(app, 'POST', '/v1/auth/login', { email: user.email, password });
  return { deps, user, app, request, mails, link, look, confirm, login };
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

describe.each(ENGINES)('a forgotten password on %s', (engine) => {
  it('is answered the same for every e-mail, and only an account gets a mail', async () => {
    const { deps, user, request, mails } = await setUp(engine);
    const known = await request(` ${user.email.toUpperCase()} `, 'sk');
    const unknown = await request('nobody-at-all@example.com');
    const broken = await request('no address');
    for (const answer of [known, unknown, broken]) expect([answer.status, await answer.text()]).toEqual([200, '{"accepted":true}']);
    expect(known.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie());
    const [mail, ...more] = await mails('password_reset');
    expect([more, deps.mail.sent.length]).toEqual([[], 1]);
    expect(mail).toMatchObject({ locale: 'sk', until: deps.clock.now() + HOUR_US });
    expect(JSON.stringify(mail?.params)).toMatch(/http:\/\/localhost:4321\/sk\/signup\/reset\/[\w-]{43}"/);
  });

  it('does its work behind the answer', async () => {
    const { deps, user, request } = await setUp(engine);
    await request(user.email);
    expect(deps.mail.sent).toEqual([]);
    await deps.mail.idle();
    expect(deps.mail.sent).toHaveLength(1);
  });

  it('gets a link whose token is kept only as a hash and names the account', async () => {
    const { deps, user, link, look } = await setUp(engine);
    const token = await link();
    expect(await (await look(token)).json()).toEqual({ email: user.email });
    const rows = await deps.db.read(null, (db) => db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute());
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, deps.lines])).not.toContain(token);
  });

  it('is replaced once: all browsers are signed out, this one is signed in, and the person is told', async () => {
    const { deps, user, app, link, confirm, login, mails } = await setUp(engine);
    const old = await signedIn(deps, user);
    const token = await link();
    const answer = await confirm(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['XSRF-TOKEN', 'device']);
    const pair = (await answer.json()) as { token: string };
    const me = await app.request('/v1/auth/profile', { headers: bearer(pair) });
    expect(await me.json()).toMatchObject({ id: user.id });
    expect(await codeOf(await app.request('/v1/auth/profile', { headers: bearer(old) }))).toBe('401 session_revoked');
    expect(await codeOf(await sendJson(app, 'POST', '/v1/auth/refresh_token', { token: old.refresh_token }))).toBe('401 session_revoked');
    expect(await codeOf(await login(TEST_PASSWORD))).toBe('401 credentials_wrong');
    expect((await login(NEW)).status).toBe(200);
    expect(await mails('password_changed')).toHaveLength(1);
    expect(await codeOf(await confirm(token))).toBe('404 reset_link_invalid');
  });

  it('of links one is used and the others are worth nothing, also when they are used at once', async () => {
    const { deps, link, look, confirm, user } = await setUp(engine);
    const [first, second] = [await link(), await link()];
    const answers = await Promise.all([confirm(first), confirm(first), confirm(first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await codeOf(await look(second))).toBe('404 reset_link_invalid');
    const standing = await deps.db.read(null, (db) =>
      db.selectFrom('sessions').select('id').where('user_id', '=', user.id).where('revoked_at', 'is', null).execute(),
    );
    expect(standing).toHaveLength(1);
  });

  it('a link is good for an hour and for nobody who was archived', async () => {
    const { deps, user, link, look, confirm } = await setUp(engine);
    const late = await link();
    deps.clock.advance(HOUR_US);
    const archived = await link();
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: 1 }).where('id', '=', user.id).execute());
    for (const token of [late, archived, 'x', ''])
      for (const answer of [await look(token), await confirm(token)]) expect(await codeOf(answer)).toBe('404 reset_link_invalid');
  });

  it('its links are forgotten a day after their end', async () => {
    const { deps, user, link } = await setUp(engine);
    await link();
    const rows = () =>
      deps.db.read(null, (db) => db.selectFrom('password_resets').select('token_hash').where('user_id', '=', user.id).execute());
    const job = JOBS.find(({ name }) => name === 'password_resets.forget');
    deps.clock.advance(24 * HOUR_US);
    await job?.run(deps);
    expect(await rows()).toHaveLength(1);
    deps.clock.advance(HOUR_US + 1);
    await job?.run(deps);
    expect(await rows()).toEqual([]);
  });

  describe('while somebody uses the old one', () => {
    /** Writes of a request that a password opens: the attempt is counted, then taken back, and what it opens comes last. */
    const LAST = 3;

    it('is not overtaken by a log-in that was checked before, nor by its new hash of the old password', async () => {
      const { deps, user, link, confirm, login } = await setUp(engine);
      const token = await link();
      const slow = beforeWrite(deps, LAST, async () => expect((await confirm(token)).status).toBe(200));
      const answer = await sendJson(createApp(slow.deps), 'POST', '/v1/auth/login', { email: user.email, password: TEST_PASSWORD });
      expect([await codeOf(answer), slow.writes()]).toEqual(['401 credentials_wrong', LAST]);
      const standing = await deps.db.read(null, (db) =>
        db.selectFrom('sessions').select('id').where('user_id', '=', user.id).where('revoked_at', 'is', null).execute(),
      );
      // The one of the browser that set the new password.
      expect(standing).toHaveLength(1);
      expect(await codeOf(await login(TEST_PASSWORD))).toBe('401 credentials_wrong');
      expect((await login(NEW)).status).toBe(200);
    });

    it('is not overwritten by a change that was checked before', async () => {
      const { deps, user, link, confirm, login } = await setUp(engine);
      const headers = bearer(await signedIn(deps, user));
      const token = await link();
      const slow = beforeWrite(deps, LAST, async () => expect((await confirm(token)).status).toBe(200));
      const body = { current: TEST_PASSWORD, password: 'heslo někoho cizího' };
      const answer = await sendJson(createApp(slow.deps), 'POST', '/v1/auth/password', body, headers);
      expect([await codeOf(answer), slow.writes()]).toEqual(['403 password_wrong', LAST]);
      expect(await codeOf(await login(body.password))).toBe('401 credentials_wrong');
      expect((await login(NEW)).status).toBe(200);
    });

    if (engine === 'postgres')
      it('and a change under way wait in line, not for each other', async () => {
        const { deps, user, link, confirm, login } = await setUp(engine);
        const token = await link();
        const hash = await cheapHash();
        const ctx = { ...deps, requestId: 'request', address: 'local' };
        const [answer] = await whileHeld(
          deps.db,
          null,
          (db) => usersRepo({ db }).holdPassword(user.id, user.password_hash ?? ''),
          [() => confirm(token)],
          (db) => replacePassword(ctx, db, user.id, hash, null),
        );
        // The change ended all links.
        expect(await codeOf(answer!)).toBe('404 reset_link_invalid');
        expect((await login(TEST_PASSWORD)).status).toBe(200);
      });

    if (engine === 'postgres')
      it('is waited for when it is being set just now', async () => {
        const { deps, user, login } = await setUp(engine);
        const hash = await cheapHash();
        let setting: Promise<unknown> = Promise.resolve();
        const slow = beforeWrite(deps, LAST, async () => {
          const { promise: held, resolve } = Promise.withResolvers<void>();
          setting = deps.db.write(null, async (db) => {
            await replacePassword({ ...deps, requestId: 'request', address: 'local' }, db, user.id, hash, null);
            resolve();
            await new Promise((done) => setTimeout(done, 200));
          });
          await held;
        });
        const answer = await sendJson(createApp(slow.deps), 'POST', '/v1/auth/login', { email: user.email, password: TEST_PASSWORD });
        await setting;
        expect(await codeOf(answer)).toBe('401 credentials_wrong');
        // It is the same password under another salt, so it opens again.
        expect((await login(TEST_PASSWORD)).status).toBe(200);
      });
  });

  it('costs the same work for an address without an account: the same mail in the outbox, which nobody gets', async () => {
    const { deps, user, request } = await setUp(engine);
    const rows = () =>
      deps.db.read(null, (db) => db.selectFrom('mail_outbox').selectAll().where('template', '=', 'password_reset').execute());
    const asked = async (email: string) => {
      const before = (await rows()).length;
      const statements = await queriesOf(deps.db, async () => {
        await request(email);
        await deps.mail.idle();
      });
      return { more: (await rows()).length - before, statements };
    };
    const known = await asked(user.email);
    // What it lacks is the row of the link.
    const unknown = await asked(`x${user.email.slice(1)}`);
    expect(unknown).toEqual({ ...known, statements: known.statements - 1 });
    expect(known.more).toBe(1);
    const got: string[] = [];
    const transport = {
      leaves: true,
      deliver: async (_: string, mail: { to: string }) => ({ file: String(got.push(mail.to)) }),
      close: () => undefined,
    };
    await createMailer(deps, transport).deliverDue();
    expect(got.filter((to) => to.slice(1) === user.email.slice(1))).toEqual([user.email]);
  });

  it('that stands in every stolen list is refused, and leaves the link good', async () => {
    const { link, confirm } = await setUp(engine);
    const token = await link();
    for (const password of ['1234567890', 'Password123', ' qwertyuiop'])
      expect(await codeOf(await confirm(token, password))).toBe('422 password_common');
    expect((await confirm(token)).status).toBe(200);
  });

  it('a short password leaves the link good', async () => {
    const { link, confirm } = await setUp(engine);
    const token = await link();
    expect(await codeOf(await confirm(token, 'short'))).toBe('422 validation_failed');
    expect((await confirm(token)).status).toBe(200);
  });

  it('has at most three good links an hour, also when they are asked for at once, and nobody sees from the answer', async () => {
    const { deps, user, request, mails } = await setUp(engine);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => request(user.email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await mails('password_reset')).toHaveLength(3);
    deps.clock.advance(HOUR_US);
    await request(user.email);
    expect(await mails('password_reset')).toHaveLength(4);
  });

  it('one address asks thirty times an hour, for whomever', async () => {
    const { deps, request, user } = await setUp(engine);
    for (let i = 0; i < 30; i++) expect((await request(`p${i}@example.com`)).status).toBe(200);
    for (const email of [user.email, 'nobody-at-all@example.com']) {
      const answer = await request(email);
      expect([await codeOf(answer), answer.headers.get('retry-after')]).toEqual(['429 too_many_attempts', '3600']);
    }
    deps.clock.advance(HOUR_US);
    expect((await request(user.email)).status).toBe(200);
    await deps.mail.idle();
  });
});
