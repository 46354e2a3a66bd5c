import { describe, expect, it } from 'vitest';
import { type Account, changePassword, deleteAvatar, getAccount, putAvatar, updateAccount } from '../../contract/account.ts';
import type { Api } from '../kernel/api.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createAccount } from './account.store.ts';

const ACCOUNT: Account = {
  id: '019d0000-0000-7000-8000-000000000001',
  email: 'jana@example.com',
  name: 'Jana',
  locale: 'cs',
  avatar: null,
  formats: { date: null, time: null, first_day: null, duration: null, english: null },
  notifications: { new_device: true, silent_loggers: 'none' },
  rev: 1,
};

function ground(initial: Account | null = ACCOUNT) {
  const { deps, answer, calls } = world();
  const told: Account[] = [];
  const upload = () => ({ call: (endpoint: typeof putAvatar) => deps.call(endpoint) }) as unknown as Api;
  const store = createAccount({ call: deps.call, upload, changed: (row) => told.push(row) }, initial);
  return { store, answer, calls, told };
}

describe('the person’s own settings', () => {
  it('come with the page, or are read when it came without them', async () => {
    const { store, answer, calls } = ground(null);
    answer(getAccount, () => ACCOUNT);
    store.start();
    await flushPromises();
    expect([store.$state.get(), calls.length]).toEqual([{ status: 'ready', row: ACCOUNT }, 1]);
    const here = ground();
    here.store.start();
    expect(here.calls).toEqual([]);
  });

  it('are saved form by form: what one form saved is no conflict for another, and what somebody else saved is', async () => {
    const { store, answer, told } = ground();
    const asked: number[] = [];
    let rev = 1;
    answer(updateAccount, ({ body }) => {
      asked.push(body.rev);
      if (body.rev !== rev) throw refusal('stale_rev', { ...ACCOUNT, name: 'Jiná', rev });
      return { ...ACCOUNT, rev: ++rev };
    });
    await store.save(1, { notifications: ACCOUNT.notifications });
    await store.save(1, { name: 'Jana M.' });
    expect(asked).toEqual([1, 2]);
    expect(told).toHaveLength(2);
    // The same field from the same old form: the page itself has changed it meanwhile.
    expect((await store.save(2, { name: 'Jana N.' })).status).toBe('conflict');
    rev = 9;
    const conflict = await store.save(3, { locale: 'sk' });
    expect(conflict).toMatchObject({ status: 'conflict', current: { name: 'Jiná', rev: 9 } });
    expect(store.$state.get()).toMatchObject({ row: { rev: 9 } });
  });

  it('leave everything as it is when the server can’t be had', async () => {
    const { store, answer, told } = ground();
    answer(updateAccount, () => {
      throw new TypeError('no line');
    });
    expect((await store.save(1, { name: 'Jana M.' })).status).toBe('error');
    expect([store.$state.get(), told]).toEqual([{ status: 'ready', row: ACCOUNT }, []]);
  });

  it('have a picture that comes and goes, and a password that signs other devices out', async () => {
    const { store, answer, told } = ground();
    answer(putAvatar, () => ({ ...ACCOUNT, avatar: 'ab' }));
    answer(deleteAvatar, () => ACCOUNT);
    answer(changePassword, () => ({ revoked: 3 }));
    await store.setAvatar({} as File);
    expect(store.$state.get()).toMatchObject({ row: { avatar: 'ab' } });
    await store.setAvatar(null);
    expect(told.map(({ avatar }) => avatar)).toEqual(['ab', null]);
    expect(await store.changePassword({ current: 'a', password: 'b' })).toBe(3);
  });
});
