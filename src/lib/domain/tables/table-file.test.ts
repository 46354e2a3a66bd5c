import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPORT_LONGEST_ROW } from '../../contract/imports.ts';
import { ENCODINGS, type Encoding, SEPARATORS, type Separator } from '../../contract/tables.ts';
import { parseCsv } from '../text/csv.ts';
import { PIECE_BYTES, readPiece } from './table-file.ts';

/** Letters of windows-1250 beyond ASCII, for texts that every encoding can write. */
const HIGH: Record<string, number> = { ž: 0x9e, š: 0x9a, č: 0xe8, '°': 0xb0 };
function bytesOf(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'windows-1250') return Uint8Array.from([...text], (letter) => HIGH[letter] ?? letter.charCodeAt(0));
  const little = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? little : little.swap16();
}

/** All rows of a file, piece by piece. */
function read(bytes: Uint8Array, encoding: Encoding, separator: Separator, size: number, most: number) {
  const rows: { cells: string[]; line: number }[] = [];
  let text = '';
  let line = 1;
  let begin = 0;
  let wanted = size;
  while (begin < bytes.byteLength) {
    const some = bytes.subarray(begin, begin + wanted);
    const piece = readPiece(some, { encoding, separator }, { most, whole: begin + some.byteLength === bytes.byteLength });
    rows.push(...piece.rows.map((row) => ({ cells: row.cells, line: row.line + line - 1 })));
    text += piece.text;
    line += piece.lines;
    begin += piece.bytes;
    wanted = piece.bytes === 0 ? wanted + size : size;
  }
  return { rows, text };
}

describe('a file that is read piece by piece', () => {
  it('gives the rows and lines of the whole, in every encoding, wherever it is cut', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '1', ';', ',', '"', '\n', '\r', '\r\n', 'ž', '°'), maxLength: 80 });
    fc.assert(
      fc.property(
        letters,
        fc.constantFrom(...ENCODINGS),
        fc.constantFrom(...SEPARATORS),
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (text, encoding, separator, size, most) => {
          const pieces = read(bytesOf(text, encoding), encoding, separator, size, most);
          expect(pieces.rows).toEqual(parseCsv(text, separator));
          expect(pieces.text).toBe(text);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('never throws and always gets on, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...ENCODINGS), (bytes, encoding) => {
        let begin = 0;
        while (begin < bytes.byteLength) {
          const piece = readPiece(bytes.subarray(begin), { encoding, separator: ';' }, { most: 2, whole: true });
          expect(piece.bytes).toBeGreaterThan(0);
          begin += piece.bytes;
        }
        expect(begin).toBe(bytes.byteLength);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses a row without an end, and one of thousands of columns', () => {
    const refused = (text: string, whole = false) =>
      readPiece(Buffer.from(text).subarray(0, PIECE_BYTES), { encoding: 'utf-8', separator: ';' }, { most: 100, whole }).failure;
    expect(refused('1'.repeat(PIECE_BYTES))).toBe('row_too_long');
    expect(refused(`"${'1\n'.repeat(PIECE_BYTES)}`)).toBe('row_too_long');
    expect(refused(`time;a\n"${'1'.repeat(IMPORT_LONGEST_ROW)}`, true)).toBe('row_too_long');
    expect(refused(`${'1;'.repeat(10_000)}\n`, true)).toBe('too_many_columns');
    expect(refused('\n'.repeat(PIECE_BYTES))).toBeNull();
  });
});
