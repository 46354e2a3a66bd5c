import { CONTACT_KEPT_DAYS, CONTACT_SOONEST_MS } from '../../contract/contact-limits.ts';
import type * as contract from '../../contract/contact-messages.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Deps } from '../kernel/context.ts';
import type { PublicCtx } from '../kernel/http.ts';
import { isAddress } from '../kernel/mail-addresses.ts';
import { limitRequests } from '../kernel/request-limit.ts';
import { type ContactMessageRow, contactMessagesRepo } from './contact-messages.repo.ts';

const DAY_US = 86_400e6;
/** Messages of one network address an hour, programs' included. */
const OF_ADDRESS = 5;
/** Messages of everybody an hour: what a crowd of addresses can fill the table and the operator's mailbox with. */
const OF_ALL = 30;
/** Stands for everybody where addresses are counted; no address looks like it. */
const EVERYBODY = 'everybody';

type Input = BodyOf<typeof contract.sendContactMessage>;

/** Filled in where nobody sees a field, or sooner than anybody writes. */
const byProgram = ({ link, elapsed_ms }: Input): boolean =>
  (link ?? '') !== '' || (elapsed_ms !== undefined && elapsed_ms < CONTACT_SOONEST_MS);

/**
 * Keeps a message for the operator and mails it to him where his address is configured. What a program sent is answered as if it were kept.
 * @throws AppError too_many_attempts
 */
export async function sendContactMessage(ctx: PublicCtx, input: Input): Promise<{ accepted: true }> {
  await limitRequests(ctx, 'contact_message', OF_ADDRESS);
  if (byProgram(input)) return { accepted: true };
  await limitRequests({ ...ctx, address: EVERYBODY }, 'contact_message', OF_ALL);
  const { name, email, topic, message, locale } = input;
  const to = ctx.config.operator.email.trim();
  const mailed = isAddress(to);
  await ctx.db.write(null, async (db) => {
    await contactMessagesRepo({ db }).insert({ id: ctx.ids.uuid(), created_at: ctx.clock.now(), locale, name, email, topic, message });
    if (mailed) await ctx.mail.put(db, { to, locale, template: 'contact_message', params: { name, email, topic, message } });
  });
  if (mailed) ctx.mail.kick();
  return { accepted: true };
}

type Base = Pick<Deps, 'db' | 'clock'>;

/** Messages are kept as long as the page on privacy says. */
export async function forgetContactMessages({ db, clock }: Base): Promise<void> {
  await db.write(null, (tx) => contactMessagesRepo({ db: tx }).deleteBefore(clock.now() - CONTACT_KEPT_DAYS * DAY_US));
}

/** For the operator at his console: the newest first. */
export function listContactMessages({ db }: Pick<Deps, 'db'>, limit: number): Promise<ContactMessageRow[]> {
  return db.read(null, (reader) => contactMessagesRepo({ db: reader }).list(limit));
}

/** Everything that one sender wrote goes. @returns how many messages there were */
export function forgetSender({ db }: Pick<Deps, 'db'>, email: string): Promise<number> {
  return db.write(null, (tx) => contactMessagesRepo({ db: tx }).deleteFrom(email.trim().toLowerCase()));
}
