import { ArrowDown } from 'lucide-react';
import { Icon } from '../Icon.tsx';
import type { TableColumn } from './useTableColumns.ts';
import type { Sort } from './useTableModel.ts';

/** The width of the table from which down a column of a priority leaves it. */
const LEAVES: Record<number, string> = { 2: 'rank-2', 3: 'rank-3' };

/** Class of every cell of a column: figures to the end, less important ones leave narrow tables. */
export function cellClass<Row>({ end, priority }: TableColumn<Row>): string | undefined {
  const names = [end ? 'num' : '', LEAVES[priority ?? 1] ?? ''].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

const ARROWS = { none: 'unsorted', ascending: 'rotate-180 print:inline', descending: 'print:inline' };

/** The head of one column; a sortable one is a button and says its order. */
export function HeadCell<Row>({ column, sort, onToggle }: { column: TableColumn<Row>; sort: Sort | null; onToggle: () => void }) {
  const order = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none';
  const content = column.header ?? column.name;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={column.sortBy ? order : undefined}>
      {column.header === undefined ? null : <span className="vh">{column.name}</span>}
      {/* The words of a button would be missing in the heads of further sheets. */}
      {column.sortBy ? (
        <button
          type="button"
          className={`group sorts ${column.end ? 'flex-row-reverse' : ''} ${order === 'none' ? '' : 'text-ink'}`}
          onClick={onToggle}
        >
          {content}
          <Icon of={ArrowDown} size={14} className={ARROWS[order]} />
        </button>
      ) : (
        <span className={column.header === undefined ? 'one-line block' : 'contents'}>{content}</span>
      )}
    </th>
  );
}
