import { CATALOGUE, type CatalogueType } from '../../domain/quantities/catalogue.ts';
import type { Deps } from '../kernel/context.ts';
import { stamps } from '../kernel/rows.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { searchedNames } from './sensor-types.repo.ts';

/** The columns of a copy of a type that comes with the product. */
export const catalogueRow = ({ key, names, quantity, kind, display_unit, decimals, range, mean, color }: CatalogueType) => ({
  key,
  names: JSON.stringify(names),
  search: searchedNames(JSON.stringify(names)),
  quantity,
  kind,
  display_unit,
  decimals,
  range_min: range?.[0] ?? null,
  range_max: range?.[1] ?? null,
  mean,
  color,
  state_words: null,
});

/** Gives a new organisation its copies of the types that come with the product, in one statement. */
export async function copyCatalogue(
  connection: TenantConnection,
  ids: Deps['ids'],
  { at, by }: { at: number; by: string | null },
): Promise<Map<string, string>> {
  const rows = CATALOGUE.map((type) => ({ ...catalogueRow(type), ...stamps(at, by), id: ids.uuid() }));
  await tenantDb(connection).insertInto('sensor_types').values(rows).execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}
