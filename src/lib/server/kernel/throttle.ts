import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from './context.ts';

/**
 * Throttling of log-ins: guessing gets slow, and nobody can be locked out by somebody else's guesses.
 *
 * An attempt is counted as a failure before the password is looked at (so a thousand parallel guesses count a thousand times), and
 * taken back when it was right. Four counters, each with some free failures and then a delay that doubles up to a cap, answered as
 * 429 + Retry-After; refused attempts are not counted, and an hour without a failure forgets:
 *
 * - **device**: the account in a browser that signed in to it before (a signed cookie). Where it counts, no other counter does.
 * - **pair**: the account from one network address. Strict.
 * - **address**: all accounts from one address. Loose: an office shares one.
 * - **account**: all addresses together. Very loose, and its delay is seconds.
 *
 * Address and account delays don't apply at an address from which the account signed in before. So a stranger's failures, however
 * many, never delay the owner in his browser or at his usual address (unless the stranger sits there too and the owner lost his
 * cookies); a first sign-in from a new place waits at most the account's cap, and only while the account is under heavy attack.
 */
const RULES = {
  device: { free: 10, firstS: 1, capS: 300 },
  pair: { free: 10, firstS: 1, capS: 300 },
  address: { free: 50, firstS: 1, capS: 60 },
  account: { free: 50, firstS: 1, capS: 10 },
} as const;
type Rule = keyof typeof RULES;

const FORGET_US = 3_600e6;
const PRUNE_EVERY = 100;

export interface Attempt {
  /** As typed, lower-cased. */
  email: string;
  address: string;
  /** Id of a browser that signed in to this account before, null when it didn't. */
  browserId: string | null;
  /** Did the account sign in from this address before? */
  knownAddress: boolean;
}

/** What stands for an address: IPv4 whole, IPv6 by its /64, since one line has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] as string;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function keysOf(deps: Deps, attempt: Attempt): Map<string, Rule> {
  const network = networkOf(attempt.address);
  // Counters live for an hour: after a change of the root they simply begin anew.
  const { bytes } = deps.keys.current('throttle');
  const key = (...parts: string[]) =>
    createHmac('sha256', bytes)
      .update(JSON.stringify(['login', ...parts]))
      .digest('base64url');
  if (attempt.browserId !== null) return new Map([[key('device', attempt.email, attempt.browserId), 'device']]);
  return new Map([
    [key('pair', attempt.email, network), 'pair'],
    [key('address', network), 'address'],
    [key('account', attempt.email), 'account'],
  ]);
}

/** Microseconds after the last failure in which another attempt is refused. */
function delayUs(rule: Rule, failures: number): number {
  const { free, firstS, capS } = RULES[rule];
  return failures < free ? 0 : Math.min(capS, firstS * 2 ** Math.min(30, failures - free)) * 1e6;
}

/**
 * Counts an attempt as failed, until {@link forgive} or {@link uncount}.
 * @throws AppError too_many_attempts with the seconds to wait
 */
export async function countAttempt(deps: Deps, attempt: Attempt): Promise<void> {
  const keys = keysOf(deps, attempt);
  // One order for all, so that two transactions can't wait for each other.
  const sorted = [...keys.keys()].sort();
  const now = deps.clock.now();
  await deps.db.write(null, async (db) => {
    await db
      .insertInto('login_attempts')
      .values(sorted.map((key) => ({ key, failures: 0, first_at: now, last_at: now })))
      // Changes nothing and locks the rows until the end of the transaction.
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ failures: eb.ref('login_attempts.failures') })))
      .execute();
    const rows = await db.selectFrom('login_attempts').selectAll().where('key', 'in', sorted).execute();
    let waitUs = 0;
    for (const row of rows) {
      const rule = keys.get(row.key) as Rule;
      if (attempt.knownAddress && (rule === 'address' || rule === 'account')) continue;
      if (now - row.last_at < FORGET_US) waitUs = Math.max(waitUs, row.last_at + delayUs(rule, row.failures) - now);
    }
    if (waitUs > 0) throw new AppError('too_many_attempts', { retryAfter: waitUs / 1e6 });
    for (const { key, failures, first_at, last_at } of rows) {
      const stale = now - last_at >= FORGET_US;
      await db
        .updateTable('login_attempts')
        .set({ failures: stale ? 1 : failures + 1, first_at: stale ? now : first_at, last_at: now })
        .where('key', '=', key)
        .execute();
    }
    if (Math.random() * PRUNE_EVERY < 1)
      await db
        .deleteFrom('login_attempts')
        .where('last_at', '<', now - FORGET_US)
        .execute();
  });
}

/** The password was right: the pair (or browser) starts anew, address and account lose the attempt that was counted. */
export const forgive = (deps: Deps, attempt: Attempt): Promise<void> => takeBack(deps, attempt, ['pair', 'device']);

/** Nobody looked at the password: every counter loses the attempt, and none starts anew. */
export const uncount = (deps: Deps, attempt: Attempt): Promise<void> => takeBack(deps, attempt, []);

async function takeBack(deps: Deps, attempt: Attempt, anew: readonly Rule[]): Promise<void> {
  const keys = keysOf(deps, attempt);
  await deps.db.write(null, async (db) => {
    for (const key of [...keys.keys()].sort()) {
      if (anew.includes(keys.get(key) as Rule)) await db.deleteFrom('login_attempts').where('key', '=', key).execute();
      else
        await db
          .updateTable('login_attempts')
          .set((eb) => ({ failures: eb('failures', '-', 1) }))
          .where('key', '=', key)
          .where('failures', '>', 0)
          .execute();
    }
  });
}
