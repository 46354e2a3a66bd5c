import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { qrPath } from '../../../domain/text/qr.ts';
import type { Block, Cell, Column, ReportDocument } from '../document.ts';
import { chartSvgs } from './chart.ts';
import { INK, LAMP_TEXT, lampSvg, MARK } from './ink.ts';

/** A report as pdfmake lays it out: A4, one frame on every page. Points throughout. */

const PAGE = { width: 595.28, height: 841.89 };
const SIDE = 42;
const WIDTH = PAGE.width - 2 * SIDE;
/** Rows of a table that stay together with its heading; a longer one goes on on the next page under its head. */
const TOGETHER = 14;
/** Letters of a text that stays together. */
const LONGEST_TEXT = 1_500;
/** Tables of so many columns are written smaller. */
const MANY_COLUMNS = 10;

const rule = (colour: string, weight = 0.75, length = WIDTH): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: weight, lineColor: colour }],
});

const qr = (address: string, size: number): Content => {
  const code = qrPath(address);
  return {
    svg: `<svg width="${size}" height="${size}" viewBox="4 4 ${code.size - 8} ${code.size - 8}"><path d="${code.path}" fill="#000"/></svg>`,
  };
};

/** Longer texts of a column of numbers may break. */
const LONGEST_NUMBER = 24;
/** A number with its unit in one piece. */
const quantity = (text: string, strong: boolean): Content => ({ text, bold: strong, noWrap: text.length < LONGEST_NUMBER });

function barSvg({ share, mark, met }: NonNullable<Exclude<Cell, string>['bar']>): string {
  const width = 76;
  return `<svg width="${width}" height="9" viewBox="0 0 ${width} 9"><rect x="0" y="1" width="${width}" height="7" fill="${INK.sunken}"/><rect x="0" y="1" width="${mark * width}" height="7" fill="${INK.okSoft}"/><rect x="0" y="3" width="${share * width}" height="3" fill="${met === false ? INK.alarm : INK.text}"/><rect x="${mark * width}" y="0" width="1" height="9" fill="${INK.alarm}"/></svg>`;
}

function cellOf(cell: Cell, { number = false, width }: Column): TableCell {
  const stays = (text: string) => width !== 'rest' && text.length < LONGEST_NUMBER;
  const alignment = number ? 'right' : 'left';
  if (typeof cell === 'string')
    return { ...(number ? (quantity(cell, false) as object) : { text: cell, noWrap: stays(cell) }), alignment } as TableCell;
  const { text, under, strong = false, muted = false, lamp, bar, framed } = cell;
  if (bar) return { svg: barSvg(bar), margin: [0, 1, 0, 0] };
  if (framed)
    return {
      svg: `<svg width="12" height="11" viewBox="0 0 12 11"><rect x=".5" y=".5" width="11" height="10" rx="1" fill="#fff" stroke="${INK.text}" stroke-width=".8"/><text x="6" y="8" font-family="Inter" font-weight="bold" font-size="7" text-anchor="middle">${text}</text></svg>`,
    };
  const ink = lamp ? LAMP_TEXT[lamp] : muted ? INK.text3 : INK.text;
  const words = number ? (quantity(text, strong) as object) : { text, bold: strong, noWrap: stays(text) };
  const main = { ...words, alignment, color: ink } as Content;
  const lines: Content =
    under === undefined
      ? main
      : ([main, { text: under, fontSize: 7, color: INK.text3, alignment, ...(number ? { noWrap: stays(under) } : {}) }] as Content);
  if (!lamp) return (under === undefined ? main : { stack: lines as Content[] }) as TableCell;
  return {
    columns: [
      { svg: lampSvg(lamp, 7.5), width: 8, margin: [0, 2.2, 0, 0] },
      { stack: [lines], width: '*' },
    ],
    columnGap: 4,
  } as TableCell;
}

const ROWS = {
  hLineWidth: (index: number) => (index === 0 ? 0 : 0.6),
  vLineWidth: () => 0,
  paddingLeft: (index: number) => (index === 0 ? 0 : 5),
  paddingRight: (index: number, node: ContentTable) => (index === (node.table.widths as unknown[]).length - 1 ? 0 : 5),
  paddingTop: () => 3.4,
  paddingBottom: () => 3.4,
};

