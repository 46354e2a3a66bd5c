import { createHmac } from 'node:crypto';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import type { MailCause } from '../kernel/mailer.ts';
import type { Row } from '../kernel/schema.ts';
import { isSealed, seal, unseal } from '../kernel/seal.ts';
import { forgetMailFiles } from './transport.ts';

/** Mails on their way, in a table that all processes share: one that can't go now goes later, and none is lost with a process. */

const MINUTE_US = 60e6;
const HOUR_US = 60 * MINUTE_US;
const DAY_US = 24 * HOUR_US;
/** Longest wait between two tries. */
const MAX_WAIT_US = 12 * HOUR_US;
const GIVE_UP_US = 3 * DAY_US;
/** A mail that a process took but never settled is tried by another one after this. */
const LEASE_US = 5 * MINUTE_US;
const KEPT_US = 30 * DAY_US;
/** As long as the link that lives longest, that of an invitation. */
const FILES_KEPT_US = 7 * DAY_US;

export type OutboxRow = Row<'mail_outbox'>;

/**
 * What stands for an address where only equal ones have to be told from others: by the present key, then by those before, which older rows
 * have.
 */
export const recipientHashes = ({ keys }: Pick<Deps, 'keys'>, email: string): string[] =>
  keys.all('recipient').map(({ bytes }) =>
    createHmac('sha256', bytes)
      .update(JSON.stringify(['mail', email.toLowerCase()]))
      .digest('base64url'),
  );

/** The mail of a row; null when it was sealed with a key that is gone. */
export function messageOf({ keys }: Pick<Deps, 'keys'>, { id, message }: Pick<OutboxRow, 'id' | 'message'>): MailMessage | null {
  const text = unseal(keys, id, message ?? '');
  return text === null ? null : (JSON.parse(text) as MailMessage);
}

/** Mails of a version that kept them as they are, with the links in them: what still waits is sealed. */
export async function sealWaiting({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  const sealed = await db.write(null, async (tx) => {
    const waiting = await tx.selectFrom('mail_outbox').select(['id', 'message']).where('message', 'is not', null).execute();
    const clear = waiting.filter(({ message }) => !isSealed(message ?? ''));
    for (const { id, message } of clear)
      if (message !== null)
        await tx
          .updateTable('mail_outbox')
          .set({ message: seal(keys, id, message) })
          .where('id', '=', id)
          .execute();
    return clear.length > 0;
  });
  if (sealed) await db.scrub();
}

/** Microseconds until the next try after so many: 1 min, 2, 4 … 12 h. */
export const waitUs = (tries: number): number => Math.min(MAX_WAIT_US, MINUTE_US * 2 ** Math.min(20, Math.max(0, tries - 1)));

export async function putMail(
  deps: Pick<Deps, 'ids' | 'clock' | 'keys'>,
  db: Db,
  message: MailMessage,
  cause?: MailCause,
): Promise<string> {
  const now = deps.clock.now();
  const id = deps.ids.uuid();
  await db
    .insertInto('mail_outbox')
    .values({
      id,
      organization_id: cause?.organizationId ?? null,
      entity_id: cause?.entityId ?? null,
      template: message.template,
      recipient: recipientHashes(deps, message.to)[0]!,
      message: seal(deps.keys, id, JSON.stringify(message)),
      next_at: now,
      give_up_at: Math.min(now + GIVE_UP_US, message.until ?? Number.POSITIVE_INFINITY),
      created_at: now,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute();
  return id;
}

/** Takes mails of a row back that are still on their way: what they bring is no longer good. They go on counting for limits. */
export async function withdrawMails(db: Db, entityId: string, organizationId: string, now: number): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ message: null, next_at: null, failed_at: now, last_error: 'withdrawn' })
    .where('organization_id', '=', organizationId)
    .where('entity_id', '=', entityId)
    .where('next_at', 'is not', null)
    .execute();
}

/** How many mails of one kind an address was sent since a moment, sent or not; with an organisation only those on its behalf. */
export async function countMails(
  db: Db,
  {
    template,
    recipients,
    organizationId,
    since,
  }: { template: MailMessage['template']; recipients?: readonly string[]; organizationId?: string; since: number },
): Promise<number> {
  let query = db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('template', '=', template)
    .where('created_at', '>', since);
  if (recipients !== undefined) query = query.where('recipient', 'in', recipients);
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** What became of the newest mail that brings each of the rows; a row without one isn't named. */
export async function mailsOf(
  db: Db,
  organizationId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<OutboxRow, 'next_at' | 'failed_at' | 'last_error'>>> {
  if (entityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['entity_id', 'next_at', 'failed_at', 'last_error'])
    .where('organization_id', '=', organizationId)
    .where('entity_id', 'in', entityIds)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ entity_id, ...mail }) => [entity_id ?? '', mail]));
}

/** Mails whose time has come, the longest waiting first. */
export async function dueMails(db: Db, now: number, limit: number): Promise<Pick<OutboxRow, 'id' | 'next_at'>[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Takes a mail for this process; null when another one was faster. */
export async function claimMail(db: Db, { id, next_at }: Pick<OutboxRow, 'id' | 'next_at'>, now: number): Promise<OutboxRow | null> {
  const claimed = await db
    .updateTable('mail_outbox')
    .set((eb) => ({ next_at: now + LEASE_US, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** A mail that this process still has: not withdrawn meanwhile, nor taken by another one after the lease. */
const leased = (db: Db, { id, tries }: Pick<OutboxRow, 'id' | 'tries'>) =>
  db.updateTable('mail_outbox').where('id', '=', id).where('tries', '=', tries).where('next_at', 'is not', null);

/** The mail is handed over: nothing of it is kept but that it was. @returns false when the mail was no longer this process's */
export async function markSent(db: Db, row: OutboxRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await leased(db, row).set({ message: null, next_at: null, sent_at: now, last_error: null }).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The mail is put off, or given up when that makes no sense any more; it is let go when it was no longer this process's. */
export async function markFailed(
  db: Db,
  row: OutboxRow,
  code: string,
  final: boolean,
  now: number,
): Promise<'given up' | 'put off' | 'let go'> {
  const next = now + waitUs(row.tries);
  const over = final || next > row.give_up_at;
  const { numUpdatedRows } = await leased(db, row)
    .set(over ? { message: null, next_at: null, failed_at: now, last_error: code } : { next_at: next, last_error: code })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'let go';
  return over ? 'given up' : 'put off';
}

/** What is left of mails that are long settled goes. */
export async function forgetMails(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  await forgetMailFiles(deps.config, new Date((deps.clock.now() - FILES_KEPT_US) / 1000));
  await deps.db.write(null, async (db) => {
    await db
      .deleteFrom('mail_outbox')
      .where('created_at', '<', deps.clock.now() - KEPT_US)
      .execute();
  });
}
