import type { TypeSpec } from '../../contract/logger-types.ts';
import type { Deps } from '../kernel/context.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { DEMO_LOGGERS, type DemoLogger } from './model.ts';
import type { DemoWords } from './words.ts';

/** Kinds of the plant's loggers that have a type; the others are read by what they say themselves. */
const TYPED: readonly string[] = ['teplota a vlhkost', 'chladicí box'];

/** Sensor types by the unit that the loggers write; what converts to no other is stored as it comes. */
const SENSOR_OF: Record<string, { key: string; unit: string; quantity: 'temperature' | 'humidity' }> = {
  '°C': { key: 'air_temperature', unit: 'Cel', quantity: 'temperature' },
  '% RH': { key: 'relative_humidity', unit: '%', quantity: 'humidity' },
};

function specOf({ channels }: DemoLogger, sensors: ReadonlyMap<string, string>, word: DemoWords): TypeSpec {
  return {
    decoder: 'mapping',
    script: null,
    rows: null,
    time: { path: 'ts', unit: 'ms' },
    clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
    channels: channels.map(({ key, name, unit }) => {
      const sensor = SENSOR_OF[unit ?? ''];
      return {
        path: `values.${key}`,
        key,
        label: word(name),
        sensor_type_id: (sensor && sensors.get(sensor.key)) ?? null,
        unit: sensor?.unit ?? unit,
        scale: 1,
        offset: 0,
        input_min: null,
        input_max: null,
        states: null,
      };
    }),
  };
}

/** Makes the plant's logger types, each with a published version; gives their ids by the kind of loggers. @param sensors ids by key */
export async function seedTypes(
  connection: TenantConnection,
  ids: Deps['ids'],
  { sensors, word, now }: { sensors: ReadonlyMap<string, string>; word: DemoWords; now: number },
): Promise<ReadonlyMap<string, string>> {
  const db = tenantDb(connection);
  const made = new Map<string, string>();
  for (const kind of TYPED) {
    const logger = DEMO_LOGGERS.find((one) => one.kind === kind);
    if (!logger) continue;
    const id = ids.uuid();
    const name = word(kind);
    const shown = name.charAt(0).toUpperCase() + name.slice(1);
    const facts = Object.values(SENSOR_OF).map(({ key, quantity }) => [sensors.get(key)!, { quantity, kind: 'gauge' }]);
    await db
      .insertInto('logger_types')
      .values({
        id,
        key: null,
        name: shown,
        ...searchKeys(shown),
        maker: null,
        model: null,
        notes: null,
        manual_url: null,
        sampling_interval_s: logger.interval,
        sending_interval_s: logger.interval,
        sample: null,
        draft: null,
        version: 1,
        created_at: now,
        created_by: null,
        updated_at: now,
        updated_by: null,
        archived_at: null,
      })
      .execute();
    await db
      .insertInto('logger_type_versions')
      .values({
        logger_type_id: id,
        version: 1,
        spec: JSON.stringify(specOf(logger, sensors, word)),
        sensors: JSON.stringify(Object.fromEntries(facts)),
        published_at: now,
        published_by: null,
      })
      .execute();
    made.set(kind, id);
  }
  return made;
}
