import { measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTableModel } from '#table-model';
import { useT } from '../../lib/i18n/react.tsx';
import { Cells } from './table/Cells.tsx';
import { cellClass, HeadCell } from './table/HeadCell.tsx';
import type { Picking } from './table/picking.tsx';
import { SkeletonRows } from './table/SkeletonRows.tsx';
import { useRowKeys } from './table/useRowKeys.ts';
import { useScrollMemory } from './table/useScrollMemory.ts';
import type { TableColumn } from './table/useTableColumns.ts';
import type { Sort, TableModelOptions } from './table/useTableModel.ts';
import { usePrinting } from './usePrinting.ts';

export { type ColumnChoice, type TableColumn, useTableColumns } from './table/useTableColumns.ts';
export type { Sort };

/** `columns` must keep its identity between renders (module constant or useMemo), as must `rows`. */
export interface DataTableProps<Row> extends TableModelOptions<Row> {
  /** The accessible name. */
  label: string;
  /** Where a row leads; its link is in the column marked `link`. Keeps its identity between renders. */
  rowHref?: (row: Row) => string;
  /** Rows may be picked. Keeps its identity between renders. */
  picking?: Picking<Row> | undefined;
  /** Rows of one line. */
  compact?: boolean;
  /** `fill`: scrolls in the space left on the screen and renders only what is seen (all of it on paper); `content`: as high as its rows. */
  height?: 'fill' | 'content';
  /** Rows are on their way: skeletons in their shape. */
  loading?: boolean;
  /** What stands there when there is no row. */
  empty?: ReactNode;
  /** Rows stand under heads of their groups, as far as they come one after the other. Keeps its identity between renders. */
  groups?: RowGroups<Row> | undefined;
  /** The end of the list came near: load more. */
  onEnd?: () => void;
}

/** Groups of rows that follow each other. The head of the one that is read stays in sight. */
export interface RowGroups<Row> {
  keyOf: (row: Row) => string;
  /** Of such a group only the head is shown; the table may be given its first row alone. */
  isClosed?: (key: string) => boolean;
  /** The row above those of a group, as high as `height` says, pixels. */
  head: (key: string, columns: readonly TableColumn<Row>[]) => ReactNode;
  height: number;
}

const ROW = 44;
const ROW_COMPACT = 30;
const HEAD = 32;
/** What the server assumes of the window; the browser corrects it. */
const FIRST_RECT = { width: 1_200, height: 800 };
const NEAR_END = 12;
/** The column without a width never gets narrower; the table scrolls sideways instead. */
const LEAST = 112;
/** Where less important columns are shown too, there is room for a name. */
const LEAST_BESIDE = 160;

/** Least widths of the table with the columns of each priority, pixels, for `table.css`. */
function leastWidths<Row>(columns: readonly TableColumn<Row>[]): CSSProperties {
  const upTo = (most: number, rest: number) =>
    columns.reduce((sum, { width = rest, priority = 1 }) => (priority <= most ? sum + width : sum), 0);
  return {
    '--least-1': `${upTo(1, LEAST)}px`,
    '--least-2': `${upTo(2, LEAST_BESIDE)}px`,
    '--least-3': `${upTo(3, LEAST_BESIDE)}px`,
  } as CSSProperties;
}

