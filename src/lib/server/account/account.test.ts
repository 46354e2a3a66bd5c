import { describe, expect, it } from 'vitest';
import type { Account } from '../../contract/account.ts';
import type { Profile } from '../../contract/auth.ts';
import { sendJson, sendSlowly } from '../auth/testing.ts';
import { testPlant } from '../testing/plant.ts';
import { PNG } from '../testing/tenant.ts';
import { ENGINES } from '../testing/testing.ts';

const FORMATS = { date: 'iso', time: '12h', first_day: 7, duration: 'minutes', english: 'US' } as const;
const NOTHING = { date: null, time: null, first_day: null, duration: null, english: null };

describe.each(ENGINES)('the account on %s', (engine) => {
  async function setUp(over: Parameters<typeof testPlant>[1] = {}) {
    const plant = await testPlant(engine, over);
    const read = async () => (await (await plant.app.request('/v1/auth/account', { headers: plant.headers })).json()) as Account;
    const profile = async () => (await (await plant.app.request('/v1/auth/profile', { headers: plant.headers })).json()) as Profile;
    const change = (body: object) => sendJson(plant.app, 'PATCH', '/v1/auth/account', body, plant.headers);
    return { ...plant, read, profile, change };
  }

  it('is changed by its owner field by field, and the profile follows', async () => {
    const { owner, read, change, profile } = await setUp();
    const before: Account = {
      id: owner.id,
      email: owner.email,
      name: 'Jana Nováková',
      locale: 'cs',
      avatar: null,
      formats: NOTHING,
      notifications: {
        ...{ new_device: true, silent_loggers: 'none' },
        ...{ alarm_severities: ['info', 'warning', 'critical'], push_severities: ['info', 'warning', 'critical'], quiet: null },
      },
      rev: 1,
    };
    expect(await read()).toEqual(before);
    expect(await profile()).not.toHaveProperty('formats');
    const changes = {
      name: 'Jana Malá',
      locale: 'sk',
      formats: FORMATS,
      notifications: {
        ...{ new_device: false, silent_loggers: 'all' },
        ...{ alarm_severities: ['critical'], push_severities: ['warning'], quiet: { from: 1_320, to: 360, critical: true } },
      },
    };
    expect((await change({ rev: 1, ...changes, email: 'other@example.com' })).status).toBe(422);
    const answer = await change({ rev: 1, ...changes });
    expect([answer.status, await answer.json()]).toEqual([200, { ...before, ...changes, rev: 2 }]);
    expect(await profile()).toMatchObject({ name: 'Jana Malá', locale: 'sk', formats: FORMATS });
    expect(await (await change({ rev: 2, locale: 'en' })).json()).toEqual({ ...before, ...changes, locale: 'en', rev: 3 });
  });

  it('is not overwritten by whoever saw an older one', async () => {
    const { read, change } = await setUp();
    await change({ rev: 1, name: 'První' });
    const answer = await change({ rev: 1, name: 'Druhá' });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'stale_rev', current: { name: 'První', rev: 2 } });
    expect((await read()).name).toBe('První');
  });

  it('is not changed by a session that ended while the change came', async () => {
    const { app, deps, owner, headers, read } = await setUp();
    const end = () =>
      deps.db.write(null, (db) =>
        db.updateTable('sessions').set({ revoked_at: deps.clock.now() }).where('user_id', '=', owner.id).execute(),
      );
    const renew = () =>
      deps.db.write(null, (db) => db.updateTable('sessions').set({ revoked_at: null }).where('user_id', '=', owner.id).execute());
    for (const [method, path, body] of [
      ['PATCH', '/v1/auth/account', { rev: 1, name: 'Někdo jiný' }],
      ['PUT', '/v1/auth/avatar', PNG],
    ] as const) {
      await renew();
      const answer = await sendSlowly(app, method, path, body, headers, end);
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_revoked' }]);
    }
    await renew();
    expect(await read()).toMatchObject({ name: owner.name, avatar: null, rev: 1 });
  });

  it('takes no format, language or choice that isn’t one', async () => {
    const { change, read } = await setUp();
    for (const wrong of [
      { locale: 'de' },
      { name: ' ' },
      { formats: { ...NOTHING, first_day: 0 } },
      { formats: { date: 'iso' } },
      { notifications: { new_device: true, silent_loggers: 'some' } },
    ])
      expect((await change({ rev: 1, ...wrong })).status).toBe(422);
    expect((await read()).rev).toBe(1);
  });

  it('tells the habits of the organisation where they are unusual', async () => {
    const { profile } = await setUp({ organization: { first_day: 7, duration_format: 'hundredths' } });
    expect((await profile()).links.organizations).toMatchObject([{ first_day: 7, duration_format: 'hundredths' }]);
    const plain = await setUp();
    expect((await plain.profile()).links.organizations[0]).not.toHaveProperty('first_day');
  });

  it('lives with choices that an older version wrote', async () => {
    const { deps, owner, read } = await setUp();
    for (const text of ['{}', 'null', '[]', 'broken', '{"date":"sideways"}'])
      await deps.db.write(null, (db) =>
        db.updateTable('users').set({ formats: text, notifications: text }).where('id', '=', owner.id).execute(),
      );
    expect(await read()).toMatchObject({ formats: NOTHING, notifications: { new_device: true } });
  });
});
