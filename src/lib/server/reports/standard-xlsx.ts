import type { SheetData } from 'write-excel-file/node';
import type { ReportDocument } from './document.ts';
import type { StandardSubject } from './standard-report.ts';
import type { Voice } from './subject.ts';

const HEAD = { fontWeight: 'bold', backgroundColor: '#eceeed' } as const;
const NUMBER = '0.000';

/** Rows before the first element: the title, what it is, its hash, pieces of a cycle, a free one, and the heads. */
const FIRST = 7;

/** A standard as a workbook: what was observed are numbers, what follows from it are formulas that anybody can follow. */
export async function writeStandardXlsx(document: ReportDocument, { version, shown }: StandardSubject, { t }: Voice): Promise<Uint8Array> {
  const { default: write } = await import('write-excel-file/node');
  const text = (value: string) => ({ type: String, value });
  const strong = (value: string) => ({ ...text(value), fontWeight: 'bold' as const });
  const number = (value: number, format?: string) => ({ type: Number, value, ...(format ? { format } : {}) });
  const formula = (value: string, format = NUMBER) => ({ type: 'Formula' as const, value, format });
  const { parameters, card } = version;
  const rows = shown.rows.map((row, at) => {
    const line = FIRST + at;
    const { element } = row;
    const share = `(J${line})`;
    return [
      text(`${row.no} ${element.name}`),
      number(element.n),
      number(element.normal * element.n, NUMBER),
      formula(`C${line}/B${line}`),
      number(element.occurrences),
      number(element.cycles),
      formula(`D${line}*E${line}/F${line}/$B$4`),
      number(row.shares.personal + row.shares.contingency + row.shares.interference, '0.00%'),
      number(row.shares.fatigue, '0.00%'),
      formula(`H${line}+I${line}`, '0.00%'),
      formula(shown.basis === 'job' ? `G${line}*(1+${share})` : `G${line}/(1-${share})`),
      number(element.counts ? 1 : 0),
    ];
  });
  const last = FIRST + rows.length - 1;
  const sum = (column: string) => formula(`SUMPRODUCT(${column}${FIRST}:${column}${last},L${FIRST}:L${last})`);
  const total = last + 1;
  const allowance = card.setup - parameters.setup_s;
  const heads = [
    t('standards:table.element'),
    t('standards:table.n'),
    t('standards:formula.rated'),
    t('standards:table.occurrence'),
    t('standards:table.frequency'),
    t('report-file:standard.cycles'),
    t('standards:table.normal_short'),
    `${t('standards:kind_short.personal')} + ${t('standards:kind_short.contingency')} + ${t('standards:kind_short.interference')}`,
    t('standards:kind_short.fatigue'),
    t('report-file:standard.share'),
    t('standards:table.standard'),
    t('report-file:standard.counts'),
  ];
  const data: unknown[] = [
    [{ ...strong(document.title), fontSize: 14 }],
    [text(document.kind), text(document.above)],
    [text('SHA-256'), text(version.hash)],
    [text(t('report-file:standard.per_cycle')), number(parameters.pieces_per_cycle)],
    [text(t('report-file:standard.formula')), text(version.formula)],
    heads.map((value) => ({ ...text(value), ...HEAD })),
    ...rows,
    [strong(t('standards:table.sum')), null, null, null, null, null, sum('G'), null, null, null, sum('K')],
    [text(t('standards:answer.hour')), formula(`3600/K${total}`, '0.0')],
    [text(t('report-file:standard.operation')), text(document.number)],
    [`${t('standards:setup.title')}, min`, parameters.setup_s / 60].map((value) =>
      typeof value === 'number' ? number(value, NUMBER) : text(value),
    ),
    [text(`${t('standards:setup.allowance')}, min`), number(allowance / 60, NUMBER)],
    [text(`${t('standards:setup.standard')}, min`), formula(`B${total + 3}+B${total + 4}`)],
  ];
  return new Uint8Array(
    await write([
      {
        data: data as SheetData,
        columns: [34, 14, 18, 14, 10, 10, 14, 20, 10, 12, 14, 10].map((width) => ({ width })),
        sheet: t('operations:tab.standard'),
      },
    ]).toBuffer(),
  );
}
