import { createHmac } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from './context.ts';
import { networkOf } from './throttle.ts';

const HOUR_US = 3_600e6;

/**
 * Counts what one network address, or what somebody names, asks for without being signed in, by the hour. Rows of the log-ins' counters: they are forgotten together.
 * @throws AppError too_many_attempts with the seconds until the hour is over
 */
export async function limitRequests(
  deps: Deps & { address: string },
  what: string,
  anHour: number,
  of = networkOf(deps.address),
): Promise<void> {
  const now = deps.clock.now();
  const key = createHmac('sha256', deps.keys.current('throttle').bytes)
    .update(JSON.stringify(['requests', what, of]))
    .digest('base64url');
  const row = await deps.db.write(null, (db) =>
    db
      .insertInto('login_attempts')
      .values({ key, failures: 1, first_at: now, last_at: now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          const over = eb('login_attempts.first_at', '<=', now - HOUR_US);
          return {
            failures: eb
              .case()
              .when(over)
              .then(1)
              .else(eb('login_attempts.failures', '+', 1))
              .end(),
            first_at: eb.case().when(over).then(now).else(eb.ref('login_attempts.first_at')).end(),
            last_at: now,
          };
        }),
      )
      .returning(['failures', 'first_at'])
      .executeTakeFirstOrThrow(),
  );
  if (row.failures > anHour) throw new AppError('too_many_attempts', { retryAfter: (row.first_at + HOUR_US - now) / 1e6 });
}
