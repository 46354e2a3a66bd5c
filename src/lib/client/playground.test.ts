import { expect, it } from 'vitest';
import { changes, countdown, snapshot, type Watched } from './playground.ts';

const WORDS = { none: 'none', valid: 'valid', expired: 'expired', unknown: 'unknown' };

it.each([
  [0, '00:00'],
  [-5, '00:00'],
  [1, '00:01'],
  [65_000, '01:05'],
  [3_600_000, '1:00:00'],
  [86_399_001, '24:00:00'],
])('%i ms that are left are written as %s', (ms, text) => expect(countdown(ms)).toBe(text));

it('shows states and countdowns, never a token', () => {
  const cookies: Record<string, string> = {
    'auth.strategy': 'local',
    'auth._token.local': 'Bearer secret',
    'auth._token_expiration.local': '61000',
    'auth._refresh_token.local': 'rt_secret',
  };
  const watched = {
    auth: { tokenStatus: () => 'valid', refreshStatus: () => 'unknown' },
    cookie: (name: string) => cookies[name] ?? null,
    now: () => 1_000,
    stores: { user: () => ({ id: 'u1' }), build: () => null, forced: () => undefined },
  } as unknown as Watched;
  const shown = snapshot(watched, WORDS);
  expect(shown).toEqual({
    access: 'valid',
    access_left: '01:00',
    refresh: 'unknown',
    refresh_left: 'none',
    strategy: 'local',
    redirect: 'none',
    user: '{"id":"u1"}',
    build: 'null',
    forced: 'null',
  });
  expect(JSON.stringify(shown)).not.toContain('secret');
});

it('the playground logs everything that changed but the countdowns', () => {
  expect(
    changes({ access: 'valid', access_left: '00:01', user: 'null' }, { access: 'expired', access_left: '00:00', user: 'null' }),
  ).toEqual([{ name: 'access', from: 'valid', to: 'expired' }]);
});
