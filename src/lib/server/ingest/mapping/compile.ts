import { INGEST_MAX_READINGS } from '../../../constants.ts';
import type { TypeChannel, TypeSpec } from '../../../contract/logger-types.ts';
import type { IngestError } from '../../../contract/received-data.ts';
import { type ReadTime, timeReader } from '../../../domain/logger-types/device-time.ts';
import { concrete, keyOfPath, type Path, parsePath, type Step, valuesAt, writePath } from '../../../domain/logger-types/path.ts';
import { Columns, type Decoded, type DecodedValue, type NamedChannel, nothing, readJsonText, timeProblem } from '../decoded.ts';
import { type Converted, channelKindOf, converter, type SensorFacts } from './convert.ts';

/** Where a reading came from; reading `i` of the columns has trace `i`. */
export interface Trace {
  /** Place of the channel in the spec; null = no channel names it. */
  channel: number | null;
  path: string;
  raw: DecodedValue | null;
}

/** A spec made ready once. Nothing of it throws, whatever the message holds. */
export interface Mapping {
  /** Values by their paths in JSON. @param receivedAt µs UTC */
  json(body: Uint8Array, receivedAt: number, traces?: Trace[]): Decoded;
  /** Values that another decoder has named: channels of the spec take what has their path as its key, everything else stays as it is. */
  keyed(decoded: Decoded, traces?: Trace[]): Decoded;
}

/** A text cut at its stars. */
type Starred = readonly string[];

interface Target {
  place: number;
  path: Path;
  key: Starred;
  label: Starred;
  named: NamedChannel;
  convert(raw: unknown): Converted;
}

const MOST_WARNINGS = 1_000;
const WHOLE: Path = { fromRoot: true, steps: [], many: false };

function targetOf(channel: TypeChannel, place: number, sensor: SensorFacts | null): Target | null {
  const path = parsePath(channel.path);
  if (!path) return null;
  return {
    place,
    path,
    key: channel.key.split('*'),
    label: channel.label.split('*'),
    named: {
      name: channel.label,
      kind: sensor ? channelKindOf(sensor.kind) : channel.states ? 'state' : 'gauge',
      sensorTypeId: sensor ? channel.sensor_type_id : null,
      unit: sensor ? null : channel.unit,
    },
    convert: converter(channel, sensor),
  };
}

/** A key or a label whose stars are places in arrays; a place that it has no star for goes behind it. */
function filled(starred: Starred, places: readonly number[], between: string): string {
  if (starred.length === 1 && places.length === 0) return starred[0]!;
  let text = starred[0]!;
  for (let i = 1; i < starred.length; i++) text += `${places[i - 1] ?? '*'}${starred[i]}`;
  for (let i = starred.length - 1; i < places.length; i++) text += `${between}${places[i]}`;
  return text;
}

/** Collects readings of one message. */
class Collected {
  readonly columns = new Columns();
  readonly #named: (NamedChannel | undefined)[] = [];
  readonly #warnings: IngestError[] = [];
  readonly #traces: Trace[] | undefined;

  constructor(traces: Trace[] | undefined) {
    this.#traces = traces;
  }

  warn(warning: IngestError): void {
    if (this.#warnings.length < MOST_WARNINGS) this.#warnings.push(warning);
  }

  value(target: Target, places: readonly number[], raw: unknown, path: string, ts: number, row: number): void {
    const { columns } = this;
    if (raw === null) return;
    const key = filled(target.key, places, '.');
    const converted = target.convert(raw);
    if (converted.value === null) {
      columns.refuseValue(converted.problem, row, key, path);
      return;
    }
    const slot = columns.slotOf(key);
    if (slot >= 0 && this.#named[slot] === undefined) {
      const { kind, sensorTypeId } = target.named;
      this.#named[slot] = {
        ...target.named,
        name: filled(target.label, places, ' '),
        // Without a sensor type the value decides the kind, as it does without a logger type.
        kind: sensorTypeId === null && kind === 'gauge' && !converted.failed ? kindOf(converted.value) : kind,
      };
    }
    const trace: Trace = { channel: target.place, path, raw: raw as DecodedValue };
    if (converted.failed) this.#added(trace, () => columns.addFailed(slot, key, String(converted.value), ts, row, path));
    else this.#added(trace, () => columns.addTo(slot, key, converted.value, ts, row, path));
    if (converted.warning) this.warn({ code: converted.warning, index: row, key, path });
  }

  /** A value that no channel of the spec names. */
  plain(key: string, value: DecodedValue, ts: number, row: number): void {
    const { columns } = this;
    this.#added({ channel: null, path: key, raw: value }, () => columns.addTo(columns.slotOf(key), key, value, ts, row));
  }

  /** Adds a value and, when it was taken, where it came from. */
  #added(trace: Trace, add: () => void): void {
    const { out } = this.columns;
    const before = out.value.length;
    add();
    if (this.#traces && out.value.length > before) this.#traces.push(trace);
  }

