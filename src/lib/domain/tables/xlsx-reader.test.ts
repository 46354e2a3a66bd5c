import { describe, expect, it } from 'vitest';
import write from 'write-excel-file/node';
import { separatorOf } from '../text/csv.ts';
import { isArchive, readXlsx, xlsxText } from './xlsx-reader.ts';

describe('a workbook', () => {
  it('is read as the texts and numbers of its first sheet', async () => {
    const bytes = new Uint8Array(
      await write([
        {
          data: [
            [{ type: String, value: 'Úkon & čas <s>' }, null, { type: Number, value: 2.5 }],
            [],
            [
              null,
              { type: String, value: 'dva\tsloupce "a"\nřádky' },
              { type: Date, value: new Date('2026-03-02T07:00:00Z'), format: 'yyyy-mm-dd hh:mm:ss' },
            ],
          ],
          sheet: 'První',
        },
        { data: [[{ type: String, value: 'jinde' }]], sheet: 'Druhý' },
      ]).toBuffer(),
    );
    expect(isArchive(bytes)).toBe(true);
    const rows = await readXlsx(bytes);
    expect(rows[0]).toEqual(['Úkon & čas <s>', '', '2.5']);
    expect(rows.at(-1)!.slice(0, 2)).toEqual(['', 'dva\tsloupce "a"\nřádky']);
    expect(Number(rows.at(-1)![2])).toBeCloseTo(46_083.291_666_7, 6);
    expect(await xlsxText(bytes)).toContain('\t"dva\tsloupce ""a""\nřádky"\t');
  });

  it('whose rows end early is no table with commas, whatever stands in its cells', async () => {
    const rows = [
      ['úkon', 'čas', 'poznámka'],
      ['Vzít', '2,5', 'rovně'],
      ['Složit', '1,5'],
      ['Odložit', '0,5'],
    ];
    const data = rows.map((cells) => cells.map((value) => ({ type: String, value })));
    const text = await xlsxText(new Uint8Array(await write([{ data, sheet: 'Studie' }]).toBuffer()));
    expect(separatorOf(text)).toBe('\t');
    expect(text.split('\n').map((line) => line.split('\t').length)).toEqual([3, 3, 3, 3]);
  });

  it('that is none is refused', async () => {
    expect(isArchive(new TextEncoder().encode('a;b'))).toBe(false);
    await expect(readXlsx(new TextEncoder().encode('PK, but no archive at all, only words about one'))).rejects.toThrow(RangeError);
  });
});
