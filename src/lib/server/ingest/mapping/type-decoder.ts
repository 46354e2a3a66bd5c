import type { TypeSpec } from '../../../contract/logger-types.ts';
import { parseInstant } from '../../../domain/time/instant.ts';
import { decodeCayenneLpp } from '../cayenne-lpp.ts';
import { decodeChirpstack } from '../chirpstack.ts';
import { Columns, type Decoded, nothing, timeProblem } from '../decoded.ts';
import { type Decode, decoderOf } from '../decoders.ts';
import { decodeTheThingsStack } from '../the-things-stack.ts';
import { addNested, type Uplink } from '../uplink.ts';
import { compile, type Trace } from './compile.ts';
import type { SensorFacts } from './convert.ts';
import { type Script, scriptOf } from './sandbox.ts';

/** How one version of a logger type, or a draft of one, reads what comes. */
export interface TypeDecoder {
  /** Reads bodies of a door. @param door name of the decoder that the door has for loggers without a type */
  of(door: string): Decode;
  /** As {@link of}, and tells where each reading came from. */
  traced(door: string, body: Uint8Array, receivedAt: number): { decoded: Decoded; traces: Trace[] };
}

/** Doors whose body is the device's own JSON, or its bare bytes; those of the others have a form of their own, whose values have keys. */
const OWN_BODY: ReadonlySet<string> = new Set(['json@1', 'thingsboard@1']);
/** Doors of network servers, whose messages carry a device's frame. */
const UPLINKS: ReadonlyMap<string, (body: Uint8Array, receivedAt: number) => Uplink> = new Map([
  ['tts@1', decodeTheThingsStack],
  ['chirpstack@1?event=up', (body: Uint8Array, receivedAt: number) => decodeChirpstack(body, receivedAt, 'up')],
]);
/** What the network says of the frame. */
const OF_NETWORK: readonly string[] = ['rssi', 'snr'];
/** Of a frame that came without one. */
const NO_PORT = 0;

type Frame = (bytes: Uint8Array, fPort: number, ts: number, receivedAt: number) => Decoded;

function frameOf(spec: TypeSpec): Frame | null {
  switch (spec.decoder) {
    case 'mapping':
      return null;
    case 'cayenne-lpp':
      return (bytes, _, ts, receivedAt) => decodeCayenneLpp(bytes, ts, receivedAt);
    case 'javascript':
      return scripted(scriptOf(spec.script ?? ''));
  }
}

/** A moment that a script gave: milliseconds since 1970 or text with an offset. */
const microseconds = (time: unknown): number =>
  typeof time === 'number' ? Math.round(time * 1_000) : typeof time === 'string' ? parseInstant(time) : Number.NaN;

const scripted =
  (script: Script): Frame =>
  (bytes, fPort, ts, receivedAt) => {
    const result = script({ bytes, fPort, recvTime: Math.round(ts / 1_000) });
    if (result.failure !== null) return nothing({ code: result.failure });
    const columns = new Columns();
    const at = result.time == null ? ts : microseconds(result.time);
    const problem = timeProblem(at, receivedAt);
    if (problem) columns.refuseRow(problem, 0);
    else addNested(columns, result.data, '', at, 0);
    const decoded = columns.done();
    if (result.warnings.length > 0) decoded.warnings = result.warnings.map((text) => ({ code: 'script_warned', text }));
    return decoded;
  };

/** A decoded frame with the strength of its reception; a device that reports its own keeps its word. */
function withNetwork(decoded: Decoded, network: Decoded): Decoded {
  if (decoded.failure) return decoded;
  for (const [i, slot] of network.slot.entries()) {
    const key = network.keys[slot]!;
    if (!OF_NETWORK.includes(key) || decoded.keys.includes(key)) continue;
    decoded.slot.push(decoded.keys.push(key) - 1);
    decoded.row.push(network.row[i]!);
    decoded.ts.push(network.ts[i]!);
    decoded.value.push(network.value[i]!);
  }
  return decoded;
}

/** Makes a spec ready to read. Nothing that it gives throws. */
export function typeDecoder(spec: TypeSpec, sensors: ReadonlyMap<string, SensorFacts>): TypeDecoder {
  const mapping = compile(spec, sensors);
  const frame = frameOf(spec);

  function read(door: string, body: Uint8Array, receivedAt: number, traces?: Trace[]): Decoded {
    const uplink = frame ? UPLINKS.get(door)?.(body, receivedAt) : undefined;
    if (frame && uplink?.frame && !uplink.decoded.failure) {
      const { payload, fPort, ts } = uplink.frame;
      return mapping.keyed(withNetwork(frame(payload, fPort, ts, receivedAt), uplink.decoded), traces);
    }
    if (!OWN_BODY.has(door)) return mapping.keyed(decoderOf(door)(body, receivedAt), traces);
    if (!frame) return mapping.json(body, receivedAt, traces);
    return mapping.keyed(frame(body, NO_PORT, receivedAt, receivedAt), traces);
  }
  return {
    of: (door) => (body, receivedAt) => read(door, body, receivedAt),
    traced(door, body, receivedAt) {
      const traces: Trace[] = [];
      return { decoded: read(door, body, receivedAt, traces), traces };
    },
  };
}