function headingOf(title: string, beside: string | null): Content {
  return {
    text: [
      { text: title, bold: true, fontSize: 10.5 },
      ...(beside === null ? [] : [{ text: `   ${beside}`, color: INK.text3, fontSize: 8.5 }]),
    ],
    margin: [0, 0, 0, 4],
  };
}

/** A row of one cell says what those below it belong to. */
function rowOf(row: readonly Cell[], columns: readonly Column[]): TableCell[] {
  if (row.length > 1 || columns.length === 1) return row.map((cell, index) => cellOf(cell, columns[index]!));
  return [{ ...(cellOf(row[0]!, {} as Column) as object), colSpan: columns.length } as TableCell, ...columns.slice(1).map(() => ({}))];
}

/** No line breaks between a heading and its unit. */
const withUnit = (heading: string): string => heading.replace(/, (?=[^\s,]+$)/, ',\u00a0');

function tableOf(block: Extract<Block, { type: 'table' }>): Content {
  const { title, beside, columns, rows, below } = block;
  // That there is none takes one line.
  if (rows.length === 0) return { ...(headingOf(title, below ?? beside) as object), margin: [0, 13, 0, 0] } as Content;
  const said: Content[] = below === null ? [] : [{ text: below, color: INK.text2, margin: [0, 4, 0, 0] }];
  const fits = rows.length <= TOGETHER;
  const head = columns.map(
    ({ heading, number }): TableCell => ({ text: withUnit(heading), color: INK.text3, alignment: number ? 'right' : 'left' }),
  );
  const titled: TableCell[][] = fits
    ? [head]
    : [
        [
          { ...(headingOf(title, beside) as object), colSpan: columns.length, margin: [0, 0, 0, 0] } as TableCell,
          ...columns.slice(1).map(() => ({})),
        ],
        head,
      ];
  const table: Content = {
    table: {
      headerRows: titled.length,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: columns.map(({ width = 'auto' }) => (width === 'rest' ? '*' : width)),
      body: [...titled, ...rows.map((row) => rowOf(row, columns))],
    },
    ...(columns.length >= MANY_COLUMNS ? { fontSize: 7.8 } : {}),
    layout: {
      ...ROWS,
      ...(columns.length >= MANY_COLUMNS ? { paddingLeft: (index: number) => (index === 0 ? 0 : 3.5), paddingRight: () => 3 } : {}),
      hLineWidth: (index: number) => (index < titled.length ? 0 : 0.6),
      hLineColor: (index: number) => (index <= titled.length ? INK.line2 : INK.line),
    },
  };
  return {
    stack: [...(fits ? [headingOf(title, beside)] : []), table, ...said],
    ...(fits ? { unbreakable: true } : {}),
    ...(block.newPage ? { pageBreak: 'before' as const } : {}),
    margin: [0, block.newPage ? 0 : 16, 0, 0],
  };
}

/** What stands in brackets, the name of a zone, isn't broken at its slash. */
const inOnePiece = (value: string): Content[] =>
  value.split(/(\(\S+\))/).map((part) => ({ text: part, noWrap: part.startsWith('(') && part.length < LONGEST_NUMBER }));

type SideColumn = ContentTable & { width: string };
function pairsOf({ title, beside, pairs }: Extract<Block, { type: 'pairs' }>): Content {
  const half = Math.ceil(pairs.length / 2);
  const column = (some: typeof pairs): SideColumn => ({
    width: '*',
    table: {
      widths: [96, '*'],
      body: some.map(([name, value]) => [{ text: name, color: INK.text3 }, { text: inOnePiece(value) }]),
    },
    layout: { ...ROWS, hLineWidth: (index: number) => (index === 0 ? 0 : 0.6), hLineColor: () => INK.line },
  });
  return {
    unbreakable: true,
    margin: [0, 14, 0, 0],
    stack: [
      ...(title === null ? [] : [headingOf(title, beside)]),
      {
        columns: [column(pairs.slice(0, half)), pairs.length > half ? column(pairs.slice(half)) : { text: '', width: '*' }],
        columnGap: 30,
      },
    ],
  };
}

