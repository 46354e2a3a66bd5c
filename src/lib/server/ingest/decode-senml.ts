import { Columns, type Decoded, nothing, timeProblem } from './decoded.ts';
import { readSenml } from './senml.ts';

/**
 * A SenML pack → readings. Pure; never throws.
 *
 * A record's resolved name is the key of its channel and its unit goes along. An integrated sum is a reading of its own, with the key
 * `<name>.sum` and no unit. Bytes (`vd`) are no reading (`bad_value`). A record that gives a channel another unit than an earlier one of
 * the pack is refused (`unit_mismatch`): one series can't hold both.
 * @param receivedAt µs UTC
 */
export function decodeSenml(body: Uint8Array, receivedAt: number): Decoded {
  const pack = readSenml(body, receivedAt);
  if (pack.failure) return nothing(pack.failure);
  const columns = new Columns();
  const { out } = columns;
  const units: (string | undefined)[] = [];
  for (const { index, record } of pack.records) {
    if (columns.full) break;
    const ts = Math.round(record.t * 1e6);
    const problem = timeProblem(ts, receivedAt);
    if (problem) {
      out.errors.push({ code: problem, index });
      continue;
    }
    if (record.vd !== undefined) columns.refuseValue('bad_value', index, record.n);
    const value = record.v ?? record.vs ?? record.vb;
    if (value !== undefined) {
      const known = out.keys.length;
      const slot = columns.slotOf(record.n);
      if (slot === known) units[slot] = record.u;
      if (slot >= 0 && units[slot] !== record.u) columns.refuseValue('unit_mismatch', index, record.n);
      else columns.addTo(slot, record.n, value, ts, index);
    }
    if (record.s !== undefined) columns.add(`${record.n}.sum`, record.s, ts, index);
  }
  for (const error of pack.errors) out.errors.push(error);
  if (units.some((unit) => unit !== undefined)) out.units = out.keys.map((_, slot) => units[slot]);
  return columns.done();
}
