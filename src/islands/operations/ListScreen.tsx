import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { isNarrowed, type OperationsQuery, type OperationsStore } from '../../lib/client/operations/operations.store.ts';
import { type Operation, STANDARD_STEPS } from '../../lib/contract/operations.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { writableWorkspaces } from '../shell/rights.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useColumns } from './columns.tsx';
import { writeQuery } from './query.ts';

const NoOperations = part(() => import('./NoOperations.tsx'));
const NewOperation = part(() => import('./NewOperation.tsx'));

const NO_ROWS: readonly Operation[] = [];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead bare title={t('operations:title')} />
      <DataTable label={t('operations:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({
  context,
  deps,
  query: first,
  create,
}: {
  context: PageContext;
  deps: StoreDeps;
  query: OperationsQuery;
  create: () => OperationsStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const columns = useColumns(narrow);
  const screen = usePagedScreen({ table: 'operations', context, store, first, columns, writeQuery });
  const { state, filter, change, choice } = screen;
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('operation', context.organization));
  const mayWrite = writableWorkspaces(context).length > 0;
  // There is no operation at all: the page only says how to begin.
  const bare = state.status === 'ready' && state.bare === true;
  const rowHref = useCallback((row: Operation) => href('/tm/operations/{id}', { id: row.id }, locale), [locale]);
  const newButton = mayWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewOperation)}>
      {t('operations:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Boundary>
      <NoOperations action={newButton} filtered={isNarrowed(filter)} onClear={() => change({ q: '', standard: null })} />
    </Boundary>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('operations:title')}
        {...(state.status === 'ready' && !bare ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
        actions={bare ? null : newButton}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          {bare ? null : (
            <div className="filters">
              <SearchField label={t('operations:filter.q')} value={filter.q} onChange={(q) => change({ q })} />
              <Chip
                name={t('operations:column.step')}
                all={t('operations:filter.all_steps')}
                value={filter.standard}
                options={STANDARD_STEPS.map((id) => ({ id, text: t(`operations:step.${id}`) }))}
                onChange={(standard) => change({ standard })}
              />
              <Chip
                name={t('operations:filter.archived')}
                all={t('operations:filter.without_archived')}
                value={filter.archived ? 'archived' : null}
                options={[{ id: 'archived', text: t('operations:filter.with_archived') }]}
                onChange={(id) => change({ archived: id !== null })}
              />
              <span className="ml-auto flex flex-none items-center gap-1.5">
                <ListTake title={t('operations:title')} store={store} columns={screen.columns} />
                {narrow ? null : <ColumnChooser choice={choice} />}
              </span>
            </div>
          )}
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={t('operations:list')}
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
              {t('operations:more_failed')}
              <Button size="sm" onPress={screen.list.onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
      {mayWrite && adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewOperation deps={deps} context={context} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}