  done(): Decoded {
    const decoded = this.columns.done();
    if (decoded.failure) return decoded;
    decoded.named = decoded.keys.map((_, slot) => this.#named[slot]);
    if (this.#warnings.length > 0) decoded.warnings = this.#warnings;
    return decoded;
  }
}

const kindOf = (value: DecodedValue): NamedChannel['kind'] =>
  typeof value === 'number' ? 'gauge' : typeof value === 'boolean' ? 'state' : 'text';

/**
 * Makes a spec ready. Pure, and done once for each version; a channel whose path can't be read is left out, as specs are checked before.
 * @param sensors sensor types by their id
 */
export function compile(spec: TypeSpec, sensors: ReadonlyMap<string, SensorFacts>): Mapping {
  const targets = spec.channels.flatMap(
    (channel, place) => targetOf(channel, place, sensors.get(channel.sensor_type_id ?? '') ?? null) ?? [],
  );
  const rowsPath = spec.rows === null ? null : parsePath(spec.rows);
  const time = spec.time && { path: parsePath(spec.time.path), read: timeReader(spec.time.unit, spec.clock) };
  const byKey = new Map<string, Target>();
  for (const target of targets) {
    const { path } = target;
    // A formatter of a network server writes places of arrays as names.
    for (const key of [keyOfPath(path), writePath(path.steps), spec.channels[target.place]!.path])
      if (!byKey.has(key)) byKey.set(key, target);
  }

  const timeOf = (row: unknown, root: unknown): ReadTime | null => {
    if (!time?.path) return null;
    const { fromRoot, steps } = time.path;
    const [found] = valuesAt(fromRoot ? root : row, steps, 1);
    return found === undefined || found.value === null ? null : time.read(found.value);
  };

  function readRow(into: Collected, row: unknown, root: unknown, at: { base: readonly Step[]; ts: number; index: number }): void {
    for (const target of targets) {
      if (into.columns.full) return;
      const { fromRoot, steps } = target.path;
      const base = fromRoot ? [] : at.base;
      if (steps.length === 0) continue;
      for (const { value, places } of valuesAt(fromRoot ? root : row, steps, INGEST_MAX_READINGS + 1)) {
        if (into.columns.full) return;
        into.value(target, places, value, writePath([...base, ...concrete(steps, places)]), at.ts, at.index);
      }
    }
  }

  return {
    json(body, receivedAt, traces) {
      const json = readJsonText(body);
      if (json.failure) return nothing(json.failure);
      const root = json.value;
      if (typeof root !== 'object' || root === null) return nothing({ code: 'shape' });
      const place = rowsPath ?? (Array.isArray(root) ? { ...WHOLE, steps: [null] } : WHOLE);
      const rows = valuesAt(root, place.steps, INGEST_MAX_READINGS + 1);
      if (rows.length > INGEST_MAX_READINGS) return nothing({ code: 'too_many_readings' });
      const times = rows.map(({ value }) => timeOf(value, root));
      // Rows without a time would fall on one moment: the last of them is taken.
      const lastWithout = times.lastIndexOf(null);
      const into = new Collected(traces);
      for (let index = 0; index < rows.length && !into.columns.full; index++) {
        const found = times[index]!;
        if (found === null && index < lastWithout) {
          into.columns.refuseRow('ts_missing', index);
          continue;
        }
        const ts = found === null ? receivedAt : found.us;
        if (ts === null) {
          into.columns.refuseRow((found as { problem: IngestError['code'] }).problem, index);
          continue;
        }
        const problem = timeProblem(ts, receivedAt);
        if (problem) {
          into.columns.refuseRow(problem, index);
          continue;
        }
        if (found === null) {
          if (time) into.warn({ code: 'ts_missing', index });
        } else if (found.us !== null && found.mark) into.warn({ code: found.mark, index });
        const { value, places } = rows[index]!;
        readRow(into, value, root, { base: concrete(place.steps, places), ts, index });
      }
      return into.done();
    },

    keyed(decoded, traces) {
      if (decoded.failure) return decoded;
      const into = new Collected(traces);
      for (const warning of decoded.warnings ?? []) into.warn(warning);
      const ofSlot = decoded.keys.map((key) => byKey.get(key));
      for (let i = 0; i < decoded.slot.length; i++) {
        const slot = decoded.slot[i]!;
        const target = ofSlot[slot];
        const key = decoded.keys[slot]!;
        const [value, ts, row] = [decoded.value[i]!, decoded.ts[i]!, decoded.row[i]!];
        if (target) into.value(target, [], value, key, ts, row);
        else into.plain(key, value, ts, row);
      }
      const mapped = into.done();
      if (mapped.failure) return mapped;
      mapped.errors.unshift(...decoded.errors);
      if (decoded.units) {
        const units = new Map(decoded.keys.map((key, slot) => [key, decoded.units![slot]]));
        mapped.units = mapped.keys.map((key, slot) => (mapped.named![slot] ? undefined : units.get(key)));
      }
      return mapped;
    },
  };
}
