import { type Notifications, notifications } from '../../contract/account.ts';
import { type Formats, formats } from '../../contract/formats.ts';

/** A person's choices as they are stored: JSON, `{}` before the first one. */

const AS_THE_LANGUAGE: Formats = { date: null, time: null, first_day: null, duration: null, english: null };
const DEFAULT: Required<Notifications> = {
  new_device: true,
  silent_loggers: 'none',
  alarm_severities: ['info', 'warning', 'critical'],
  push_severities: ['info', 'warning', 'critical'],
  quiet: null,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
const fields = (text: string): object => {
  const value = parsed(text);
  return typeof value === 'object' && value !== null ? value : {};
};

/** What is missing, or isn't one any more, is as the language says. */
export function storedFormats(text: string): Formats {
  const found = formats.safeParse({ ...AS_THE_LANGUAGE, ...fields(text) });
  return found.success ? found.data : AS_THE_LANGUAGE;
}

export function storedNotifications(text: string): Required<Notifications> {
  const found = notifications.safeParse({ ...DEFAULT, ...fields(text) });
  return found.success ? (found.data as Required<Notifications>) : DEFAULT;
}
