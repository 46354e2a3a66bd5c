import type { Locale } from '../../constants.ts';
import type { Link, LinkingEntity } from '../../contract/links.ts';
import type { SearchHit } from '../../contract/search.ts';
import { href } from '../../i18n/href.ts';

const PAGES = {
  dataloggers: '/dlog/dataloggers/{id}',
  machines: '/org/machines/{id}',
  'sensor-types': '/dlog/sensor-types/{id}',
  'logger-types': '/dlog/logger-types/{id}',
  recordings: '/dlog/recordings2/{id}',
  screens: '/tm/screens/{id}',
  measurements: '/tm/measurements/{id}',
  operations: '/tm/operations/{id}',
} as const;

/** The page of something that has a name; a person's is his line in the list of people. */
export const addressOf = ({ entity, id, name }: Link | Pick<SearchHit, 'entity' | 'id' | 'name'>, locale: Locale): string =>
  entity === 'people' ? href(`/org?person=${encodeURIComponent(name)}#people`, null, locale) : href(PAGES[entity], { id }, locale);

/** Where all of a kind are listed that a row is linked with; null where no list says that. */
export function allOf(
  kind: Link['entity'],
  row: { entity: LinkingEntity; id: string },
  links: readonly Link[],
  locale: Locale,
): string | null {
  if (kind === 'recordings') return row.entity === 'dataloggers' ? href(`/dlog/recordings2?datalogger=${row.id}`, null, locale) : null;
  return kind === 'measurements' ? measurementsOf(row, links, locale) : null;
}

/** Where all measurements are listed that a row is linked with; null where no list says that. */
function measurementsOf(row: { entity: LinkingEntity; id: string }, links: readonly Link[], locale: Locale): string | null {
  const { entity, id } = row.entity === 'dataloggers' ? (links.find((link) => link.entity === 'machines') ?? row) : row;
  const filter = ({ machines: 'machine', screens: 'screen' } as Record<string, string>)[entity];
  return filter ? href(`/tm/measurements?${filter}=${id}`, null, locale) : null;
}