/** The one table of the product: sortable, virtual, walked by keys, each row a link. */
export function DataTable<Row>({
  label,
  rowHref,
  compact,
  height = 'fill',
  loading,
  empty,
  onEnd,
  picking,
  groups,
  ...model
}: DataTableProps<Row>) {
  const t = useT();
  const { rows, sort, toggle } = useTableModel(model);
  const keyOf = (index: number) => rows[index] && groups?.keyOf(rows[index].original);
  const isClosed = (index: number) => groups?.isClosed?.(keyOf(index) ?? '') ?? false;
  const open = groups?.isClosed ? rows.filter((_, index) => !isClosed(index)) : rows;
  picking?.attach(open);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const printing = usePrinting();
  const boxed = printing ? undefined : picking;
  const columns = useMemo(() => (boxed ? [boxed.column, ...model.columns] : model.columns), [boxed, model.columns]);
  const fill = height === 'fill';
  const windowed = fill && !printing;
  const headed = (index: number) => (groups && keyOf(index) !== keyOf(index - 1) ? groups : null);
  const rowKey = (index: number) => `${rows[index]?.id}${headed(index) ? ' first' : ''}${isClosed(index) ? ' closed' : ''}`;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The head of a group belongs to its first row: rows are walked and picked by their places.
    estimateSize: (index) => (isClosed(index) ? 0 : compact ? ROW_COMPACT : ROW) + (headed(index)?.height ?? 0),
    measureElement: (element, entry, instance) =>
      measureElement(element, entry, instance) + (headed(instance.indexFromElement(element))?.height ?? 0),
    getItemKey: rowKey,
    overscan: 8,
    initialRect: FIRST_RECT,
    scrollPaddingStart: HEAD + (groups?.height ?? 0),
    enabled: windowed,
  });
  const items = virtual.getVirtualItems();
  const shown = windowed ? items.map((item) => item.index) : rows.map((_, index) => index);
  // The group of the first of them began above: its head is there all the same, and stays below that of the table.
  const first = shown[0] ?? 0;
  const begun = windowed && groups && first > 0 && !headed(first) ? groups : null;
  const above = Math.max(0, (items[0]?.start ?? 0) - (begun?.height ?? 0));
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const keys = useRowKeys({
    body,
    count: rows.length,
    page: Math.max(1, shown.length - 10),
    scrollTo: (index) => virtual.scrollToIndex(index),
    isHidden: isClosed,
    picking: picking && {
      toggle: (index) => picking.toggle(open.indexOf(rows[index]!)),
      extend: (index, from = index) => picking.extend(open.indexOf(rows[index]!), open.indexOf(rows[from]!)),
    },
  });
  useScrollMemory(scroller, label, fill && rows.length > 0);

  const nearEnd = rows.length > 0 && (shown.at(-1) ?? 0) >= rows.length - NEAR_END;
  // Other rows may end where the last ones did: `onEnd` itself knows whether there is more.
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd, model.rows]);

  if (!loading && rows.length === 0 && empty) return <div className="table-empty">{empty}</div>;
  const walkable = rowHref !== undefined || picking !== undefined;
  return (
    <section
      className={`table-scroll ${fill ? 'fill' : 'flex-none overflow-y-visible'}`}
      ref={scroller}
      aria-label={label}
      tabIndex={walkable ? undefined : 0}
    >
      <table
        className={compact ? 'tbl compact data-table' : 'tbl data-table'}
        aria-label={label}
        aria-rowcount={loading ? -1 : rows.length + 1}
        aria-busy={loading || undefined}
        style={printing ? undefined : leastWidths(columns)}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} className={cellClass(column)} style={column.width && !printing ? { width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onToggle={() => toggle(column.id)} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={walkable ? keys.onKeyDown : undefined}>
          {loading && rows.length === 0 ? <SkeletonRows columns={columns} text={t('ui:table.loading')} /> : null}
          {windowed && above > 0 ? <Gap size={above} /> : null}
          {begun?.head(keyOf(first) ?? '', columns)}
          {shown.map((index) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <Fragment key={rowKey(index)}>
                {headed(index)?.head(keyOf(index) ?? '', columns)}
                {isClosed(index) ? null : (
                  <tr
                    ref={windowed ? virtual.measureElement : undefined}
                    data-index={index}
                    aria-rowindex={index + 2}
                    className={picking ? 'pickable' : undefined}
                    tabIndex={walkable ? (index === keys.current ? 0 : -1) : undefined}
                    onFocus={walkable ? () => keys.setCurrent(index) : undefined}
                  >
                    <Cells row={row.original} columns={columns} rowHref={rowHref} />
                  </tr>
                )}
              </Fragment>
            );
          })}
          {windowed && below > 0 ? <Gap size={below} /> : null}
        </tbody>
      </table>
    </section>
  );
}

/** The height of the rows that are not rendered. One cell: a span over columns that a narrow window hides would make columns of its own. */
function Gap({ size }: { size: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr className="plain" aria-hidden="true">
      <td className="border-0 p-0" style={{ height: size }} />
    </tr>
  );
}
