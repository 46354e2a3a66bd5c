import {
  createLoggerType,
  getLoggerType,
  type LoggerTypeDetail,
  listLoggerTypes,
  moveLoggers,
  publishLoggerType,
  TYPE_MOST_CHANNELS,
  type TypeSpec,
  typeSpec,
} from '../../contract/logger-types.ts';
import { reparseReceivedData } from '../../contract/tasks.ts';
import { guessTime, parsedMessage, rowsOf } from '../../domain/logger-types/guess-time.ts';
import { leavesOf } from '../../domain/logger-types/leaves.ts';
import { keyOfPath, parsePath } from '../../domain/logger-types/path.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { EMPTY_SPEC, specOf } from './editor.store.ts';

/** Of a message in a logger type's sample. */
const SAMPLE_CHARACTERS = 20_000;

type Deps = Pick<StoreDeps, 'call' | 'organization'>;

/**
 * Reads the values of a message as its door does, nested ones too, and its time as the device writes it. Null where it has no values.
 * @param zone of the clock that writes a time without an offset; null = UTC
 */
export function specOfMessage(body: string, zone: string | null): TypeSpec | null {
  const time = guessTime(body);
  const channels = new Map<string, TypeSpec['channels'][number]>();
  for (const row of rowsOf(parsedMessage(body)))
    for (const { path, value } of leavesOf(row, TYPE_MOST_CHANNELS)) {
      const parsed = parsePath(path);
      if (path === (time?.path ?? 'ts') || value === null || !parsed || channels.size >= TYPE_MOST_CHANNELS) continue;
      const key = keyOfPath(parsed).replace(/^values\./, '');
      if (channels.has(key) || key.length > 100) continue;
      const plain = { sensor_type_id: null, unit: null, scale: 1, offset: 0, input_min: null, input_max: null, states: null };
      channels.set(key, { path, key, label: key, ...plain });
    }
  if (channels.size === 0) return null;
  const isLocal = time?.unit === 'local' && zone !== null;
  return {
    ...EMPTY_SPEC,
    // What the door reads by itself a mapping has to name.
    time: time ?? ownTime(body),
    clock: isLocal ? { ...EMPTY_SPEC.clock, kind: 'zone', zone } : EMPTY_SPEC.clock,
    channels: [...channels.values()],
  };
}

/** The time that the door reads by itself. */
function ownTime(body: string): TypeSpec['time'] {
  const ts = rowsOf(parsedMessage(body)).map((row) => (typeof row === 'object' && row !== null ? (row as { ts?: unknown }).ts : null));
  if (ts.some((one) => typeof one === 'number')) return { path: 'ts', unit: 'ms' };
  return ts.some((one) => typeof one === 'string') ? { path: 'ts', unit: 'iso' } : null;
}

/** The type that is made of a message; one of the same name that reads the same is there already where an earlier try went only half the way. */
async function typeOf({ call, organization }: Deps, name: string, body: string, spec: TypeSpec): Promise<LoggerTypeDetail> {
  const params = { organization_id: organization };
  const alike = (await call(listLoggerTypes, { params, query: {} })).items.filter((one) => one.name === name);
  for (const { id } of alike) {
    const there = await call(getLoggerType, { params: { ...params, id } });
    if (JSON.stringify(specOf(there)) === JSON.stringify(typeSpec.parse(spec))) return there;
  }
  return call(createLoggerType, {
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
}

/**
 * Makes a logger type that reads the time of a message, puts its logger on it, and has what came of the logger read again.
 * Asked again after it failed half-way it goes on with the type that is there.
 * @param name of the type
 * @param zone of the clock on the wall; null = UTC
 * @param status of the messages that are read again; null = all
 * @returns false where the message has no values that a type could read
 * @throws ApiError
 */
export async function mapRefused(
  deps: Deps,
  {
    datalogger,
    body,
    zone,
    name,
    status,
  }: { datalogger: string; body: string; zone: string | null; name: string; status: 'rejected' | null },
): Promise<boolean> {
  const spec = specOfMessage(body, zone);
  if (!spec) return false;
  const { call, organization } = deps;
  const made = await typeOf(deps, name, body, spec);
  const params = { organization_id: organization, id: made.id };
  const { version } = made.version !== null && !made.has_draft ? made : await call(publishLoggerType, { params, body: { rev: made.rev } });
  await call(moveLoggers, { params, body: { version: version ?? 1, datalogger_ids: [datalogger] } });
  await call(reparseReceivedData, {
    params: { organization_id: organization },
    body: { datalogger_id: datalogger, ...(status && { status }) },
  });
  return true;
}

/**
 * A draft of a type that begins with a message, to be mapped by hand.
 * @param name of the type
 * @returns its id; null where the message has no values
 * @throws ApiError
 */
export async function draftOfMessage(
  deps: Deps,
  { body, zone, name }: { body: string; zone: string; name: string },
): Promise<string | null> {
  const spec = specOfMessage(body, zone);
  return spec && (await typeOf(deps, name, body, spec)).id;
}
