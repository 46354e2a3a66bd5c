import type { Locale } from '../../constants.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { alarmNoticesRepo } from './alarm-notices.repo.ts';
import { readers } from './who-may-read.ts';

/** A mail that lay for so long tells of the day before yesterday, microseconds. */
const STALE_US = 2 * 86_400e6;

type Said<M extends MailMessage = MailMessage> = M extends MailMessage ? Pick<M, 'template' | 'params'> : never;

/**
 * A mail to whoever made something that works by the clock, as long as he may read its workspace; what a service made tells nobody. Part of the caller's
 * transaction.
 * @param about the row that the mail is about
 * @returns whether there is one to be sent
 */
export async function tellMaker(
  { mail, clock }: Pick<Deps, 'mail' | 'clock'>,
  db: Db,
  { organization_id, workspace_id, created_by }: { organization_id: string; workspace_id: string; created_by: string | null },
  about: string,
  said: (locale: Locale) => Said,
): Promise<boolean> {
  if (!mail.leaves || created_by === null) return false;
  const [maker] = readers(await alarmNoticesRepo({ db, organization_id }).recipients([created_by]), workspace_id);
  if (!maker) return false;
  const locale = maker.locale as Locale;
  const message = { ...said(locale), to: maker.email, locale, until: clock.now() + STALE_US };
  await mail.put(db, message, { organizationId: organization_id, entityId: about });
  return true;
}
