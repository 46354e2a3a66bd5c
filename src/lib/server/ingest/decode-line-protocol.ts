import { INGEST_MAX_READINGS } from '../../constants.ts';
import { Columns, type Decoded, KEY_MAX_LENGTH, nothing, timeProblem } from './decoded.ts';
import { type LinePrecision, LineProtocolError, LineReader, type LineSeries, TooManyFieldsError } from './line-protocol.ts';

/** What a series' readings are called: as short as it can be while two different series or fields never share a key. */
interface Names {
  text: string;
  /** A measurement or tag with a dot would make its bare name look like a measurement and a field. */
  dotted: boolean;
}

function namesOf({ measurement, tags }: LineSeries): Names {
  const text = [
    measurement.replace(/[\\,]/g, '\\$&'),
    ...tags.map(([key, value]) => `${key.replace(/[\\,=]/g, '\\$&')}=${value.replace(/[\\,=]/g, '\\$&')}`),
  ].join(',');
  return { text, dotted: text.includes('.') };
}

/** `measurement[,tag=value…]` for the field `value`, else `measurement[,tag=value…].field`; dots in a field are escaped. */
function keyOf({ text, dotted }: Names, field: string): string {
  return field === 'value' && !dotted ? text : `${text}.${field.replace(/[\\.]/g, '\\$&')}`;
}

/**
 * A body of line protocol → readings. Pure; never throws.
 *
 * - The key of a channel is the measurement for the field `value`, else `measurement.field`. Tags belong to the key, by name:
 *   `measurement,tag=value.field`.
 * - Times are cut to the µs; a line without one takes `receivedAt`. Lines are rows, counted from 0 without comments and empty lines.
 * - Integers beyond 2^53 can't be stored exactly: the value is refused (`integer_too_large`).
 * - The first line that can't be read refuses the whole body (`malformed_line` with line and column), as at InfluxDB's own door.
 * @param receivedAt µs UTC
 */
export function decodeLineProtocol(body: Uint8Array, receivedAt: number, precision: LinePrecision = 'ns'): Decoded {
  const reader = new LineReader(body, precision, INGEST_MAX_READINGS);
  const columns = new Columns();
  const names = new Map<LineSeries, Names>();
  try {
    for (let row = 0; !columns.full && reader.next(); row++) {
      const ts = reader.hasTime ? reader.microseconds() : receivedAt;
      const problem = timeProblem(ts, receivedAt);
      if (problem) columns.refuseRow(problem, row);
      else addPoint(columns, reader, names, ts, row);
    }
  } catch (error) {
    if (error instanceof LineProtocolError) return nothing({ code: error.code, line: error.line, column: error.column });
    if (error instanceof TooManyFieldsError) return nothing({ code: 'too_many_readings' });
    throw error;
  }
  return columns.done();
}

function addPoint(columns: Columns, reader: LineReader, names: Map<LineSeries, Names>, ts: number, row: number): void {
  for (let i = 0; i < reader.fieldCount; i++) {
    const field = reader.fieldKeys[i]!;
    let { slot } = field;
    let key = '';
    // A field's column is asked for once a series, but a bad key is told each time.
    if (slot < 0) {
      const series = names.get(reader.series) ?? namesOf(reader.series);
      names.set(reader.series, series);
      // Keys that are far too long aren't made again for each field.
      const tooLong = series.text.length > 2 * KEY_MAX_LENGTH;
      key = tooLong ? series.text : keyOf(series, field.key);
      slot = tooLong ? -1 : columns.slotOf(key);
      field.slot = slot;
    }
    const value = reader.fieldValues[i]!;
    if (typeof value !== 'bigint') columns.addTo(slot, key, value, ts, row);
    else if (Number.isSafeInteger(Number(value))) columns.addTo(slot, key, Number(value), ts, row);
    else columns.refuseValue('integer_too_large', row, columns.out.keys[slot] ?? key);
  }
}
