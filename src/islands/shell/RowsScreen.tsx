import type { ReactNode } from 'react';
import type { PagedRows } from '../../lib/client/kernel/paged-rows.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ListTake } from '../take/ListTake.tsx';
import { Button } from '../ui/Button.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useNarrow } from './Signed.tsx';
import type { usePagedScreen } from './useListScreen.ts';

/** A list that the server filters and sorts page by page: its head with the number of rows, its filters, the table, and what couldn't be had. */
export function RowsScreen<R extends { id: string }, Q extends { q: string; sort: string; workspace: string | null }>({
  title,
  label,
  moreFailed,
  store,
  screen,
  rowHref,
  empty,
  actions,
  filters,
  children,
}: {
  title: string;
  /** Name of the table. */
  label: string;
  /** Said when the next page couldn't be had. */
  moreFailed: string;
  store: Pick<PagedRows<R, Q>, '$state' | 'load' | 'more'>;
  screen: ReturnType<typeof usePagedScreen<R, Q>>;
  rowHref: (row: R) => string;
  empty: ReactNode;
  /** Buttons of the head; where there is no row at all, the page only says how to begin. */
  actions: ReactNode;
  filters: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const narrow = useNarrow();
  const { state } = screen;
  const bare = state.status === 'ready' && state.bare === true;
  return (
    <div className="screen">
      <PageHead
        bare
        title={title}
        {...(state.status === 'ready' && !bare ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
        actions={bare ? null : actions}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          {bare ? null : (
            <div className="filters">
              {filters}
              <span className="ml-auto flex flex-none items-center gap-1.5">
                <ListTake title={title} store={store} columns={screen.columns} />
                {narrow ? null : <ColumnChooser choice={screen.choice} />}
              </span>
            </div>
          )}
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={label}
              columns={screen.columns}
              rowId={(row) => row.id}
              rowHref={rowHref}
              empty={empty}
              {...screen.list}
              {...screen.sorting}
            />
          </div>
          {screen.failed ? (
            <p className="bulk" role="alert">
              {moreFailed}
              <Button size="sm" onPress={screen.list.onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
      {children}
    </div>
  );
}
