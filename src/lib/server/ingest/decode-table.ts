import * as z from 'zod/mini';
import { CHANNEL_KINDS } from '../../contract/channels.ts';
import { IMPORT_MOST_CHANNELS, IMPORT_MOST_COLUMNS } from '../../contract/imports.ts';
import { DECIMALS, SEPARATORS, SKIPPED, TIME_FORMATS, TWICE } from '../../contract/tables.ts';
import { isTableZone } from '../../domain/tables/local-time.ts';
import { type TableRow, type TableSpec, tableReader } from '../../domain/tables/table-reader.ts';
import { parseCsv } from '../../domain/text/csv.ts';
import { Columns, type Decoded, nothing, timeProblem } from './decoded.ts';

/**
 * A part of an imported file: a line of JSON that says how it is read, then its rows as they stand in the file, in UTF-8. It bears everything,
 * so that its readings can be made from it again whatever became of the file.
 */

const column = z.int().check(z.gte(0), z.lt(IMPORT_MOST_COLUMNS));
const head = z.object({
  separator: z.enum(SEPARATORS),
  decimal: z.enum(DECIMALS),
  time: z.array(column).check(z.minLength(1), z.maxLength(2)),
  format: z.enum(TIME_FORMATS),
  local: z.object({
    zone: z.string().check(z.refine(isTableZone)),
    twice: z.nullable(z.enum(TWICE)),
    skipped: z.nullable(z.enum(SKIPPED)),
    newest_first: z.boolean(),
  }),
  keyAt: z.optional(column),
  columns: z
    .array(
      z.object({
        at: column,
        key: z.string(),
        kind: z.enum(CHANNEL_KINDS),
        words: z.optional(z.record(z.string(), z.number())),
      }),
    )
    .check(z.maxLength(IMPORT_MOST_CHANNELS)),
  /** Line of the file on which the part begins. */
  line: z.int(),
  /** The moment of the row before, which the order of local times that come twice goes on from. */
  previous: z.nullable(z.number()),
});

/** A part of a file with what it needs to be read. */
export interface TablePart {
  spec: TableSpec;
  line: number;
  previous: number | null;
  text: string;
}
/** A row of a part; lines are those of the file. */
export type PartRow = TableRow & { line: number };

export const writePart = ({ spec, line, previous, text }: TablePart): string => `${JSON.stringify({ ...spec, line, previous })}\n${text}`;

function partOf(body: Uint8Array): TablePart | null {
  const end = body.indexOf(10);
  if (end < 0) return null;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    const known = head.safeParse(JSON.parse(decoder.decode(body.subarray(0, end))));
    if (!known.success) return null;
    const { line, previous, ...spec } = known.data;
    return { spec: spec as TableSpec, line, previous, text: decoder.decode(body.subarray(end + 1)) };
  } catch {
    return null;
  }
}

/** The rows of a part, and the moment from which the next one goes on. */
export function readPart({ spec, line, previous, text }: TablePart): { rows: PartRow[]; previous: number | null } {
  const reader = tableReader(spec, previous);
  const rows = parseCsv(text, spec.separator).map((row) => ({ ...reader.read(row.cells), line: line + row.line - 1 }));
  return { rows, previous: reader.previous };
}

/** Rows → readings. Of a row without a time, and of a value that is none, an error with its line; what is to be left out leaves nothing. */
export function decodeRows(rows: readonly PartRow[], { columns }: TableSpec, receivedAt: number, { failures = true } = {}): Decoded {
  const out = new Columns();
  const slots = columns.map(({ key }) => out.slotOf(key));
  for (const [index, row] of rows.entries()) {
    if (out.full) break;
    if (row.problem === 'skip') continue;
    const problem = row.us === null ? row.problem : timeProblem(row.us, receivedAt);
    if (problem !== null) {
      out.refuseRow(problem, index);
      continue;
    }
    for (const [at, value] of row.values.entries()) {
      // A hole: the row isn't about that column.
      if (value == null) continue;
      const { key } = columns[at]!;
      if ('failed' in value) {
        if (failures) out.addFailed(slots[at]!, key, value.failed, row.us!, index);
      } else if ('problem' in value) out.refuseValue(value.problem, index, key);
      else out.addTo(slots[at]!, key, value.value, row.us!, index);
    }
  }
  const decoded = out.done();
  for (const error of decoded.errors) if (error.index !== undefined) error.line = rows[error.index]!.line;
  return decoded;
}

/** A kept part of a file → readings. Pure; never throws. @param receivedAt µs UTC */
export function decodeTable(body: Uint8Array, receivedAt: number): Decoded {
  const part = partOf(body);
  return part ? decodeRows(readPart(part).rows, part.spec, receivedAt) : nothing({ code: 'bad_payload' });
}

/** As parts of files were read first: where the sensor says that it can't measure, nothing was measured. */
export function decodeTableWithoutFailures(body: Uint8Array, receivedAt: number): Decoded {
  const part = partOf(body);
  return part ? decodeRows(readPart(part).rows, part.spec, receivedAt, { failures: false }) : nothing({ code: 'bad_payload' });
}
