import { Buffer } from 'node:buffer';
import type { RowGroup, SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import type { Cell, Column, Table } from '../table.ts';
import type { Format } from './format.ts';

/**
 * Columns for programs that analyse data: each part is a row group, and what the end of the file tells of the groups before is worked out of their sizes,
 * so that somebody else can go on. A reading's number stands in `value`, its words, and what a sensor says that can't measure, in `text`.
 */
interface Written {
  /** Of the file so far. */
  bytes: number;
  /** Of each group: rows, its first and its last moment, and of each column its packed size, its plain size and that of its dictionary. */
  groups: number[][];
}

const MARK = Buffer.from('PAR1');
const CODEC = 'SNAPPY';

interface ParquetColumn {
  element: SchemaElement;
  encoding?: 'DELTA_BINARY_PACKED';
  of: (row: readonly Cell[]) => string | number | bigint | null;
}

function columnsOf({ columns }: Table): ParquetColumn[] {
  const text = (name: string, of: ParquetColumn['of']): ParquetColumn => ({
    element: { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' }, repetition_type: 'OPTIONAL' },
    of,
  });
  const column = ({ id, type }: Column, at: number): ParquetColumn[] => {
    if (type === 'text') return [text(id, (row) => row[at]!)];
    if (type === 'moment')
      return [
        {
          element: {
            name: id,
            type: 'INT64',
            converted_type: 'TIMESTAMP_MICROS',
            logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
            repetition_type: 'REQUIRED',
          },
          encoding: 'DELTA_BINARY_PACKED',
          of: (row) => BigInt(row[at]!),
        },
      ];
    return [
      {
        element: { name: id, type: 'DOUBLE', repetition_type: 'OPTIONAL' },
        of: (row) => (typeof row[at] === 'number' ? row[at] : null),
      },
      text('text', (row) => (typeof row[at] === 'string' ? row[at] : null)),
    ];
  };
  return columns.flatMap(column);
}

/** A writer of the library, which always begins a file. */
async function writerOf(columns: readonly ParquetColumn[]) {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const schema: SchemaElement[] = [{ name: 'readings', num_children: columns.length }, ...columns.map(({ element }) => element)];
  const writer = new ParquetWriter({ writer: bytes, schema, codec: CODEC, statistics: false, createdBy: 'Taktlog' });
  return { writer, written: () => Buffer.from(bytes.getBytes().subarray(MARK.byteLength)) };
}

/** What the end of the file says of a group that begins at `start`. */
function groupOf(columns: readonly ParquetColumn[], [rows, first, last, ...sizes]: readonly number[], start: number): RowGroup {
  let at = start;
  let plain = 0;
  const chunks = columns.map(({ element, encoding }, i): RowGroup['columns'][number] => {
    const [packed, size, dictionary] = [sizes[3 * i]!, sizes[3 * i + 1]!, sizes[3 * i + 2]!];
    const begun = at;
    at += packed;
    plain += size;
    const isMoment = encoding !== undefined;
    return {
      file_offset: BigInt(begun),
      meta_data: {
        type: element.type!,
        encodings: isMoment ? [encoding] : dictionary > 0 ? ['PLAIN', 'RLE_DICTIONARY'] : ['PLAIN'],
        path_in_schema: [element.name],
        codec: CODEC,
        num_values: BigInt(rows!),
        total_compressed_size: BigInt(packed),
        total_uncompressed_size: BigInt(size),
        data_page_offset: BigInt(begun + dictionary),
        ...(dictionary > 0 ? { dictionary_page_offset: BigInt(begun) } : {}),
        ...(isMoment ? { statistics: { min_value: BigInt(first!), max_value: BigInt(last!), null_count: 0n } } : {}),
      },
    };
  });
  return { columns: chunks, num_rows: BigInt(rows!), total_byte_size: BigInt(plain), total_compressed_size: BigInt(at - start) };
}

const sizeOf = ([, , , ...sizes]: readonly number[]): number => sizes.reduce((sum, size, i) => (i % 3 === 0 ? sum + size : sum), 0);

export const parquetFormat: Format<Written> = {
  mediaType: 'application/vnd.apache.parquet',
  ending: 'parquet',
  // Packing holds the process for as long as a part is: some 50 ms of a task.
  slices: 4,
  begin: async () => ({ bytes: MARK, state: { bytes: MARK.byteLength, groups: [] } }),
  async rows(table, _, rows, before) {
    if (rows.length === 0) return { bytes: Buffer.alloc(0), state: before };
    const columns = columnsOf(table);
    const { writer, written } = await writerOf(columns);
    const columnData = columns.map(
      ({ element: { name }, encoding, of }): ColumnSource => ({
        name,
        data: rows.map(of),
        offsetIndex: false,
        ...(encoding ? { encoding } : {}),
      }),
    );
    await writer.write({ columnData, rowGroupSize: rows.length });
    const [group] = writer.row_groups;
    const time = table.columns.findIndex(({ type }) => type === 'moment');
    const [first, last] = rows.reduce(
      ([least, most], { [time]: at }) => [Math.min(least, at as number), Math.max(most, at as number)] as const,
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as readonly [number, number],
    );
    const sizes = group!.columns.flatMap(({ meta_data }) => {
      const { total_compressed_size, total_uncompressed_size, data_page_offset, dictionary_page_offset } = meta_data!;
      const dictionary = dictionary_page_offset === undefined ? 0 : Number(data_page_offset - dictionary_page_offset);
      return [Number(total_compressed_size), Number(total_uncompressed_size), dictionary];
    });
    const bytes = written();
    return { bytes, state: { bytes: before.bytes + bytes.byteLength, groups: [...before.groups, [rows.length, first, last, ...sizes]] } };
  },
  async end(table, _, { groups }) {
    const columns = columnsOf(table);
    const { writer, written } = await writerOf(columns);
    let start = MARK.byteLength;
    for (const group of groups) {
      writer.row_groups.push(groupOf(columns, group, start));
      writer.num_rows += BigInt(group[0]!);
      start += sizeOf(group);
    }
    await writer.finish();
    return written();
  },
};
