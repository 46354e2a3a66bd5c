import { Skeleton } from '../Skeleton.tsx';
import { cellClass } from './HeadCell.tsx';
import type { TableColumn } from './useTableColumns.ts';

const COUNT = 10;
/** Lines that are not all of one length look like text. */
const SHARES = [1, 0.8, 0.92, 0.7, 0.86];

/** Rows in the shape of those that come, read out once as "loading". */
export function SkeletonRows<Row>({ columns, text }: { columns: readonly TableColumn<Row>[]; text: string }) {
  return Array.from({ length: COUNT }, (_, index) => (
    <tr key={index} className="plain" aria-hidden={index > 0}>
      {columns.map((column, at) => (
        <td key={column.id} className={cellClass(column)}>
          {index === 0 && at === 0 ? <span className="vh">{text}</span> : null}
          <span className="two">
            {(column.skeleton ?? [64]).map((width, line) => (
              <span key={width * 10 + line}>
                <Skeleton width={Math.round(width * (SHARES[(index + line) % SHARES.length] ?? 1))} height={line === 0 ? 10 : 8} />
              </span>
            ))}
          </span>
        </td>
      ))}
    </tr>
  ));
}
