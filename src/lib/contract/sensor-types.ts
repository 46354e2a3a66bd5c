import * as z from 'zod/mini';
import { stateWords } from './channels.ts';
import { id, instant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MEAN_KINDS } from './means.ts';
import { color, words } from './taxonomies.ts';

/** What is measured; units of each are in src/lib/domain/quantities. */
export const QUANTITY_NAMES = [
  'temperature',
  'temperature_difference',
  'humidity',
  'dew_point',
  'pressure',
  'co2',
  'voltage',
  'current',
  'power',
  'energy',
  'flow',
  'volume',
  'level',
  'distance',
  'speed',
  'vibration',
  'illuminance',
  'sound',
  'weight',
  'force',
  'count',
  'state',
  'text',
  'battery',
  'signal',
  'custom',
] as const;
export type Quantity = (typeof QUANTITY_NAMES)[number];
/** As kinds of channels; delta: what came since the message before. */
export const SENSOR_KINDS = ['gauge', 'counter', 'delta', 'state', 'text'] as const;
export type SensorKind = (typeof SENSOR_KINDS)[number];

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(20), z.regex(/^[^\p{Cc}]*$/u));
const bound = z.nullable(z.number().check(z.gte(-1e15), z.lte(1e15)));

const fields = {
  names: words,
  quantity: z.enum(QUANTITY_NAMES),
  kind: z.enum(SENSOR_KINDS),
  /** UCUM code of the unit that people see; of a custom quantity whatever is written. */
  display_unit: code,
  decimals: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(9))),
  /** What is plausible, in the canonical unit; null = no bound. */
  range_min: bound,
  range_max: bound,
  mean: z.enum(MEAN_KINDS),
  color: z.nullable(color),
  state_words: z.nullable(stateWords),
};

/** What a channel measures and how its values are shown: shared by the whole organisation. */
export const sensorType = z.object({
  id,
  /** Of those that came with the product; null = the organisation's own. */
  key: z.nullable(z.string()),
  ...fields,
  /** UCUM code of the unit that values are stored in; it follows from the quantity and never changes. */
  unit: z.string(),
  /** Channels that use it. */
  channel_count: z.number(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type SensorType = z.infer<typeof sensorType>;

const path = '/v1/orgs/:organization_id/sensor-types';

export const listSensorTypes = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ archived: z.optional(z.enum(['0', '1'])) }),
  response: z.object({ items: z.array(sensorType) }),
  summary: 'Sensor types of the organisation, oldest first',
});

export const createSensorType = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  whole: true,
  body: z.object({ id: z.optional(id), ...fields }),
  response: sensorType,
  status: 201,
  summary: 'Create a sensor type',
});

export const getSensorType = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: sensorType,
  summary: 'One sensor type',
});

export const updateSensorType = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  whole: true,
  body: z.object({
    rev,
    names: z.optional(fields.names),
    display_unit: z.optional(fields.display_unit),
    decimals: z.optional(fields.decimals),
    range_min: z.optional(bound),
    range_max: z.optional(bound),
    mean: z.optional(fields.mean),
    color: z.optional(fields.color),
    state_words: z.optional(fields.state_words),
    archived: z.optional(z.boolean()),
  }),
  response: sensorType,
  summary: 'Change or archive a sensor type; quantity and kind stay. A stale `rev` answers 409 with the current row',
});

export const mergeSensorType = endpoint({
  method: 'POST',
  path: `${path}/:id/merge`,
  access: 'user',
  scope: 'dlog:write',
  whole: true,
  body: z.object({ rev, into: id }),
  response: z.object({ type: sensorType, channels: z.array(id) }),
  summary:
    'Give all channels of a type to another one of its quantity and archive it; the answer names them, for taking it back. A stale `rev` answers 409',
});

export const unmergeSensorType = endpoint({
  method: 'POST',
  path: `${path}/:id/unmerge`,
  access: 'user',
  scope: 'dlog:write',
  whole: true,
  body: z.object({ rev, from: id, channels: z.array(id).check(z.maxLength(5_000)) }),
  response: sensorType,
  summary: 'Take a merge back: the type is in use again, with those of the channels that are still of the other one',
});
