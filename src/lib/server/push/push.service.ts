import type { Locale } from '../../constants.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type listPush as listEndpoint,
  MOST_PUSH_BROWSERS,
  type PushSubscriptionRow,
  type putPush as putEndpoint,
  type testPush as testEndpoint,
} from '../../contract/push.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import { endOf } from '../auth/sessions.ts';
import { lastOpened, toldUntil } from '../auth/told-browsers.ts';
import { browserAndSystemOf } from '../auth/user-agent.ts';
import { checkOwnSession } from '../kernel/authenticate.ts';
import type { UserCtx } from '../kernel/http.ts';
import { invalid } from '../kernel/list.ts';
import { checkedAddresses, outboundUrl } from '../kernel/outbound.ts';
import { mailWords } from '../mail/words.ts';
import { usersRepo } from '../users/users.repo.ts';
import { isBrowserKeys } from './encrypt.ts';
import { type ListedSubscription, pushOutbox, removeSubscription, sessionOf } from './outbox.ts';
import { isGone, type Notice, sendPush } from './send.ts';
import { vapidKeys } from './vapid.ts';

/** A test is of use while whoever pressed waits for it, seconds. */
const TEST_TTL_S = 60;

const toShown = (ctx: UserCtx, row: ListedSubscription): PushSubscriptionRow => ({
  id: row.id,
  current: row.session_id === ctx.actor.sessionId,
  ...browserAndSystemOf(row.user_agent),
  lasts: row.lasts,
  signed_in: endOf(sessionOf(row)) > ctx.clock.now(),
  created_at: formatInstant(row.created_at),
  last_opened_at: formatInstant(lastOpened(sessionOf(row))),
  ends_at: formatInstant(toldUntil(sessionOf(row), row.lasts)),
  last_sent_at: formatInstant(row.last_sent_at),
  last_failed_at: formatInstant(row.last_failed_at),
  last_failure: row.last_failure,
});

/** The person's browsers that are told, this one first. */
export async function listPush(ctx: UserCtx): Promise<ResponseOf<typeof listEndpoint>> {
  const { publicKey } = await vapidKeys(ctx);
  const rows = await ctx.db.read(null, (db) => pushOutbox({ db }).list(ctx.actor.id, ctx.clock.now()));
  const items = rows.map((row) => toShown(ctx, row)).sort((a, b) => Number(b.current) - Number(a.current));
  return { key: publicKey, items };
}

/** @throws AppError validation_failed, address_refused (nothing within is reached from outside), too_many_rows, session_revoked */
export async function putPush(ctx: UserCtx, body: BodyOf<typeof putEndpoint>): Promise<PushSubscriptionRow> {
  const url = outboundUrl(body.endpoint);
  if (!url) throw invalid('endpoint');
  if (!isBrowserKeys(body)) throw invalid('p256dh');
  const found = await checkedAddresses(url, { allowed: ctx.config.outboundAllowed });
  if (found === 'address_refused' || found === 'plain_refused') throw new AppError('address_refused');
  const { sessionId: session_id } = ctx.actor;
  const before = await ctx.db.write(null, async (db) => {
    await checkOwnSession(db, ctx.actor);
    return pushOutbox({ db }).before({ session_id, endpoint: url.href });
  });
  for (const old of before) await removeSubscription(ctx, old);
  return ctx.db.write(null, async (db) => {
    await checkOwnSession(db, ctx.actor);
    const repo = pushOutbox({ db });
    const now = ctx.clock.now();
    const others = (await repo.list(ctx.actor.id, now)).filter((one) => one.session_id !== session_id && one.endpoint !== url.href);
    if (others.length >= MOST_PUSH_BROWSERS) throw new AppError('too_many_rows');
    const id = ctx.ids.uuid();
    const { p256dh, auth, lasts = 'session' } = body;
    await repo.put({
      ...{ id, user_id: ctx.actor.id, session_id, endpoint: url.href, p256dh, auth, lasts },
      ...{ created_at: now, last_sent_at: null, last_failed_at: null, last_failure: null },
    });
    return toShown(ctx, (await repo.find(id, now))!);
  });
}

/** @throws AppError not_found for anybody else's too */
async function ownPush(ctx: UserCtx, id: string): Promise<ListedSubscription> {
  const row = await ctx.db.read(null, (db) => pushOutbox({ db }).find(id, ctx.clock.now()));
  if (!row || row.user_id !== ctx.actor.id) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found, session_revoked */
export async function deletePush(ctx: UserCtx, id: string): Promise<{ id: string }> {
  await ownPush(ctx, id);
  await ctx.db.write(null, (db) => checkOwnSession(db, ctx.actor));
  await removeSubscription(ctx, id);
  return { id };
}

/** @throws AppError not_found, session_revoked */
export async function testPush(ctx: UserCtx, id: string): Promise<ResponseOf<typeof testEndpoint>> {
  const row = await ownPush(ctx, id);
  const user = await ctx.db.write(null, async (db) => {
    await checkOwnSession(db, ctx.actor);
    return usersRepo({ db }).byId(ctx.actor.id);
  });
  const lang = (user?.locale ?? 'cs') as Locale;
  const t = mailWords(lang);
  const path = href('/user/profile', null, lang);
  const notice: Notice = { title: t('mail:push.test'), body: t('mail:push.test_text'), tag: 'test', path, lang, silent: false };
  const letter = { body: JSON.stringify(notice), topic: 'test', urgent: true, ttl_s: TEST_TTL_S };
  const answer = await sendPush(ctx, await vapidKeys(ctx), row, letter);
  const gone = isGone(answer);
  const now = ctx.clock.now();
  if (gone) await removeSubscription(ctx, id);
  else
    await ctx.db.write(null, (db) =>
      pushOutbox({ db }).note(
        id,
        answer.failure === null
          ? { last_sent_at: now, last_failed_at: null, last_failure: null }
          : { last_failed_at: now, last_failure: answer.failure },
      ),
    );
  return { ...answer, gone };
}
