import { describe, expect, it } from 'vitest';
import { deletePush, listPush, type PushSubscriptionRow, putPush, testPush } from '../../contract/push.ts';
import { SECOND_THOUGHTS_MS } from '../kernel/second-thoughts.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createPush, type DeviceState, type SubscribeAnswer } from './push.store.ts';

const KEYS = { endpoint: 'https://push.example/1', p256dh: 'BA', auth: 'AA' };
const rowOf = (id: string, current: boolean): PushSubscriptionRow => ({
  ...{ id, current, browser: 'chrome', system: 'windows', created_at: '2026-03-02T08:00:00Z' },
  ...{ lasts: 'session', signed_in: true, last_opened_at: '2026-03-02T08:00:00Z', ends_at: '2026-03-03T08:00:00Z' },
  ...{ last_sent_at: null, last_failed_at: null, last_failure: null },
});
const [HERE, PHONE] = [rowOf('019d0000-0000-7000-8000-000000000001', true), rowOf('019d0000-0000-7000-8000-000000000002', false)];

async function ground(state: DeviceState, { items = [PHONE], answers = KEYS as SubscribeAnswer } = {}) {
  const { deps, answer, pass } = world();
  let rows = [...items];
  const device = { state, asked: [] as string[], ended: 0 };
  answer(listPush, () => ({ key: 'BKey', items: rows }));
  answer(putPush, ({ body }) => {
    const row = { ...HERE, lasts: body.lasts ?? 'session' };
    rows = [row, ...rows];
    return row;
  });
  answer(deletePush, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.push_id);
    return { id: params.push_id };
  });
  const store = createPush(deps, {
    look: async () => device.state,
    subscribe: async (key) => {
      device.asked.push(key);
      if (typeof answers === 'object') device.state = 'subscribed';
      if (answers === 'blocked') device.state = 'blocked';
      return answers;
    },
    unsubscribe: async () => {
      device.ended++;
      device.state = 'off';
    },
  });
  store.start();
  await flushPromises();
  return { store, device, answer, pass, rows: () => rows };
}

describe('notifications in this browser', () => {
  it.each(['unsupported', 'insecure', 'install', 'blocked', 'off'] as const)('stand as the browser says: %s', async (state) => {
    const { store, device } = await ground(state);
    expect([store.$here.get(), device.asked]).toEqual([state, []]);
  });

  it('are on only where the browser and the server both know of it', async () => {
    expect((await ground('subscribed', { items: [HERE, PHONE] })).store.$here.get()).toBe('on');
    expect((await ground('subscribed')).store.$here.get()).toBe('off');
    expect((await ground('off', { items: [HERE] })).store.$here.get()).toBe('off');
  });

  it('are turned on with the server’s key, and off in both places', async () => {
    const { store, device, rows } = await ground('off');
    expect(await store.turnOn('days')).toBe('on');
    expect([store.$here.get(), device.asked, rows()]).toEqual(['on', ['BKey'], [{ ...HERE, lasts: 'days' }, PHONE]]);
    await store.turnOff();
    expect([store.$here.get(), device.ended, rows()]).toEqual(['off', 1, [PHONE]]);
  });

  it.each(['blocked', 'dismissed', 'refused'] as const)('stay off where the answer is %s', async (answers) => {
    const { store, rows } = await ground('off', { answers });
    expect(await store.turnOn('session')).toBe(answers);
    expect([store.$here.get(), rows()]).toEqual([answers === 'blocked' ? 'blocked' : 'off', [PHONE]]);
  });

  it('leave nothing in the browser where the server refuses', async () => {
    const { store, device, answer } = await ground('off');
    answer(putPush, () => {
      throw refusal('too_many_rows');
    });
    await expect(store.turnOn('session')).rejects.toMatchObject({ code: 'too_many_rows' });
    expect([store.$here.get(), device.ended]).toEqual(['off', 1]);
  });

  it('are removed from another browser after a while, unless that is taken back', async () => {
    const { store, pass, rows } = await ground('off');
    const heard: string[] = [];
    const told = { over: () => heard.push('over'), failed: () => heard.push('failed') };
    store.revoke(PHONE.id, told);
    store.keep(PHONE.id);
    await pass(SECOND_THOUGHTS_MS);
    await flushPromises();
    expect(rows()).toEqual([PHONE]);
    store.revoke(PHONE.id, told);
    await pass(SECOND_THOUGHTS_MS);
    await flushPromises();
    expect([rows(), heard, store.$state.get()]).toMatchObject([[], ['over', 'over'], { data: { items: [] } }]);
  });

  it('say what came of a test, and forget a browser that is gone', async () => {
    const { store, answer } = await ground('off');
    answer(testPush, () => ({ status: 410, failure: 'status' as const, gone: true }));
    expect(await store.test(PHONE.id)).toMatchObject({ gone: true });
  });
});
