import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvDialect, csvCell, csvLine, Decimals } from './csv-writer.ts';

const DIALECTS: CsvDialect[] = [
  { separator: ',', decimal: '.' },
  { separator: ';', decimal: ',' },
  { separator: '\t', decimal: ',' },
  { separator: '\t', decimal: '.' },
];

/** Rows as a spreadsheet reads them with its own separator: quotes count at the beginning of a cell only, a lone CR ends a line too. */
function readBy(separator: string, file: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const end = () => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let i = 0; i < file.length; i++) {
    const sign = file[i]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (file[i + 1] === '"') cell += file[++i];
      else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === separator) end();
    else if (sign === '\r' || sign === '\n') {
      if (sign === '\r' && file[i + 1] === '\n') i++;
      end();
      rows.push([]);
    } else cell += sign;
  }
  if (cell !== '') end();
  return rows.filter((row) => row.length > 0);
}

const isRun = (cell: string) =>
  /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !/^[\s"]*[+-]?\d+(\.\d+)?[\s\]}"]*$/.test(cell.replace(/^[\s"]+|[\s"]+$/g, ''));

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@＝＋－＠\t\r\n,;|" \'\u00a0\ufeff', '=HYPERLINK("http://zlo.example","x")', "-2+cmd|' /C calc'!A0"),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
  maxLength: 12,
});

describe('a table as text', () => {
  it('holds nothing that a spreadsheet runs, by whichever separator it is written and by whichever it is opened', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DIALECTS), fc.array(hostile, { minLength: 1, maxLength: 4 }), (dialect, texts) => {
        const file = csvLine(texts, dialect) + csvLine(texts, dialect);
        for (const separator of [',', ';', '\t', '|'])
          for (const row of readBy(separator, file))
            for (const cell of row) expect([separator, cell, isRun(cell)]).toEqual([separator, cell, false]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is read back as it was, but for the apostrophes before what would be run', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DIALECTS), fc.array(hostile, { minLength: 1, maxLength: 4 }), (dialect, texts) => {
        const [row = []] = readBy(dialect.separator, csvLine([...texts, 'end'], dialect));
        expect(row.map((cell) => cell.replaceAll("'", ''))).toEqual([...texts, 'end'].map((text) => text.replaceAll("'", '')));
      }),
    );
  });

  it('leaves numbers numbers, negative ones too', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DIALECTS), fc.double({ noNaN: true, noDefaultInfinity: true }), (dialect, value) => {
        const [[cell] = []] = readBy(dialect.separator, csvLine([value], dialect));
        expect(Number(cell!.replace(dialect.decimal, '.'))).toBe(Number(String(value)));
      }),
    );
    expect([csvCell(-1.5), csvCell(-1.5, DIALECTS[1]), csvCell(new Decimals(-2, 3), DIALECTS[1])]).toEqual(['-1.5', '-1,5', '-2,000']);
    expect(csvCell(-1.5, { separator: ',', decimal: ',' })).toBe('"-1,5"');
    expect([csvCell(Number.NaN), csvCell(Number.POSITIVE_INFINITY), csvCell(new Decimals(Number.NaN, 1))]).toEqual(['', '', '']);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+420', "'+420"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['＝1+1', "'＝1+1"],
    ['＠sum', "'＠sum"],
    [' =1+1', "' =1+1"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['teplota;=1+1', '"teplota;\'=1+1"'],
    ['teplota;"=1+1"', '"teplota;\'""=1+1"""'],
    ['řádek\n=1+1', '"řádek\n\'=1+1"'],
    ['3, -2, +4', '"3, -2, +4"'],
    ['a-b', 'a-b'],
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    [null, ''],
    [undefined, ''],
    [false, 'false'],
    [['a', 'b'], '"[""a"",""b""]"'],
    [[1, -2], '"[1,-2]"'],
  ])('writes %j as %j', (value, text) => {
    expect(csvCell(value)).toBe(text);
  });
});
