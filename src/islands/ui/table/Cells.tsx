import { memo, type ReactNode } from 'react';
import { cellClass } from './HeadCell.tsx';
import type { TableColumn } from './useTableColumns.ts';

interface CellsProps<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  /** Where the row leads; keeps its identity between renders. */
  rowHref: ((row: Row) => string) | undefined;
}

function AllCells<Row>({ row, columns, rowHref }: CellsProps<Row>): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={cellClass(column)}>
      {column.link && rowHref ? (
        <a className="row-link" href={rowHref(row)} tabIndex={-1}>
          {column.cell(row)}
        </a>
      ) : (
        column.cell(row)
      )}
    </td>
  ));
}

/** The cells of a row. While the table is scrolled only rows that come into sight are drawn. */
export const Cells = memo(AllCells) as typeof AllCells;
