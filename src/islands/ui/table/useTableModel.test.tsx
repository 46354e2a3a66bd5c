import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { I18n } from '../../../lib/i18n/react.tsx';
import type { TableColumn } from './useTableColumns.ts';
import { useTableModel as useInBrowser } from './useTableModel.browser.ts';
import { type TableModel, type TableModelOptions, useTableModel } from './useTableModel.ts';

interface Row {
  id: string;
  text: string | null;
  number: number | null;
  mixed: string | number | undefined;
}
const ROWS: readonly Row[] = [
  { id: 'a', text: 'Čerpadlo 10', number: 3, mixed: 2 },
  { id: 'b', text: 'Čerpadlo 9', number: null, mixed: '10' },
  { id: 'c', text: 'cejch', number: -1, mixed: undefined },
  { id: 'd', text: null, number: 3, mixed: 'x' },
  { id: 'e', text: 'chladič', number: 10, mixed: 1 },
  { id: 'f', text: 'Hala', number: 0, mixed: 2 },
  { id: 'g', text: 'cejch', number: null, mixed: '' },
  { id: 'h', text: null, number: 2.5, mixed: undefined },
];
const cell = () => null;
const COLUMNS: readonly TableColumn<Row>[] = [
  ...(['text', 'number', 'mixed'] as const).map((id) => ({ id, name: id, cell, sortBy: (row: Row) => row[id] })),
  { id: 'plain', name: 'plain', cell },
];

type Model = (options: TableModelOptions<Row>) => TableModel<Row>;

function shown(use: Model, options: Partial<TableModelOptions<Row>>, locale: 'cs' | 'en' = 'cs'): string {
  function Ids() {
    const { rows, sort } = use({ columns: COLUMNS, rows: ROWS, rowId: ({ id }) => id, ...options });
    return `${JSON.stringify(sort)} ${rows.map(({ id, original }) => `${id}${original.id}`).join(' ')}`;
  }
  return renderToString(
    <I18n locale={locale} timeZone="UTC">
      <Ids />
    </I18n>,
  );
}

describe('rows of a table on the server', () => {
  it('stand in the order that the browser gives them, by every column and in both directions', () => {
    const orders = new Set<string>();
    for (const locale of ['cs', 'en'] as const)
      for (const id of ['text', 'number', 'mixed', 'plain', 'unknown'])
        for (const desc of [false, true])
          for (const more of [{}, { onSort: () => undefined }, { sorted: true }]) {
            const options = { sort: { id, desc }, ...more };
            expect(shown(useTableModel, options, locale)).toBe(shown(useInBrowser, options, locale));
            orders.add(shown(useTableModel, options, locale));
          }
    expect(orders.size).toBeGreaterThan(10);
  });

  it('stay as they came without an order', () => {
    for (const options of [{}, { sort: null }, { onSort: () => undefined }, { rows: [] }])
      expect(shown(useTableModel, options)).toBe(shown(useInBrowser, options));
  });

  it('have what is empty last, letters as the language orders them and numbers in texts by their size', () => {
    expect(shown(useTableModel, { sort: { id: 'text', desc: false } })).toContain('cc gg bb aa ff ee dd hh');
    expect(shown(useTableModel, { sort: { id: 'number', desc: true } })).toContain('ee aa dd hh ff cc bb gg');
  });
});
