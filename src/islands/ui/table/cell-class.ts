import type { TableColumn } from './useTableColumns.ts';

/** Class of every cell of a column: figures to the end, less important ones leave narrow tables. */
export function cellClass<Row>({ end, priority }: TableColumn<Row>): string | undefined {
  const names = [end ? 'num' : '', priority && priority > 1 ? `p${priority}` : ''].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}
