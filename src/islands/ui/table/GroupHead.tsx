import type { ReactNode } from 'react';
import { cellClass } from './HeadCell.tsx';
import type { TableColumn } from './useTableColumns.ts';

export const GROUP_HEAD = 36;

/** Above the rows of a group; below the head of the table it stays while these are read. Its cells are those of the columns: a span over some that a narrow window hides would make columns of its own. */
export function GroupHead<Row>({ columns, children }: { columns: readonly TableColumn<Row>[]; children: ReactNode }) {
  const style = { height: GROUP_HEAD, paddingBlock: 0, borderColor: 'var(--line)' };
  return (
    // Heads that stay come to lie upon each other, the later one on the earlier: each is a layer of its own, above what is pressed in rows.
    <tr className="plain relative isolate z-3 bg-sunken print:z-auto">
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.id} scope="rowgroup" className="sticky top-7.5 z-2 overflow-visible bg-sunken print:static" style={style}>
            <div className="flex w-max max-w-[calc(100vw-2*var(--edge))] items-center gap-3 [&>*:not(.min-w-0)]:flex-none">{children}</div>
          </th>
        ) : (
          <td key={column.id} className={`sticky top-7.5 z-1 bg-sunken print:static ${cellClass(column) ?? ''}`} style={style} />
        ),
      )}
    </tr>
  );
}
