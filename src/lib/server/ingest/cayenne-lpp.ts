import { Buffer } from 'node:buffer';
import { Columns, type Decoded, nothing, timeProblem } from './decoded.ts';

interface LppType {
  name: string;
  /** Bytes of one number. */
  size: 1 | 2 | 3 | 4;
  signed: boolean;
  /** The number is divided by it; for several numbers one for each. */
  divisors: number[];
  /** Names of several numbers. */
  parts?: string[];
  /** SenML unit. */
  unit?: string;
}

const one = (name: string, size: LppType['size'], signed: boolean, divisor: number, unit?: string): LppType => ({
  name,
  size,
  signed,
  divisors: [divisor],
  ...(unit ? { unit } : {}),
});

/** Types by their byte, which is the IPSO object's number less 3200; names as The Things Stack's own formatter gives them. */
const TYPES: ReadonlyMap<number, LppType> = new Map([
  [0, one('digital_in', 1, false, 1)],
  [1, one('digital_out', 1, false, 1)],
  [2, one('analog_in', 2, true, 100)],
  [3, one('analog_out', 2, true, 100)],
  [100, one('generic', 4, false, 1)],
  [101, one('luminosity', 2, false, 1, 'lx')],
  [102, one('presence', 1, false, 1)],
  [103, one('temperature', 2, true, 10, 'Cel')],
  [104, one('relative_humidity', 1, false, 2, '%RH')],
  [113, { name: 'accelerometer', size: 2, signed: true, divisors: [1000, 1000, 1000], parts: ['x', 'y', 'z'] }],
  [115, one('barometric_pressure', 2, false, 10, 'hPa')],
  [116, one('voltage', 2, false, 100, 'V')],
  [117, one('current', 2, false, 1000, 'A')],
  [118, one('frequency', 4, false, 1, 'Hz')],
  [120, one('percentage', 1, false, 1, '%')],
  [121, one('altitude', 2, true, 1, 'm')],
  [122, one('load', 3, true, 1000, 'kg')],
  [125, one('concentration', 2, false, 1, 'ppm')],
  [128, one('power', 2, false, 1, 'W')],
  [130, one('distance', 4, false, 1000, 'm')],
  [131, one('energy', 4, false, 1000, 'kWh')],
  [132, one('direction', 2, false, 1, 'deg')],
  [133, one('unixtime', 4, false, 1, 's')],
  [134, { name: 'gyrometer', size: 2, signed: true, divisors: [100, 100, 100], parts: ['x', 'y', 'z'] }],
  [135, { name: 'colour', size: 1, signed: false, divisors: [1, 1, 1], parts: ['r', 'g', 'b'] }],
  [136, { name: 'gps', size: 3, signed: true, divisors: [10_000, 10_000, 100], parts: ['latitude', 'longitude', 'altitude'] }],
  [142, one('switch', 1, false, 1)],
]);

/** No LoRaWAN frame is longer; a longer body is something else. */
const FRAME_MAX_BYTES = 255;

/**
 * A Cayenne Low Power Payload (channel, type, big-endian value, again and again) → readings `<type>_<channel>[.part]`. Pure; never throws.
 *
 * A value cut short, an unknown type or more than 255 bytes refuses the frame (`bad_payload`): nobody can tell where the next value begins.
 * @param ts µs UTC of the frame
 * @param receivedAt µs UTC of the message that brought it
 */
export function decodeCayenneLpp(payload: Uint8Array, ts: number, receivedAt: number): Decoded {
  if (payload.length > FRAME_MAX_BYTES) return nothing({ code: 'bad_payload', column: FRAME_MAX_BYTES + 1 });
  const columns = new Columns();
  const problem = timeProblem(ts, receivedAt);
  if (problem) {
    columns.refuseRow(problem, 0);
    return columns.done();
  }
  const units: (string | undefined)[] = [];
  const view = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  for (let at = 0; at < view.length; ) {
    const type = TYPES.get(view[at + 1] ?? -1);
    if (!type || at + 2 + type.size * type.divisors.length > view.length) return nothing({ code: 'bad_payload', column: at + 1 });
    const name = `${type.name}_${view[at]}`;
    at += 2;
    for (let i = 0; i < type.divisors.length; i++, at += type.size) {
      const raw = type.signed ? view.readIntBE(at, type.size) : view.readUIntBE(at, type.size);
      const key = type.parts ? `${name}.${type.parts[i]}` : name;
      const slot = columns.slotOf(key);
      units[slot] = type.unit;
      columns.addTo(slot, key, raw / type.divisors[i]!, ts, 0);
    }
  }
  if (units.some((unit) => unit !== undefined)) columns.out.units = units;
  return columns.done();
}
