import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../constants.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import type { Deps } from '../kernel/context.ts';
import type { PublicCtx } from '../kernel/http.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import type { Row } from '../kernel/schema.ts';
import { countMails, recipientHashes } from '../mail/outbox.ts';
import { browserAndSystemOf } from './user-agent.ts';

/** Mails a day at most: a script that signs in again and again must not fill its owner's mailbox. */
const A_DAY = 5;
const DAY_US = 86_400e6;

export const localeOf = ({ locale }: Pick<Row<'users'>, 'locale'>): Locale => LOCALES.find((known) => known === locale) ?? DEFAULT_LOCALE;

/** Zone in which a person is told times: that of his first organisation. */
export async function timeZoneOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<string> {
  const row = await db.read({ user: userId }, (reader) =>
    reader
      .selectFrom('memberships as m')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .select('o.time_zone')
      .where('m.user_id', '=', userId)
      .where('m.archived_at', 'is', null)
      .orderBy('o.name')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.time_zone ?? 'UTC';
}

function wants({ notifications }: Row<'users'>): boolean {
  const { new_device } = JSON.parse(notifications) as { new_device?: boolean };
  return new_device !== false;
}

/** What tells a person that somebody signed in with a browser his account doesn't know; null for the first sign-in and for people who want no such mails. */
export async function newBrowserMail(ctx: PublicCtx, user: Row<'users'>, userAgent: string | null): Promise<MailMessage | null> {
  if (user.first_signed_in_at === null || !wants(user)) return null;
  const now = ctx.clock.now();
  const recipients = recipientHashes(ctx, user.email);
  const sent = await ctx.db.read(null, (db) => countMails(db, { template: 'new_device', recipients, since: now - DAY_US }));
  if (sent >= A_DAY) return null;
  const locale = localeOf(user);
  return {
    to: user.email,
    locale,
    template: 'new_device',
    params: {
      at: formatInstant(now),
      time_zone: await timeZoneOf(ctx, user.id),
      device: browserAndSystemOf(userAgent),
      address: ctx.address,
      url: ctx.config.siteUrl + href('/user/profile', {}, locale),
    },
  };
}
