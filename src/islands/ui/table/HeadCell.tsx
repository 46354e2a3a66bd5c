import { ArrowDown } from 'lucide-react';
import { Icon } from '../Icon.tsx';
import type { TableColumn } from './useTableColumns.ts';
import type { Sort } from './useTableModel.ts';

/** Class of every cell of a column: figures to the end, less important ones leave narrow tables. */
export function cellClass<Row>({ end, priority }: TableColumn<Row>): string | undefined {
  const names = [end ? 'num' : '', priority && priority > 1 ? `p${priority}` : ''].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** The head of one column; a sortable one is a button and says its order. */
export function HeadCell<Row>({ column, sort, onToggle }: { column: TableColumn<Row>; sort: Sort | null; onToggle: () => void }) {
  const order = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none';
  const content = column.header ?? column.name;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={column.sortBy ? order : undefined}>
      {column.header === undefined ? null : <span className="vh">{column.name}</span>}
      {column.sortBy ? (
        <button type="button" className="sort" onClick={onToggle}>
          {content}
          <Icon of={ArrowDown} size={14} />
        </button>
      ) : (
        content
      )}
    </th>
  );
}
