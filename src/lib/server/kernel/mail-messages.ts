import type { Locale } from '../../constants.ts';
import type { ContactTopic } from '../../contract/contact-limits.ts';
import type { BrowserAndSystem } from '../../contract/sessions.ts';

/** What Taktlog writes to people. Moments are RFC 3339, shown in `time_zone`; addresses are absolute. */

interface Occasion {
  at: string;
  time_zone: string;
  /** The browser that did it. */
  device: BrowserAndSystem;
}

export interface MailParams {
  invitation: {
    organization: string;
    /** Null = nobody in particular, a service. */
    inviter: string | null;
    url: string;
    expires_at: string;
    time_zone: string;
  };
  password_reset: { url: string };
  /** `url`: where the person asks for a link to set another password. */
  password_changed: Occasion & { url: string };
  /** `address`: from which network address; `url`: where the password is changed. */
  new_device: Occasion & { address: string; url: string };
  silent_loggers: {
    organization: string;
    /** `since`: the last sign of life. */
    loggers: readonly { name: string; place: string | null; since: string; time_zone?: string }[];
    /** The list of loggers. */
    url: string;
  };
  /** Alarms of one rule that began, with their values as people see them. */
  alarms: {
    organization: string;
    rule: string;
    /** Nobody acknowledged them for so many minutes; null = they began. */
    unacknowledged_min: number | null;
    alarms: readonly {
      channel: string;
      logger: string | null;
      since: string;
      time_zone: string;
      peak: number;
      unit: string | null;
      decimals: number | null;
    }[];
    /** The list of alarms. */
    url: string;
  };
  /** Sensors whose calibration is due soon or overdue. */
  calibrations_due: {
    organization: string;
    /** `due_on`: YYYY-MM-DD; `days`: until then, below zero = since. */
    channels: readonly { channel: string; logger: string | null; due_on: string; days: number }[];
    /** The list of calibrations. */
    url: string;
  };
  /** A report that was made by the clock, of a time. */
  report: {
    organization: string;
    report: string;
    from: string;
    to: string;
    time_zone: string;
    /** The file goes with the mail; null = it is too large, and stays at `url`. */
    attached: { run_id: string; name: string; media_type: string } | null;
    /** The list of reports. */
    url: string;
  };
  /** A plan of recordings could not make one that was to begin then; `url`: the list of plans. */
  plan_failed: { organization: string; plan: string; from: string; time_zone: string; url: string };
  report_failed: { organization: string; report: string; from: string; to: string; time_zone: string; url: string };
  /** `at`: since when nothing of loggers is taken in; `url`: the settings of the organisation. */
  disk_full: { organization: string; at: string; time_zone: string; url: string };
  /** A webhook that was switched off, since nobody took a message there since then. */
  webhook_off: { organization: string; webhook: string; since: string; time_zone: string; url: string };
  /** What a visitor wrote to the operator. */
  contact_message: { name: string; email: string; topic: ContactTopic; message: string };
}
export type MailTemplate = keyof MailParams;

export type MailMessage = {
  [T in MailTemplate]: {
    to: string;
    locale: Locale;
    template: T;
    params: MailParams[T];
    /** µs: afterwards the mail is worth nothing and isn't tried any more. */
    until?: number;
    /** Made like any other, and handed to nobody: whoever asks for a link can't tell by the time whether there is an account. */
    nobody?: boolean;
  };
}[MailTemplate];

/** A mail as it is handed over. */
export interface RenderedMail {
  to: string;
  locale: Locale;
  subject: string;
  text: string;
  html: string;
  attachment?: { name: string; mediaType: string; bytes: Uint8Array };
  /** Who is to read the answer, where that isn't Taktlog. */
  replyTo?: { name: string; address: string };
}
