import { type Head, prerenderedHead, type Words } from '../layouts/head.ts';
import type { Locale } from '../lib/constants.ts';
import { type RoutePath, routeKey } from '../lib/routes.ts';
import { exampleReadings, type HallReading } from './apps/hall.ts';
import { DOCS, NEWS, nameOf } from './docs/guides.ts';
import { makeShift, type Shift } from './home/shift.ts';

/** What a prerendered page is made of: its head, and the words and figures of its body. Its payload is the same object as JSON. */
export interface Content<Data = Words> {
  head: Head;
  data: Data;
}
/** The home page has the shift of its figure besides its words. */
export interface HomeData {
  words: Words;
  shift: Shift;
}
/** The hall display has the readings of its tiles besides its words. */
export interface HallData {
  words: Words;
  readings: HallReading[];
}
/** The page that is the hall display. */
type HallPath = '/apps/datalogging.hnuj';
/** What the page and its payload have, whichever page it is. */
type AnyData = Words | HomeData | HallData;

const FILES = import.meta.glob<Words>('../../locales/*/{home,apps,study,company,help}.json', { import: 'default', eager: true });
const GUIDES = import.meta.glob<string>('../../locales/*/docs/*.md', { query: '?raw', import: 'default', eager: true });

/** The file in which the words of a page's body stand. */
function fileOf(route: RoutePath): 'apps' | 'study' | 'company' {
  if (route === '/apps' || route.startsWith('/apps/datalogging')) return 'apps';
  return route.startsWith('/apps/') ? 'study' : 'company';
}

function words(locale: Locale, namespace: 'home' | 'apps' | 'study' | 'company' | 'help'): Words {
  return FILES[`../../locales/${locale}/${namespace}.json`] ?? {};
}

/** @param base origin of the site, for absolute addresses */
export function contentOf(route: '/', locale: Locale, base: string): Content<HomeData>;
export function contentOf(route: HallPath, locale: Locale, base: string): Content<HallData>;
export function contentOf(route: Exclude<RoutePath, '/' | HallPath>, locale: Locale, base: string): Content;
export function contentOf(route: RoutePath, locale: Locale, base: string): Content<AnyData>;
export function contentOf(route: RoutePath, locale: Locale, base: string): Content<AnyData> {
  return { head: prerenderedHead(route, locale, base), data: bodyOf(route, locale) };
}

function bodyOf(route: RoutePath, locale: Locale): AnyData {
  if (route === '/') return { words: words(locale, 'home'), shift: makeShift() };
  const own = bodyWords(route, locale);
  return route === '/apps/datalogging.hnuj' ? { words: own, readings: exampleReadings() } : own;
}

function bodyWords(route: RoutePath, locale: Locale): Words {
  if (route === DOCS || route.startsWith(`${DOCS}/`)) return docsWords(route, locale);
  const body = words(locale, fileOf(route))[routeKey(route)];
  return typeof body === 'object' ? body : {};
}

/** A guide is one text, as its editors wrote it. */
function docsWords(route: RoutePath, locale: Locale): Words {
  const { docs = {}, news = {} } = words(locale, 'help');
  if (route === DOCS) return { docs };
  return route === NEWS ? { news } : { text: GUIDES[`../../locales/${locale}/docs/${nameOf(route)}.md`] ?? '' };
}
