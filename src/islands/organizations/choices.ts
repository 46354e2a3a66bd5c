import { useMemo } from 'react';
import { LOCALE_TAGS, type Locale } from '../../lib/constants.ts';
import type { SearchOption } from '../ui/form/SearchSelect.tsx';

/** What the settings offer, in the words of the browser. */

/** Browsers still know some zones by the older of their names. */
const RENAMED: Record<string, string> = {
  'America/Buenos_Aires': 'Argentina',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** IANA zones; `own` is there even where the browser doesn't know it. */
export function zoneOptions(own: string): SearchOption[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own]);
  return [...known].toSorted().map((zone) => ({ id: zone, text: zone.replaceAll('_', ' '), also: RENAMED[zone] ?? '' }));
}

/** Currencies by their codes, with their names. */
export function currencyOptions(own: string, locale: Locale): SearchOption[] {
  const names = new Intl.DisplayNames(LOCALE_TAGS[locale], { type: 'currency' });
  const known = new Set([...Intl.supportedValuesOf('currency'), own]);
  return [...known].toSorted().map((code) => ({ id: code, text: code, note: names.of(code) ?? '' }));
}

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Names of the days, Monday first. */
export function weekdays(locale: Locale, style: 'long' | 'short' = 'long'): string[] {
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { weekday: style, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(MONDAY + day * 86_400_000));
}

/** ISO days in the order of a week that begins with one of them. */
export const weekFrom = (first: number): number[] => Array.from({ length: 7 }, (_, day) => ((first - 1 + day) % 7) + 1);

export const useZones = (own: string) => useMemo(() => zoneOptions(own), [own]);
