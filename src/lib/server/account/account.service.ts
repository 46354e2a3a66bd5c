import type { Account, updateAccount as updateEndpoint } from '../../contract/account.ts';
import { notifications } from '../../contract/account.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formats } from '../../contract/formats.ts';
import { checkOwnSession } from '../kernel/authenticate.ts';
import type { UserCtx } from '../kernel/http.ts';
import type { Row } from '../kernel/schema.ts';
import { storedFormats, storedNotifications } from '../users/settings.ts';
import { usersRepo } from '../users/users.repo.ts';

function toAccount(row: Row<'users'>): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    locale: row.locale as Account['locale'],
    avatar: row.avatar_hash,
    formats: storedFormats(row.formats),
    notifications: storedNotifications(row.notifications),
    rev: row.rev,
  };
}

/** @throws AppError unauthenticated when the person was archived after his token was given */
export async function readAccount(ctx: UserCtx): Promise<Account> {
  const row = await ctx.db.read(null, (db) => usersRepo({ db }).byId(ctx.actor.id));
  if (!row) throw new AppError('unauthenticated');
  return toAccount(row);
}

/** @throws AppError session_revoked, stale_rev with the account as it is now */
export async function updateAccount(ctx: UserCtx, { rev, ...wanted }: BodyOf<typeof updateEndpoint>): Promise<Account> {
  return ctx.db.write(null, async (db) => {
    await checkOwnSession(db, ctx.actor);
    const users = usersRepo({ db });
    const before = await users.byId(ctx.actor.id);
    if (!before) throw new AppError('unauthenticated');
    const after = await users.update(ctx.actor.id, rev, {
      ...(wanted.name === undefined ? {} : { name: wanted.name }),
      ...(wanted.locale === undefined ? {} : { locale: wanted.locale }),
      ...(wanted.formats === undefined ? {} : { formats: JSON.stringify(formats.parse(wanted.formats)) }),
      ...(wanted.notifications === undefined ? {} : { notifications: JSON.stringify(notifications.parse(wanted.notifications)) }),
      updated_at: ctx.clock.now(),
      updated_by: ctx.actor.id,
    });
    if (!after) throw new AppError('stale_rev', { current: toAccount(before) });
    return toAccount(after);
  });
}
