import { createLoggerType, moveLoggers, publishLoggerType, TYPE_MOST_CHANNELS, type TypeSpec } from '../../contract/logger-types.ts';
import { reparseReceivedData } from '../../contract/tasks.ts';
import { guessTime, parsedMessage, rowsOf, TIME_FIELD } from '../../domain/logger-types/guess-time.ts';
import { keyOfPath, parsePath } from '../../domain/logger-types/path.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { EMPTY_SPEC, leavesOf } from './editor.store.ts';

/** Of a message in a logger type's sample. */
const SAMPLE_CHARACTERS = 20_000;

/** Reads the values of a message as its door does, and its time as the device writes it. Null where it isn't known how. */
export function specOfRefused(body: string, zone: string): TypeSpec | null {
  const unit = guessTime(body);
  if (unit === null) return null;
  const channels = new Map<string, TypeSpec['channels'][number]>();
  for (const row of rowsOf(parsedMessage(body)))
    for (const { path, value } of leavesOf(row, TYPE_MOST_CHANNELS)) {
      const parsed = parsePath(path);
      if (path === TIME_FIELD || value === null || !parsed || channels.size >= TYPE_MOST_CHANNELS) continue;
      const key = keyOfPath(parsed).replace(/^values\./, '');
      if (channels.has(key) || key.length > 100) continue;
      const plain = { sensor_type_id: null, unit: null, scale: 1, offset: 0, input_min: null, input_max: null, states: null };
      channels.set(key, { path, key, label: key, ...plain });
    }
  if (channels.size === 0) return null;
  return {
    ...EMPTY_SPEC,
    time: { path: TIME_FIELD, unit },
    clock: unit === 'local' ? { ...EMPTY_SPEC.clock, kind: 'zone', zone } : EMPTY_SPEC.clock,
    channels: [...channels.values()],
  };
}

/**
 * Makes a logger type that reads the time of a refused message, puts its logger on it, and has what was refused of the logger read again.
 * @param name of the type
 * @returns false where the message has no values that a type could read
 * @throws ApiError
 */
export async function mapRefused(
  { call, organization }: Pick<StoreDeps, 'call' | 'organization'>,
  { datalogger, body, zone, name }: { datalogger: string; body: string; zone: string; name: string },
): Promise<boolean> {
  const spec = specOfRefused(body, zone);
  if (!spec) return false;
  const params = { organization_id: organization };
  const made = await call(createLoggerType, {
    params,
    body: {
      portable: {
        format: 'logger-type',
        format_version: 1,
        name,
        maker: null,
        model: null,
        notes: null,
        manual_url: null,
        sampling_interval_s: null,
        sending_interval_s: null,
        sample: body.length > SAMPLE_CHARACTERS ? null : body,
        spec: { ...spec, channels: spec.channels.map(({ sensor_type_id: _, ...channel }) => ({ ...channel, sensor_type: null })) },
      },
    },
  });
  const { version } = await call(publishLoggerType, { params: { ...params, id: made.id }, body: { rev: made.rev } });
  await call(moveLoggers, { params: { ...params, id: made.id }, body: { version: version ?? 1, datalogger_ids: [datalogger] } });
  await call(reparseReceivedData, { params, body: { datalogger_id: datalogger, status: 'rejected' } });
  return true;
}