function verdictOf({ lamp, word, lines }: Extract<Block, { type: 'verdict' }>): Content {
  return {
    margin: [0, 14, 0, 0],
    unbreakable: true,
    stack: [
      rule(INK.line2),
      {
        columns: [
          { svg: lampSvg(lamp, 15), width: 18, margin: [0, 6, 0, 0] },
          { text: word, bold: true, fontSize: 22, characterSpacing: -0.3, width: 150 },
          { stack: lines.map((text) => ({ text })), width: '*', lineHeight: 1.25, margin: [0, lines.length > 2 ? 0 : 6, 0, 0] },
        ],
        columnGap: 8,
        margin: [0, 9, 0, 9],
      },
      rule(INK.line2),
    ],
  };
}

function chartsOf({ title, beside, axis, panes, lanes, caption }: Extract<Block, { type: 'charts' }>): Content {
  const { panes: drawnPanes, foot } = chartSvgs(panes, lanes, axis, WIDTH);
  const [first, ...rest] = drawnPanes;
  const drawn = (svg: string): Content => ({ svg, font: 'Inter' });
  const tail: Content = {
    stack: [...foot.map(drawn), { text: caption, color: INK.text2, fontSize: 8.5, margin: [0, 5, 0, 0], lineHeight: 1.25 }],
  };
  // The first pane stays with its heading, the last one with the axis of time.
  const parts = [
    [headingOf(title, beside), ...(first === undefined ? [] : [drawn(first)])],
    ...rest.map((svg) => [drawn(svg)]),
  ] as Content[][];
  parts.at(-1)!.push(tail);
  return { margin: [0, 16, 0, 0], stack: parts.map((stack) => ({ unbreakable: true, stack })) };
}

function textOf({ title, paragraphs }: Extract<Block, { type: 'text' }>): Content {
  return {
    margin: [0, 16, 0, 0],
    stack: [
      headingOf(title, null),
      ...paragraphs.map((text) => ({ text, lineHeight: 1.25, margin: [0, 0, 0, 3] as [number, number, number, number] })),
    ],
  };
}

/** Place and path, without what nobody types: the code alone leads to all of it. In lines that break where its parts do. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  const parts = pathname.split('/').filter(Boolean);
  const id = parts.at(-1)?.length === 36 ? parts.pop() : undefined;
  return [host, `/${parts.join('/')}${id === undefined ? '' : '/'}`, ...(id === undefined ? [] : [id.slice(0, 19), id.slice(19)])].join(
    '\n',
  );
}

/** A hash in fours, as people compare it. */
const inFours = (hash: string): string[] => hash.match(/.{4}/g) ?? [];
const hashLines = (hash: string): Content[] =>
  (
    inFours(hash)
      .join(' ')
      .match(/.{1,19}( |$)/g) ?? []
  ).map((text) => ({ text: text.trim(), font: 'Mono', fontSize: 8.5, lineHeight: 1.3 }));

function signaturesOf(block: Extract<Block, { type: 'signatures' }>, { words, hash, url }: ReportDocument): Content {
  const { title, signed, none, line, data } = block;
  const head = (text: string): Content => ({ text, bold: true, fontSize: 10.5, margin: [0, 0, 0, 5] });
  const signature: Content[] = signed
    ? [
        { text: signed.name, bold: true, fontSize: 12 },
        ...signed.lines.map((text): Content => ({ text, color: INK.text2, lineHeight: 1.2 })),
      ]
    : [{ text: none, color: INK.text2 }];
  return {
    unbreakable: true,
    margin: [0, 26, 0, 0],
    stack: [
      rule(INK.text, 1),
      {
        margin: [0, 10, 0, 0],
        columnGap: 18,
        columns: [
          {
            width: 160,
            stack: [
              head(title),
              ...signature,
              { ...(rule(INK.text, 0.75, 160) as object), margin: [0, 32, 0, 4] } as Content,
              { text: line, fontSize: 7.5, color: INK.text2 },
            ],
          },
          {
            width: '*',
            stack: [
              head(words.hash),
              ...hashLines(hash),
              { text: words.hash_text, color: INK.text2, fontSize: 8, margin: [0, 4, 0, 0], lineHeight: 1.2 },
              ...(data === null
                ? []
                : [{ text: data.name, bold: true, margin: [0, 7, 0, 3] as [number, number, number, number] }, ...hashLines(data.hash)]),
            ],
          },
          {
            width: 96,
            stack: [
              { ...(qr(url, 76) as object), link: url } as Content,
              { text: words.check, color: INK.text2, fontSize: 8, margin: [0, 6, 0, 0] },
              {
                text: addressOf(url),
                link: url,
                fontSize: 7,
                bold: true,
              },
            ],
          },
        ],
      },
    ],
  };
}

