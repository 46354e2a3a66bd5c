import { createHash } from 'node:crypto';
import type { Locale } from '../../constants.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { formatter } from '../../i18n/format.ts';
import { href } from '../../i18n/href.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { seal } from '../kernel/seal.ts';
import { mailWords } from '../mail/words.ts';
import { pushOutbox } from '../push/outbox.ts';
import type { QueuedNotice } from '../push/send.ts';
import type { BegunAlarm, Recipient } from './alarm-notices.repo.ts';

/** Messages about alarms to browsers: what they say, and their way into the queue. `push-delivery.ts` sends them. */

/** What lay for so long tells of yesterday, microseconds; as of mails. */
const STALE_US = 12 * 3_600e6;
/** Characters of a name that somebody gave. */
const NAME = 80;
/** Channels that a message names. */
const NAMED = 3;

type Means = Pick<Deps, 'clock' | 'ids' | 'keys'> & { db: Db; organization: { id: string; name: string } };
interface Said {
  alarms: readonly BegunAlarm[];
  /** They are over. */
  over: boolean;
  /** Minutes for which nobody acknowledged them; null = they just began. */
  unacknowledged_min: number | null;
}

const short = (name: string): string => {
  const letters = [...name.replace(/\s+/g, ' ').trim()];
  return letters.length > NAME ? `${letters.slice(0, NAME - 1).join('')}…` : letters.join('');
};

/** What push services and browsers call everything about one rule: a later message takes the place of the one before. At most 32 signs. */
const topicOf = (organizationId: string, ruleId: string): string =>
  createHash('sha256').update(`${organizationId} ${ruleId}`).digest('base64url').slice(0, 32);

const placeOf = ({ datalogger_name, channel_name }: BegunAlarm): string =>
  [datalogger_name, channel_name].flatMap((name) => (name ? [short(name)] : [])).join(' · ');

/** Kinds whose farthest point is a value in the channel's unit. */
const OF_VALUES: readonly BegunAlarm['kind'][] = ['above', 'below', 'outside', 'inside'];

function lineOf(alarm: BegunAlarm, locale: Locale): string {
  const t = mailWords(locale);
  const format = formatter(locale, alarm.time_zone);
  const moment = format.dateTime(formatInstant(alarm.since));
  // Messages that bring an hour at once bring alarms that are over.
  const end = alarm.over_at === null ? null : format.dateTime(formatInstant(alarm.over_at));
  const time = end === null ? t('mail:push.since', { moment }) : t('mail:push.span', { moment, end });
  if (!OF_VALUES.includes(alarm.kind)) return `${placeOf(alarm)}, ${time}`;
  const { unit, conversion, display_unit, decimals } = shownAs(alarm, alarm.type);
  return `${placeOf(alarm)}: ${format.quantity(shownNumber(alarm.peak, conversion), display_unit ?? unit, decimals)}, ${time}`;
}

/** What a browser shows of alarms of one rule, in the person's language. */
function alarmNotice(organization: Means['organization'], locale: Locale, { alarms, over, unacknowledged_min }: Said): QueuedNotice {
  const t = mailWords(locale);
  const [first] = alarms as [BegunAlarm];
  const rule = short(first.rule_name);
  const places = [...new Set(alarms.map(placeOf))];
  const more = places.length > NAMED ? ' …' : '';
  const what =
    alarms.length > 1
      ? t('mail:push.several', { n: alarms.length, places: places.slice(0, NAMED).join(', ') + more })
      : over
        ? placeOf(first)
        : lineOf(first, locale);
  const lines = [what, ...(unacknowledged_min === null ? [] : [t('mail:push.unacknowledged', { count: unacknowledged_min })])];
  return {
    title: over ? t('mail:push.over', { rule }) : t(`mail:push.${first.severity}`, { rule }),
    away_title: t(`mail:push.away.${over ? 'over' : first.severity}`),
    body: [...lines, short(organization.name)].join('\n'),
    tag: topicOf(organization.id, first.rule_id),
    path:
      alarms.length === 1
        ? `${href('/dlog/alarms/{id}', { id: first.id }, locale)}?org=${organization.id}`
        : href(`/dlog/alarms?rule=${first.rule_id}&org=${organization.id}`, null, locale),
    lang: locale,
    silent: over,
  };
}

/** Puts a message for each of the person's browsers into the queue. @returns what notices call it; null = he has none */
export async function pushTo({ db, clock, ids, keys, organization }: Means, to: Recipient, said: Said): Promise<string | null> {
  const repo = pushOutbox({ db });
  const now = clock.now();
  const browsers = await repo.list(to.id, now);
  if (browsers.length === 0) return null;
  const notice = alarmNotice(organization, to.locale as Locale, said);
  const message_id = ids.uuid();
  // What begins is told by a message that waits still: of what is over nobody is told first that it began.
  if (said.over)
    for (const { id } of browsers)
      await repo.giveUp(organization.id, (eb) => eb.and([eb('subscription_id', '=', id), eb('topic', '=', notice.tag)]), now);
  const workspaces = JSON.stringify([...new Set(said.alarms.map(({ workspace_id }) => workspace_id))]);
  const urgent = !said.over && said.alarms[0]!.severity === 'critical' ? 1 : 0;
  await repo.queue(
    browsers.map(({ id: subscription_id }) => {
      const id = ids.uuid();
      const of = { id, message_id, subscription_id, organization_id: organization.id, workspaces, topic: notice.tag, urgent };
      return { ...of, body: seal(keys, id, JSON.stringify(notice)), next_at: now, give_up_at: now + STALE_US };
    }),
  );
  return message_id;
}
