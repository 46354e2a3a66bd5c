import { CONTACT_KEPT_DAYS } from '../../contract/contact-limits.ts';
import type { BrowserAndSystem } from '../../contract/sessions.ts';
import { formatter } from '../../i18n/format.ts';
import type { MailMessage, RenderedMail } from '../kernel/mail-messages.ts';
import { type MailContent, oneLine, renderHtml, renderText } from './frame.ts';
import { type MailT, mailWords } from './words.ts';

type Locale = MailMessage['locale'];

/** Names of their makers, the same in every language. */
const BROWSERS: Record<NonNullable<BrowserAndSystem['browser']>, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung_internet: 'Samsung Internet',
};
const SYSTEMS: Record<NonNullable<BrowserAndSystem['system']>, string> = {
  windows: 'Windows',
  iphone: 'iPhone',
  ipad: 'iPad',
  android: 'Android',
  chromeos: 'ChromeOS',
  macos: 'macOS',
  linux: 'Linux',
};
/** Loggers that one mail names; the rest are counted. */
const LISTED = 30;
/** Characters of a name that a subject shows. */
const SUBJECT_NAME = 60;

const shortened = (name: string): string => {
  const letters = [...oneLine(name)];
  return letters.length > SUBJECT_NAME ? `${letters.slice(0, SUBJECT_NAME - 1).join('')}…` : letters.join('');
};

/** A moment with the zone in which it is told, since the reader may be in another. */
function moment(locale: Locale, at: string, timeZone: string): string {
  return `${formatter(locale, timeZone).dateTime(at)} (${timeZone.replaceAll('_', ' ')})`;
}

function browserText(t: MailT, { browser, system }: BrowserAndSystem): string {
  const parts = [browser === null ? null : BROWSERS[browser], system === null ? null : SYSTEMS[system]].filter((part) => part !== null);
  return parts.length === 0 ? t('mail:device.unknown') : parts.join(', ');
}

interface Failure extends Required<Pick<MailContent, 'facts'>> {
  /** Of what failed. */
  name: string;
  organization: string;
  url: string;
}

/** That something which works by the clock brought nothing. */
function failureOf(t: MailT, kind: 'plan_failed' | 'report_failed', { name, organization, facts, url }: Failure): MailContent {
  const subject = t(`mail:${kind}.subject`, { name: shortened(name) });
  const lead = t(`mail:${kind}.lead`, { organization, name });
  return {
    subject,
    preview: lead,
    title: subject,
    paragraphs: [lead, t(`mail:${kind}.what`)],
    facts,
    action: { label: t(`mail:${kind}.action`), url },
    notes: [t(`mail:${kind}.why`)],
  };
}

