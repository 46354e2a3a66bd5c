import type { FieldError } from '../../contract/errors.ts';
import type { TypeSpec } from '../../contract/logger-types.ts';
import { parsePath } from '../../domain/logger-types/path.ts';
import { unitOf } from '../../domain/quantities/quantities.ts';
import { isTimeZone } from '../../domain/time/time-zone.ts';
import { KEY_MAX_LENGTH } from '../ingest/decoded.ts';
import type { SensorFacts } from '../ingest/mapping/convert.ts';

/**
 * What of a spec can't be, by its path; empty = it can be published. `taken` is a second channel of one key.
 * @param sensors sensor types that the spec names, by id
 */
export function specProblems(spec: TypeSpec, sensors: ReadonlyMap<string, SensorFacts>): FieldError[] {
  const problems: FieldError[] = [];
  const refuse = (path: string, code = 'invalid_value') => problems.push({ path, code });
  if (spec.decoder === 'javascript' && !spec.script?.trim()) refuse('draft.script', 'required');
  if (spec.rows !== null && !parsePath(spec.rows)) refuse('draft.rows');
  if (spec.time && (!parsePath(spec.time.path) || parsePath(spec.time.path)!.many)) refuse('draft.time.path');
  if (spec.clock.kind === 'zone' && (spec.clock.zone === null || !isTimeZone(spec.clock.zone))) refuse('draft.clock.zone');
  const keys = new Set<string>();
  for (const [i, channel] of spec.channels.entries()) {
    const at = `draft.channels.${i}`;
    // A key of another decoder may be any text.
    if (spec.decoder === 'mapping' && !parsePath(channel.path)) refuse(`${at}.path`);
    if (channel.key.length > KEY_MAX_LENGTH) refuse(`${at}.key`);
    if (keys.has(channel.key)) refuse(`${at}.key`, 'taken');
    keys.add(channel.key);
    if (channel.input_min !== null && channel.input_max !== null && channel.input_min >= channel.input_max) refuse(`${at}.input_max`);
    if (channel.sensor_type_id === null) continue;
    const sensor = sensors.get(channel.sensor_type_id);
    if (!sensor) refuse(`${at}.sensor_type_id`);
    else if (channel.unit !== null && sensor.quantity !== 'custom' && !unitOf(sensor.quantity, channel.unit)) refuse(`${at}.unit`);
  }
  return problems;
}
