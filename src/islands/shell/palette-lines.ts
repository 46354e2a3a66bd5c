import { addressOf } from '../../lib/client/links/addresses.ts';
import { detailRoute, type Visit } from '../../lib/client/session/visits.store.ts';
import { LOCALES, type Locale } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import type { SearchHit } from '../../lib/contract/search.ts';
import { beginningFinder, finder } from '../../lib/domain/text/folded.ts';
import { href } from '../../lib/i18n/href.ts';
import type { Key, T } from '../../lib/i18n/index.ts';
import { opens, ROUTES, type RoutePath, routeKey } from '../../lib/routes.ts';

/** What the palette offers, before anybody looks for it on the server. */

/** What choosing a line does, where it isn't a link. */
export type Deed =
  | { color: 'system' | 'light' | 'dark' }
  | { language: Locale }
  | { workspace: string | null }
  | { help: true }
  | { print: true };

export interface Line {
  id: string;
  name: string;
  /** Beside the name, lighter. */
  details: readonly string[];
  /** Whose icon it wears. */
  route?: RoutePath;
  href?: string;
  deed?: Deed;
}
export interface Group {
  id: 'recent' | 'pages' | 'commands' | 'guides' | SearchHit['entity'];
  title: string;
  lines: readonly Line[];
}

export interface Ground {
  t: T;
  locale: Locale;
  profile: Pick<Profile, 'scope' | 'links'>;
  organization: string;
  /** The newest first. */
  visits: readonly Visit[];
}

/** A command that opens a form of a page, and who may do it. */
const FORMS: readonly { id: string; scope: Scope; words: Key; address: (locale: Locale) => string }[] = [
  { id: 'new-logger', scope: 'dlog:write', words: 'search:new.logger', address: (locale) => href('/dlog/dataloggers#new', null, locale) },
  { id: 'new-machine', scope: 'machines:write', words: 'search:new.machine', address: (locale) => href('/org/machines#new', null, locale) },
  { id: 'new-screen', scope: 'tm:write', words: 'search:new.screen', address: (locale) => href('/tm/screens#new', null, locale) },
  { id: 'new-operation', scope: 'tm:write', words: 'search:new.operation', address: (locale) => href('/tm/operations#new', null, locale) },
  { id: 'invite', scope: 'members:manage', words: 'search:new.invite', address: (locale) => href('/org#people/new', null, locale) },
];

const TITLE_OF: Record<SearchHit['entity'], Key> = {
  dataloggers: 'routes:dlog_dataloggers.name',
  machines: 'routes:org_machines.name',
  recordings: 'routes:dlog_recordings2.name',
  'sensor-types': 'routes:dlog_sensor_types.name',
  'logger-types': 'routes:dlog_logger_types.name',
  screens: 'routes:tm_screens.name',
  operations: 'routes:tm_operations.name',
  measurements: 'routes:tm_measurements.name',
  people: 'search:people',
};

function recent({ visits, locale, t }: Ground): Line[] {
  return visits.flatMap(({ path, label }) => {
    const route = detailRoute(path);
    if (!route) return [];
    const kind = t(`routes:${routeKey(route.path)}.name` as Key);
    return [{ id: path, name: label, details: [kind], route: route.path, href: href(route.path, { id: route.id }, locale) }];
  });
}

function pages({ profile, locale, t }: Ground): Line[] {
  return ROUTES.filter(
    (route) => route.nav.some((place) => place === 'user' || place.startsWith('rail:')) && opens(route, profile.scope),
  ).map(({ path }) => ({
    id: path,
    name: t(`routes:${routeKey(path)}.name` as Key),
    details: [],
    route: path,
    href: href(path, null, locale),
  }));
}

function commands({ profile, organization, locale, t }: Ground): Line[] {
  const own = profile.links.workspaces.filter((one) => one.organization_id === organization);
  return [
    ...FORMS.filter(({ scope }) => profile.scope.includes(scope)).map(({ id, words, address }) => ({
      id,
      name: t(words),
      details: [],
      href: address(locale),
    })),
    ...(own.length > 1
      ? [
          { id: 'all-workspaces', name: t('search:whole'), details: [], deed: { workspace: null } },
          ...own.map(({ workspace_id, name }) => ({
            id: workspace_id,
            name: t('search:workspace', { name }),
            details: [],
            deed: { workspace: workspace_id },
          })),
        ]
      : []),
    ...(['light', 'dark', 'system'] as const).map((color) => ({
      id: `color-${color}`,
      name: t('search:color', { mode: t(`common:color_mode.${color}`) }),
      details: [],
      deed: { color },
    })),
    ...LOCALES.map((language) => ({
      id: `language-${language}`,
      name: t('common:language.current', { language: t(`common:language.${language}`) }),
      details: [],
      deed: { language },
    })),
    { id: 'print', name: t('ui:shell.print'), details: [], deed: { print: true as const } },
    { id: 'help', name: t('search:help'), details: [], deed: { help: true as const } },
  ];
}

function guides({ locale, t }: Ground): Line[] {
  return ROUTES.filter(({ area }) => area === 'docs').map(({ path }) => ({
    id: path,
    name: t(`routes:${routeKey(path)}.title` as Key),
    details: [],
    href: href(path, null, locale),
  }));
}

/** Commands that are offered before anything is written: the forms. The others are found by their words. */
const AT_FIRST = new Set(FORMS.map(({ id }) => id));

/**
 * What stands in the palette: without a text what was opened last, the pages and the forms that can be begun; with one the lines that have
 * all its words, then what the server found, but nothing twice.
 * @param day writes `YYYY-MM-DD` of a measurement
 */
export function paletteGroups(text: string, hits: readonly SearchHit[], ground: Ground, day: (iso: string) => string): Group[] {
  const { t, locale } = ground;
  const finds = finder(text);
  const asked = text.trim() !== '';
  const begins = beginningFinder(text);
  // The product's own words are known by how they begin; a name that somebody gave by any part of it.
  const matching = (lines: Line[]) => lines.filter(({ name, details }) => begins(name, ...details));
  const opened = recent(ground).filter(({ name, details }) => finds(name, ...details));
  const known = new Set(opened.map((line) => line.href));
  const groups: Group[] = [
    { id: 'recent', title: t('search:recent'), lines: opened },
    { id: 'pages', title: t('search:pages'), lines: matching(pages(ground)) },
    { id: 'commands', title: t('search:commands'), lines: matching(commands(ground)).filter(({ id }) => asked || AT_FIRST.has(id)) },
    { id: 'guides', title: t('routes:docs.name'), lines: asked ? matching(guides(ground)) : [] },
  ];
  const entities = [...new Set(hits.map(({ entity }) => entity))];
  for (const entity of asked ? entities : []) {
    const lines = hits
      .filter((hit) => hit.entity === entity)
      .map((hit) => ({
        id: hit.id,
        name: hit.names?.[locale] ?? hit.name,
        details: [...hit.details, ...(hit.day === null ? [] : [day(hit.day)])],
        href: addressOf(hit, locale),
      }))
      .filter((line) => !known.has(line.href));
    groups.push({ id: entity, title: t(TITLE_OF[entity]), lines });
  }
  return groups.filter(({ lines }) => lines.length > 0);
}