function contentOf(message: MailMessage, t: MailT, host: string): MailContent {
  const { locale } = message;
  switch (message.template) {
    case 'invitation': {
      const { inviter, url, expires_at, time_zone } = message.params;
      const organization = oneLine(message.params.organization);
      const lead =
        inviter === null
          ? t('mail:invitation.lead', { organization })
          : t('mail:invitation.lead_by', { organization, inviter: oneLine(inviter) });
      return {
        subject: t('mail:invitation.subject', { organization: shortened(organization) }),
        preview: lead,
        title: t('mail:invitation.title', { organization }),
        paragraphs: [lead, t('mail:invitation.what')],
        action: { label: t('mail:invitation.action'), url },
        notes: [t('mail:invitation.expires', { moment: moment(locale, expires_at, time_zone) }), t('mail:invitation.unexpected')],
      };
    }
    case 'password_reset':
      return {
        subject: t('mail:password_reset.subject'),
        preview: t('mail:password_reset.lead'),
        title: t('mail:password_reset.title'),
        paragraphs: [t('mail:password_reset.lead')],
        action: { label: t('mail:password_reset.action'), url: message.params.url },
        notes: [t('mail:password_reset.expires'), t('mail:password_reset.unexpected')],
      };
    case 'password_changed': {
      const { at, time_zone, device, url } = message.params;
      return {
        subject: t('mail:password_changed.subject'),
        preview: t('mail:password_changed.lead'),
        title: t('mail:password_changed.title'),
        paragraphs: [t('mail:password_changed.lead')],
        facts: [
          [t('mail:fact.when'), moment(locale, at, time_zone)],
          [t('mail:fact.device'), browserText(t, device)],
        ],
        action: { label: t('mail:password_changed.action'), url },
        notes: [t('mail:password_changed.yours'), t('mail:password_changed.unexpected')],
      };
    }
    case 'new_device': {
      const { at, time_zone, device, address, url } = message.params;
      return {
        subject: t('mail:new_device.subject'),
        preview: t('mail:new_device.lead'),
        title: t('mail:new_device.title'),
        paragraphs: [t('mail:new_device.lead')],
        facts: [
          [t('mail:fact.when'), moment(locale, at, time_zone)],
          [t('mail:fact.device'), browserText(t, device)],
          [t('mail:fact.address'), oneLine(address)],
        ],
        action: { label: t('mail:new_device.action'), url },
        notes: [t('mail:new_device.unexpected'), t('mail:new_device.settings')],
      };
    }
    case 'silent_loggers': {
      const { loggers, url } = message.params;
      const organization = oneLine(message.params.organization);
      const count = loggers.length;
      const first = shortened(loggers[0]?.name ?? '');
      const subject = count === 1 ? t('mail:silent_loggers.single', { logger: first }) : t('mail:silent_loggers.subject', { count });
      const more = count - LISTED;
      return {
        subject,
        preview: t('mail:silent_loggers.lead', { organization }),
        title: subject,
        paragraphs: [t('mail:silent_loggers.lead', { organization })],
        rows: loggers.slice(0, LISTED).map(({ name, place, since, time_zone }) => ({
          name: oneLine(name),
          note: oneLine(place ?? ''),
          value: t('mail:silent_loggers.since', { moment: formatter(locale, time_zone ?? 'UTC').dateTime(since) }),
        })),
        action: { label: t('mail:silent_loggers.action'), url },
        notes: [...(more > 0 ? [t('mail:silent_loggers.more', { count: more })] : []), t('mail:silent_loggers.settings')],
      };
    }
    case 'alarms': {
      const { alarms, url } = message.params;
      const [organization, rule] = [oneLine(message.params.organization), oneLine(message.params.rule)];
      const count = alarms.length;
      const words = { rule: shortened(rule), channel: shortened(alarms[0]?.channel ?? '') };
      const subject = count === 1 ? t('mail:alarms.single', words) : t('mail:alarms.subject', { count, rule: words.rule });
      const late = message.params.unacknowledged_min;
      const lead =
        late === null
          ? t('mail:alarms.lead', { organization, rule })
          : t('mail:alarms.unacknowledged', { organization, rule, count: late });
      const more = count - LISTED;
      return {
        subject,
        preview: lead,
        title: subject,
        paragraphs: [lead],
        rows: alarms.slice(0, LISTED).map(({ channel, logger, since, time_zone, peak, unit, decimals }) => {
          const format = formatter(locale, time_zone);
          return {
            name: oneLine(channel),
            note: oneLine(logger ?? ''),
            value: t('mail:alarms.value', { moment: format.dateTime(since), peak: format.quantity(peak, unit, decimals) }),
          };
        }),
        action: { label: t('mail:alarms.action'), url },
        notes: [...(more > 0 ? [t('mail:alarms.more', { count: more })] : []), t('mail:alarms.why')],
      };
    }
    case 'calibrations_due': {
      const { channels, url } = message.params;
      const organization = oneLine(message.params.organization);
      const count = channels.length;
      const over = channels.filter(({ days }) => days < 0).length;
      const words = { channel: shortened(channels[0]?.channel ?? '') };
      const subject =
        count === 1
          ? t(over > 0 ? 'mail:calibrations_due.single_over' : 'mail:calibrations_due.single', words)
          : t('mail:calibrations_due.subject', { count });
      const more = count - LISTED;
      const { date } = formatter(locale, 'UTC');
      return {
        subject,
        preview: t('mail:calibrations_due.lead', { organization }),
        title: subject,
        paragraphs: [t('mail:calibrations_due.lead', { organization })],
        rows: channels.slice(0, LISTED).map(({ channel, logger, due_on, days }) => ({
          name: oneLine(channel),
          note: oneLine(logger ?? ''),
          value: t(days < 0 ? 'mail:calibrations_due.over' : 'mail:calibrations_due.due', { day: date(`${due_on}T12:00:00Z`) }),
        })),
        action: { label: t('mail:calibrations_due.action'), url },
        notes: [...(more > 0 ? [t('mail:calibrations_due.more', { count: more })] : []), t('mail:calibrations_due.why')],
      };
    }
    case 'report': {
      const { from, to, time_zone, attached, url } = message.params;
      const [organization, report] = [oneLine(message.params.organization), oneLine(message.params.report)];
      const subject = t('mail:report.subject', { report: shortened(report) });
      return {
        subject,
        preview: t('mail:report.lead', { organization, report }),
        title: subject,
        paragraphs: [
          t('mail:report.lead', { organization, report }),
          t(attached === null ? 'mail:report.too_large' : 'mail:report.attached'),
        ],
        facts: [
          [t('mail:report.from'), moment(locale, from, time_zone)],
          [t('mail:report.to'), moment(locale, to, time_zone)],
        ],
        action: { label: t('mail:report.action'), url },
        notes: [t('mail:report.why')],
      };
    }
    case 'plan_failed': {
      const { plan, organization, from, time_zone, url } = message.params;
      const facts: Failure['facts'] = [[t('mail:plan_failed.from'), moment(locale, from, time_zone)]];
      return failureOf(t, 'plan_failed', { name: oneLine(plan), organization: oneLine(organization), facts, url });
    }
    case 'report_failed': {
      const { report, organization, from, to, time_zone, url } = message.params;
      const facts: Failure['facts'] = [
        [t('mail:report.from'), moment(locale, from, time_zone)],
        [t('mail:report.to'), moment(locale, to, time_zone)],
      ];
      return failureOf(t, 'report_failed', { name: oneLine(report), organization: oneLine(organization), facts, url });
    }
    case 'disk_full': {
      const { at, time_zone, url } = message.params;
      const organization = oneLine(message.params.organization);
      return {
        subject: t('mail:disk_full.subject'),
        preview: t('mail:disk_full.lead', { organization }),
        title: t('mail:disk_full.subject'),
        paragraphs: [t('mail:disk_full.lead', { organization }), t('mail:disk_full.what')],
        facts: [[t('mail:fact.when'), moment(locale, at, time_zone)]],
        action: { label: t('mail:disk_full.action'), url },
        notes: [t('mail:disk_full.itself')],
      };
    }
    case 'webhook_off': {
      const { since, time_zone, url } = message.params;
      const [organization, webhook] = [oneLine(message.params.organization), oneLine(message.params.webhook)];
      const subject = t('mail:webhook_off.subject', { webhook: shortened(webhook) });
      return {
        subject,
        preview: t('mail:webhook_off.lead', { organization, webhook }),
        title: subject,
        paragraphs: [t('mail:webhook_off.lead', { organization, webhook }), t('mail:webhook_off.what')],
        facts: [[t('mail:webhook_off.since'), moment(locale, since, time_zone)]],
        action: { label: t('mail:webhook_off.action'), url },
        notes: [],
      };
    }
    case 'contact_message': {
      const { email, topic, message: quote } = message.params;
      const name = oneLine(message.params.name);
      return {
        subject: t('mail:contact_message.subject', { name: shortened(name) }),
        preview: t('mail:contact_message.lead', { host }),
        title: t('mail:contact_message.title'),
        paragraphs: [t('mail:contact_message.lead', { host })],
        facts: [
          [t('mail:contact_message.name'), name],
          [t('mail:contact_message.email'), email],
          [t('mail:contact_message.about'), t(`mail:contact_message.topic.${topic}`)],
        ],
        quote,
        action: { label: t('mail:contact_message.action'), url: `mailto:${encodeURIComponent(email).replace('%40', '@')}` },
        notes: [t('mail:contact_message.kept', { count: CONTACT_KEPT_DAYS })],
        footer: t('mail:contact_message.footer', { host }),
      };
    }
  }
}

/** Whose answer a mail waits for. */
const replyTo = (message: MailMessage): Pick<RenderedMail, 'replyTo'> =>
  message.template === 'contact_message' ? { replyTo: { name: shortened(message.params.name), address: message.params.email } } : {};

/** The mail in the language of its reader. @param siteUrl names the site it comes from */
export function renderMail(message: MailMessage, siteUrl: string): RenderedMail {
  const { to, locale } = message;
  const { host } = new URL(siteUrl);
  const content = contentOf(message, mailWords(locale), host);
  return {
    to,
    locale,
    subject: oneLine(content.subject),
    text: renderText(content, locale, host),
    html: renderHtml(content, locale, host),
    ...replyTo(message),
  };
}
