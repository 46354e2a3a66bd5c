import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEPARATORS } from '../../contract/tables.ts';
import { decodeCsv, encodingOf, isText, parseCsv, plainCell, readCsv, separatorOf } from './csv.ts';
import { CSV_BOM, csvLine } from './csv-writer.ts';

const cellsOf = (text: string, separator: (typeof SEPARATORS)[number] = ';') => parseCsv(text, separator).map(({ cells }) => cells);
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('a table as text', () => {
  it('gives back whatever cells were written in quotes, by every separator and every end of lines', () => {
    const table = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), { maxLength: 6 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        (rows, separator, end, last) => {
          const text = rows.map((cells) => cells.map(quoted).join(separator)).join(end) + (last && rows.length > 0 ? end : '');
          expect(cellsOf(text, separator)).toEqual(rows);
        },
      ),
    );
  });

  it('loses no letter of any text but quotes, separators and ends of lines', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...SEPARATORS), (text, separator) => {
        const plain = (some: string) => [...some].filter((letter) => !['"', separator, '\r', '\n'].includes(letter)).join('');
        expect(plain(cellsOf(text, separator).flat().join(''))).toBe(plain(text));
      }),
    );
  });

  it('reads back what this product writes', () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text === text.trim() && !/[=+\-@＝＋－＠﹦﹢﹣﹫"\r\n\t]/.test(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), fc.constantFrom(...SEPARATORS), (cells, separator) => {
        const [row] = parseCsv(csvLine(cells, { separator, decimal: ',' }), separator);
        expect(row?.cells.map(plainCell)).toEqual(cells);
      }),
    );
    expect(
      cellsOf(csvLine(['=1+1', '-5 °C'], { separator: ';', decimal: ',' }))
        .flat()
        .map(plainCell),
    ).toEqual(['=1+1', '-5 °C']);
  });

  it('says on which line a row begins, over blank lines and cells of several lines', () => {
    expect(parseCsv('Name;Note\n\n"Press";"one\ntwo"\r\nLathe;x', ';').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('takes a quote inside a cell for a letter, and closes what nobody closed', () => {
    expect(cellsOf('Press 5";"250 ""t""" and more;"open')).toEqual([['Press 5"', '250 "t" and more', 'open']]);
  });

  it.each([
    ['Name;Code;Hall\nPress, big;M-1;A', ';'],
    ['Name,Code,Hall\n"Press; big",M-1,A', ','],
    ['Name\tCode\nPress, big\tM-1', '\t'],
    ['Name\nPress', ';'],
    ['', ';'],
  ])('tells by which sign %j is parted', (text, separator) => {
    expect(separatorOf(text)).toBe(separator);
  });

  it('is read as UTF-8 with or without a mark, as UTF-16 with one, and else as Excel of Central Europe writes it', () => {
    const bytes = new TextEncoder();
    expect(decodeCsv(bytes.encode('Žďár'))).toEqual({ text: 'Žďár', encoding: 'utf-8' });
    expect(decodeCsv(bytes.encode(`${CSV_BOM}Žďár`))).toEqual({ text: 'Žďár', encoding: 'utf-8' });
    expect(decodeCsv(Uint8Array.of(0x8e, 0xef, 0xe1, 0x72))).toEqual({ text: 'Žďár', encoding: 'windows-1250' });
    expect(decodeCsv(Uint8Array.of(0xff, 0xfe, 0x7d, 0x01, 0x61, 0x00))).toEqual({ text: 'Ža', encoding: 'utf-16le' });
  });

  it('is told to be UTF-16 without a mark too, and UTF-8 of which a letter is cut in two', () => {
    expect(encodingOf(new TextEncoder().encode('teplota;čas').subarray(0, 9), false)).toBe('utf-8');
    expect(encodingOf(Buffer.from('čas;teplota\n1;2', 'utf16le'))).toBe('utf-16le');
    expect(encodingOf(Buffer.from('čas;teplota\n1;2', 'utf16le').swap16())).toBe('utf-16be');
    expect(decodeCsv(Buffer.from('\ufeffŽďár', 'utf16le').swap16()).text).toBe('Žďár');
  });

  it('is told from a file that is none, whatever letters it is written in', () => {
    for (const text of ['Žluťoučký;kůň\r\n\t1;2\n', '']) expect(isText(text)).toBe(true);
    expect(isText(decodeCsv(new Uint8Array([0xff, 0xfe, 0x7d, 0x01, 0x3b, 0])).text)).toBe(true);
    expect(isText(decodeCsv(new Uint8Array([0x8e, 0x6c, 0x75, 0x9d, 0xef])).text)).toBe(true);
    // How archives begin, workbooks too.
    expect(isText(decodeCsv(new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x21, 0xb5, 0x55])).text)).toBe(false);
    expect(isText(decodeCsv(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0, 0, 0, 13])).text)).toBe(false);
  });

  it('gives in pieces what it gives as a whole, wherever it is cut', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '1', ';', '"', '\n', '\r', 'ž'), maxLength: 60 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3 }), (text, piece, most) => {
        const cells: string[][] = [];
        let begin = 0;
        let size = piece;
        for (;;) {
          const some = text.slice(begin, begin + size);
          const whole = begin + some.length === text.length;
          const { rows, end } = readCsv(some, ';', { most, whole });
          cells.push(...rows.map((row) => row.cells));
          begin += end;
          if (begin === text.length) break;
          // A row that is longer than the piece needs a longer one.
          size = end === 0 ? size + piece : piece;
        }
        expect(cells).toEqual(parseCsv(text, ';').map((row) => row.cells));
      }),
      { numRuns: 2_000 },
    );
  });
});