function contentOf(block: Block, document: ReportDocument): Content {
  switch (block.type) {
    case 'verdict':
      return verdictOf(block);
    case 'pairs':
      return pairsOf(block);
    case 'table':
      return tableOf(block);
    case 'charts':
      return chartsOf(block);
    case 'text':
      return textOf(block);
    case 'signatures':
      return signaturesOf(block, document);
  }
}

export function definitionOf(document: ReportDocument): TDocumentDefinitions {
  const { title, kind, above, below, issuer, number, revision, url, made, hash } = document;
  const fours = inFours(hash);
  return {
    pageSize: 'A4',
    pageMargins: [SIDE, 66, SIDE, 62],
    defaultStyle: { font: 'Inter', fontSize: 9, color: INK.text, fontFeatures: ['tnum', 'calt'] },
    info: { title: `${title} – ${kind}`, subject: number, author: issuer, creator: 'Taktlog', producer: 'Taktlog', keywords: hash },
    language: document.locale,
    displayTitle: true,
    header: (page) => ({
      margin: [SIDE, 29, SIDE, 0],
      stack: [
        {
          columns: [
            { svg: MARK, width: 13 },
            { text: 'Taktlog', bold: true, width: 'auto', fontSize: 10 },
            { text: issuer, color: INK.text2, width: '*', margin: [6, 1, 0, 0] },
            { text: page === 1 ? kind : short(title, 48), color: INK.text2, width: 'auto', margin: [0, 1, 0, 0] },
            { text: number, bold: true, width: 'auto', margin: [4, 1, 0, 0] },
          ],
          columnGap: 6,
        },
        { ...(rule(INK.text, 0.9) as object), margin: [0, 7, 0, 0] } as Content,
      ],
    }),
    footer: (page, pages) => ({
      margin: [SIDE, 20, SIDE, 0],
      stack: [
        rule(INK.line2),
        {
          margin: [0, 9, 0, 0],
          columnGap: 14,
          columns: [
            { text: revision === null ? number : `${number}, ${revision}`, color: INK.text2, width: 'auto', fontSize: 8 },
            {
              text: `${fours.slice(0, 2).join(' ')} … ${fours.slice(-2).join(' ')}`,
              font: 'Mono',
              fontSize: 7.5,
              color: INK.text2,
              width: 'auto',
              margin: [0, 2.2, 0, 0],
            },
            { text: made, color: INK.text2, width: '*', fontSize: 8 },
            {
              text: [
                { text: String(page), bold: true },
                { text: ` / ${pages}`, color: INK.text2 },
              ],
              width: 'auto',
              fontSize: 8,
            },
          ],
        },
      ],
    }),
    content: [
      {
        columns: [
          {
            width: '*',
            stack: [
              { text: above, color: INK.text2 },
              { text: title, bold: true, fontSize: title.length > 50 ? 17 : 25, characterSpacing: -0.4, margin: [0, 2, 0, 2] },
              { text: below, fontSize: 10, color: INK.text2 },
            ],
          },
          { ...(qr(url, 60) as object), width: 60, link: url } as Content,
        ],
        columnGap: 20,
      },
      ...contentsOf(document),
    ],
  };
}

/** What is short enough to stand on one page with the signatures. */
function isShort(block: Block): boolean {
  if (block.type === 'table') return block.rows.length <= TOGETHER && block.newPage !== true;
  if (block.type === 'text') return block.paragraphs.join('').length <= LONGEST_TEXT;
  return block.type === 'pairs' || block.type === 'verdict';
}

/** Signatures never stand alone: what is before them comes to their page with them. */
function contentsOf(document: ReportDocument): Content[] {
  const { blocks } = document;
  const contents = blocks.map((block) => contentOf(block, document));
  return contents.flatMap((content, at) => {
    const [before, after] = [blocks[at - 1], blocks[at + 1]];
    if (after?.type === 'signatures' && isShort(blocks[at]!)) return [];
    const isLast = blocks[at]!.type === 'signatures' && before !== undefined && isShort(before);
    return [isLast ? { unbreakable: true, stack: [contents[at - 1]!, content] } : content];
  });
}

const short = (words: string, letters: number): string => (words.length > letters ? `${words.slice(0, letters - 1).trimEnd()}…` : words);
