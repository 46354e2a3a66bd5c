import { LOCALE_TAGS, type Locale } from '../constants.ts';

/** Any day of now: names of zones were others once. */
const ANY_DAY = Date.UTC(2026, 6, 1);

/** The name of a zone in words, `středoevropský čas`; null where the language has none for it. */
function nameOf(zone: string, locale: Locale): string | null {
  try {
    const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { timeZone: zone, timeZoneName: 'longGeneric' });
    const name = format.formatToParts(ANY_DAY).find(({ type }) => type === 'timeZoneName')?.value;
    return name === undefined || /\d/.test(name) ? null : name;
  } catch {
    return null;
  }
}

/** A zone as people read it, with its IANA name, which tells it exactly: `středoevropský čas (Europe/Prague)`. */
export function zoneText(zone: string, locale: Locale): string {
  const name = nameOf(zone, locale);
  const id = zone.replaceAll('_', ' ');
  return name === null ? id : `${name} (${id})`;
}
