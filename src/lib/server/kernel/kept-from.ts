import { type RawBuilder, sql } from 'kysely';
import { RESOLUTION_US } from '../../constants.ts';
import type { TypeKeep, TypeRetention } from '../../contract/type-retention.ts';
import { type TenantConnection, tenantTable } from './tenant-db.ts';

const DAY_US = 86_400e6;

/**
 * The oldest moment that is kept, at the start of an hour so that no rollup is cut; −Infinity when everything is. Microseconds.
 * @param days null = for ever
 */
export function keptFrom(now: number, days: number | null): number {
  if (days === null) return Number.NEGATIVE_INFINITY;
  return Math.floor((now - days * DAY_US) / RESOLUTION_US['1h']) * RESOLUTION_US['1h'];
}

/** Days that series of a channel are kept; null = for ever. */
export interface Kept {
  readings: number | null;
  fives: number | null;
  hours: number | null;
}

/** What holds for channels of the type; null = for ever. */
export const effectiveKeep = ({ readings, fives, hours }: TypeKeep, organization: TypeRetention['organization']): Kept => {
  const own = (days: number | null, usual: number | null) => (days === null ? usual : days === 0 ? null : days);
  return {
    readings: own(readings, organization.readings),
    fives: own(fives, organization.rollups),
    hours: own(hours, organization.rollups),
  };
};

/** The oldest moments that are kept of each: no summary goes before what it was made of. */
export function edgesOf(now: number, kept: Kept): Record<keyof Kept, number> {
  const readings = keptFrom(now, kept.readings);
  const fives = Math.min(keptFrom(now, kept.fives), readings);
  return { readings, fives, hours: Math.min(keptFrom(now, kept.hours), fives) };
}

/**
 * Days that readings of whatever type are kept in the organisation `o`, the longest; null = for ever. What is older comes too late for all.
 * @param o alias of the row of the organisation in the query
 */
export function longestKeptDays(connection: TenantConnection, o: string): RawBuilder<number | null> {
  const own = sql.ref(`${o}.keep_readings_days`);
  const types = tenantTable(connection, 'sensor_types as kept_type');
  const longest = sql<number>`(select coalesce(max(kept_type.keep_readings_days), 0) from ${types})`;
  return sql<number | null>`case when ${own} is null or exists (select 1 from ${types} where kept_type.keep_readings_days = 0) then null
    when ${longest} > ${own} then ${longest} else ${own} end`;
}
