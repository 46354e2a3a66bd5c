import { crc32, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readXlsx } from '../../lib/domain/tables/xlsx-reader.ts';
import { Decimals } from '../../lib/domain/text/csv-writer.ts';
import { Moment } from './table.ts';
import { workbookOf } from './workbook.ts';

const AT = Date.parse('2026-10-25T02:30:00.250Z');
const ROWS = [
  ['Čas', 'Vzduch [°C]', 'Dveře'],
  [new Moment(AT, ''), new Decimals(4.25, 1), 'otevřeno & <ráno>'],
  // The clock shows it twice: a spreadsheet's moment would be either.
  [new Moment(AT, '+01:00'), 5, null],
  [null, Number.NaN, '=1+1'],
];
const bytesOf = async (title: string) => new Uint8Array(await (await workbookOf(ROWS, title)).arrayBuffer());

it('a workbook has numbers with all their decimals, dates by the clock of the place, and texts that nothing runs', async () => {
  const bytes = await bytesOf('Hala');
  expect(await readXlsx(bytes)).toEqual([
    ['Čas', 'Vzduch [°C]', 'Dveře'],
    [String(AT / 86_400_000 + 25_569), '4.25', 'otevřeno & <ráno>'],
    ['2026-10-25 02:30:00.250 +01:00', '5', ''],
    ['', '', '=1+1'],
  ]);
});

it('a workbook is an archive whose lengths and checksums are right, and its sheet has a name that is allowed', async () => {
  const bytes = await bytesOf("'Lis [A]: 1/2 * a velmi dlouhé jméno stroje v hale'");
  const view = new DataView(bytes.buffer);
  const texts = new Map<string, string>();
  const end = bytes.byteLength - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  let at = view.getUint32(end + 16, true);
  while (at < end) {
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)));
    const [crc, packed, size, head] = [16, 20, 24, 42].map((place) => view.getUint32(at + place, true));
    const from = head! + 30 + view.getUint16(head! + 26, true);
    const plain = inflateRawSync(bytes.subarray(from, from + packed!));
    expect([crc32(plain), plain.byteLength]).toEqual([crc, size]);
    expect(view.getUint32(head! + 14, true)).toBe(crc);
    texts.set(name, plain.toString());
    at += 46 + view.getUint16(at + 28, true);
  }
  expect(texts.size).toBe(view.getUint16(end + 10, true));
  expect(/sheet name="([^"]*)"/.exec(texts.get('xl/workbook.xml')!)![1]).toBe('Lis A 1 2 a velmi dlouhé jméno');
  // One decimal of 4.25 is shown; the first style has no format.
  const style = /s="(\d+)"><v>4\.25/.exec(texts.get('xl/worksheets/sheet1.xml')!)![1];
  const format = [...texts.get('xl/styles.xml')!.matchAll(/<xf (?:numFmtId="(\d+)")?/g)][Number(style) - 1]?.[1];
  expect(texts.get('xl/styles.xml')).toContain(`numFmtId="${format}" formatCode="0.0"`);
});
