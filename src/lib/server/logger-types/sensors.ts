import type { TypeSpec } from '../../contract/logger-types.ts';
import type { SensorFacts } from '../ingest/mapping/convert.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { type SensorTypeRow, sensorTypesRepo } from '../sensor-types/sensor-types.repo.ts';

/** Sensor types of the organisation by id, archived ones too: a version may have been published before. */
export async function sensorTypes(ctx: Ctx, db: Db): Promise<ReadonlyMap<string, SensorTypeRow>> {
  const rows = await sensorTypesRepo({ db, organization_id: ctx.organization.id }).list(true);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What decides how values of the sensor types are read that a spec names. */
export async function sensorsOf(ctx: Ctx, db: Db, { channels }: TypeSpec): Promise<ReadonlyMap<string, SensorFacts>> {
  const named = new Set(channels.flatMap(({ sensor_type_id }) => sensor_type_id ?? []));
  if (named.size === 0) return new Map();
  const types = await sensorTypes(ctx, db);
  return new Map(
    [...named].flatMap((id) => {
      const type = types.get(id);
      return type ? [[id, { quantity: type.quantity, kind: type.kind }] as const] : [];
    }),
  );
}
