import type { PortableType, TypeSpec } from '../../contract/logger-types.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { SensorTypeRow } from '../sensor-types/sensor-types.repo.ts';
import type { LoggerTypeRow } from './logger-types.repo.ts';
import { sensorTypes } from './sensors.ts';

type PortableSensor = NonNullable<PortableType['spec']['channels'][number]['sensor_type']>;

const nameOf = ({ names }: SensorTypeRow): string => (JSON.parse(names) as { en: string }).en;

/** A type for a file: its sensor types by what they are. */
export async function toPortable(ctx: Ctx, db: Db, row: LoggerTypeRow, spec: TypeSpec): Promise<PortableType> {
  const types = await sensorTypes(ctx, db);
  return {
    format: 'logger-type',
    format_version: 1,
    name: row.name,
    maker: row.maker,
    model: row.model,
    notes: row.notes,
    manual_url: row.manual_url,
    sampling_interval_s: row.sampling_interval_s,
    sending_interval_s: row.sending_interval_s,
    offline_after: row.offline_after,
    sample: row.sample,
    spec: {
      ...spec,
      channels: spec.channels.map(({ sensor_type_id, ...channel }) => {
        const type = types.get(sensor_type_id ?? '');
        return {
          ...channel,
          sensor_type: type ? { key: type.key, name: nameOf(type), quantity: type.quantity, kind: type.kind } : null,
        };
      }),
    },
  };
}

/** The organisation's own sensor type: of the same key, else of the same name, else the first of its quantity and kind. */
function matching(types: readonly SensorTypeRow[], { key, name, quantity, kind }: PortableSensor): SensorTypeRow | undefined {
  const alike = types.filter((type) => type.quantity === quantity && type.kind === kind);
  return alike.find((type) => key !== null && type.key === key) ?? alike.find((type) => nameOf(type) === name) ?? alike[0];
}

/** A spec from a file in the organisation's own sensor types; a channel whose sensor type nothing is like has none. */
export const fromPortable = async (ctx: Ctx, db: Db, spec: PortableType['spec']): Promise<TypeSpec> =>
  inSensorTypes(await sensorTypes(ctx, db), spec);

/** The same where the organisation's sensor types are known. */
export function inSensorTypes(all: ReadonlyMap<string, SensorTypeRow>, spec: PortableType['spec']): TypeSpec {
  const types = [...all.values()].filter(({ archived_at }) => archived_at === null);
  return {
    ...spec,
    channels: spec.channels.map(({ sensor_type, sensor_type_id: _, ...channel }) => ({
      ...channel,
      sensor_type_id: (sensor_type && matching(types, sensor_type)?.id) ?? null,
    })),
  };
}
