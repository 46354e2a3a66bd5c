import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { isNarrowed, type OperationsQuery, type OperationsStore } from '../../lib/client/operations/operations.store.ts';
import { type Operation, STANDARD_STEPS } from '../../lib/contract/operations.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Here } from '../shell/Here.tsx';
import { RowsScreen } from '../shell/RowsScreen.tsx';
import { writableWorkspaces } from '../shell/rights.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
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
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const columns = useColumns(narrow);
  const screen = usePagedScreen({ table: 'operations', context, store, first, columns, writeQuery });
  const { filter, change } = screen;
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('operation', context.organization));
  const mayWrite = writableWorkspaces(context).length > 0;
  const rowHref = useCallback((row: Operation) => href('/tm/operations/{id}', { id: row.id }, locale), [locale]);
  const newButton = mayWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewOperation)}>
      {t('operations:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      <Boundary>
        <NoOperations action={newButton} filtered={isNarrowed(filter)} onClear={() => change({ q: '', standard: null })} />
      </Boundary>
    </Here>
  );
  return (
    <RowsScreen
      title={t('operations:title')}
      label={t('operations:list')}
      moreFailed={t('operations:more_failed')}
      store={store}
      screen={screen}
      rowHref={rowHref}
      empty={empty}
      actions={newButton}
      filters={
        <>
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
        </>
      }
    >
      {mayWrite && adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewOperation deps={deps} context={context} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </RowsScreen>
  );
}
