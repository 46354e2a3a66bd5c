import { LOCALE_TAGS, type Locale } from '../constants.ts';
import type { English } from '../contract/formats.ts';

/** Zones of the United States by their IANA names. */
const UNITED_STATES =
  /^(US\/|Pacific\/Honolulu$|America\/(Adak|Anchorage|Boise|Chicago|Denver|Detroit|Indiana|Indianapolis|Juneau|Kentucky|Los_Angeles|Louisville|Menominee|Metlakatla|New_York|Nome|North_Dakota|Phoenix|Sitka|Yakutat)(\/|$))/;

/**
 * Whose English is written: the one that the person chose, else that of where the times are from. A browser's own language doesn't count: most
 * machines with an English system say American wherever they are, and the server, which writes the page first, knows the zone too.
 */
export const englishOf = (chosen: English | null | undefined, zone: string): English => chosen ?? (UNITED_STATES.test(zone) ? 'US' : 'GB');

/** BCP 47 tag by which dates and lists are written. */
export const tagOf = (locale: Locale, english: English): string => (locale === 'en' ? `en-${english}` : LOCALE_TAGS[locale]);
