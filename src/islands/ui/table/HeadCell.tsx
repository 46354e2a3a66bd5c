import { ArrowDown } from 'lucide-react';
import { Icon } from '../Icon.tsx';
import { cellClass } from './cell-class.ts';
import type { TableColumn } from './useTableColumns.ts';
import type { Sort } from './useTableModel.ts';

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
