import { setImmediate as nextTurn } from 'node:timers/promises';
import { endOf } from '../auth/sessions.ts';
import type { Deps, Job } from '../kernel/context.ts';
import type { OutboundAnswer } from '../kernel/outbound.ts';
import { unseal } from '../kernel/seal.ts';
import { type ListedSubscription, type PushMessage, pushOutbox, removeSubscription, type Subscription, sessionOf } from '../push/outbox.ts';
import { bareNotice, isFinal, isGone, type QueuedNotice, sendPush } from '../push/send.ts';
import { type VapidKeys, vapidKeys } from '../push/vapid.ts';
import { waitUs } from '../webhooks/deliver.ts';
import { alarmNoticesRepo } from './alarm-notices.repo.ts';
import { readers } from './who-may-read.ts';

const EVERY_MS = 10_000;
const BATCH = 50;
/** A message that a process took but never settled is tried by another one after this. */
const LEASE_US = 60e6;

/** Sends what waits for browsers. Harmless in several processes: each message is taken by one of them. */
export const pushJob: Job = {
  name: 'push.deliver',
  everyMs: EVERY_MS,
  async run(deps) {
    const due = await deps.db.read(null, (db) => pushOutbox({ db }).due(deps.clock.now(), BATCH));
    if (due.length === 0) return;
    const keys = await vapidKeys(deps);
    for (const message of due) {
      if (deps.stopping?.()) return;
      await deliver(deps, keys, message).catch((error: unknown) =>
        // One browser's trouble must not keep the others waiting.
        deps.log.error({ err: error, push: message.id }, 'a browser could not be told'),
      );
      await nextTurn();
    }
  },
};

/** Browsers whose time is over are told no more. */
export async function forgetPush(deps: Deps): Promise<void> {
  const over = await deps.db.read(null, (db) => pushOutbox({ db }).over(deps.clock.now()));
  for (const id of over) await removeSubscription(deps, id);
}

async function deliver(deps: Deps, keys: VapidKeys, due: Pick<PushMessage, 'id' | 'next_at' | 'organization_id'>): Promise<void> {
  const organization_id = due.organization_id;
  const now = deps.clock.now();
  const taken = await deps.db.write(organization_id, async (db) => {
    const repo = pushOutbox({ db });
    const message = await repo.claim(due, now + LEASE_US);
    if (!message) return null;
    const browser = await repo.find(message.subscription_id, now);
    // What he might read when the alarm began he may have to do without by now.
    const may = browser !== undefined && (await mayStill(db, message, browser));
    if (may && now <= message.give_up_at) return { message, browser };
    await repo.giveUp(organization_id, (eb) => eb('id', '=', message.id), now);
    return null;
  });
  if (!taken) return;
  const { message, browser } = taken;
  const text = unseal(deps.keys, message.id, message.body);
  const ttl_s = (message.give_up_at - now) / 1e6;
  const answer: OutboundAnswer =
    text === null
      ? { status: 400, failure: 'status' }
      : await sendPush(deps, keys, browser, {
          body: shownTo(browser, text, now),
          topic: message.topic,
          urgent: message.urgent === 1,
          ttl_s,
        });
  deps.log.info({ push: message.id, status: answer.status, failure: answer.failure, tries: message.tries }, 'push service called');
  await note(deps, message, answer);
}

/** What the browser shows: everything only where the person is signed in. */
function shownTo(browser: ListedSubscription, text: string, now: number): string {
  const queued = JSON.parse(text) as QueuedNotice;
  const { away_title: _, ...whole } = queued;
  return JSON.stringify(endOf(sessionOf(browser)) > now ? whole : bareNotice(queued));
}

/** The person is there, and may read every workspace of which the message tells. */
async function mayStill(db: Parameters<typeof pushOutbox>[0]['db'], message: PushMessage, { user_id }: Subscription): Promise<boolean> {
  const roles = await alarmNoticesRepo({ db, organization_id: message.organization_id }).recipients([user_id]);
  return (JSON.parse(message.workspaces) as string[]).every((workspace) => readers(roles, workspace).length === 1);
}

/** Writes down what became of a try. */
async function note(deps: Deps, message: PushMessage, answer: OutboundAnswer): Promise<void> {
  const { organization_id, subscription_id } = message;
  const now = deps.clock.now();
  if (isGone(answer)) {
    await removeSubscription(deps, subscription_id);
    return;
  }
  await deps.db.write(organization_id, async (db) => {
    const repo = pushOutbox({ db });
    if (answer.failure === null) {
      await repo.sent(message, now);
      await repo.note(subscription_id, { last_sent_at: now, last_failed_at: null, last_failure: null });
      return;
    }
    await repo.note(subscription_id, { last_failed_at: now, last_failure: answer.failure });
    const next = now + waitUs(message.tries);
    if (isFinal(answer) || next > message.give_up_at)
      await repo.giveUp(organization_id, (eb) => eb.and([eb('id', '=', message.id), eb('tries', '=', message.tries)]), now);
    else await repo.putOff(message, next);
  });
}
