import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCsv, parseCsv, plainCell, SEPARATORS, separatorOf } from './csv.ts';
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
});
