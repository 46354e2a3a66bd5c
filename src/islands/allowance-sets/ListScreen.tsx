import { FileUp, Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { SetsQuery, SetsStore } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { AllowanceSet } from '../../lib/contract/allowance-sets.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { RowsScreen } from '../shell/RowsScreen.tsx';
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

const NoSets = part(() => import('./NoSets.tsx'));
const ImportSets = part(() => import('./ImportSets.tsx'));
const NewSet = part(() => import('./NewSet.tsx'));

const NO_ROWS: readonly AllowanceSet[] = [];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead bare title={t('allowance-sets:title')} />
      <DataTable label={t('allowance-sets:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
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
  query: SetsQuery;
  create: () => SetsStore;
}) {
  const t = useT();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const columns = useColumns(narrow);
  const screen = usePagedScreen({ table: 'allowance-sets', context, store, first, columns, writeQuery });
  const { filter, change } = screen;
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('allowance-set', context.organization));
  const [importing, setImporting] = useState(false);
  // A set is the whole organisation's: a role in one workspace doesn't write it.
  const mayWrite = context.can('tm:write', '');
  const rowHref = useCallback((row: AllowanceSet) => href('/tm/allowance-sets/{id}', { id: row.id }, locale), [locale]);
  const newButton = mayWrite ? (
    <>
      <Button icon={FileUp} onPress={() => setImporting(true)} {...opensDialog(ImportSets)}>
        {t('allowance-sets:import')}
      </Button>
      <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewSet)}>
        {t('allowance-sets:new.action')}
      </Button>
    </>
  ) : null;
  const empty = (
    <Boundary>
      <NoSets action={newButton} filtered={filter.q.trim() !== ''} onClear={() => change({ q: '' })} />
    </Boundary>
  );
  return (
    <RowsScreen
      title={t('allowance-sets:title')}
      label={t('allowance-sets:list')}
      moreFailed={t('allowance-sets:more_failed')}
      store={store}
      screen={screen}
      rowHref={rowHref}
      empty={empty}
      actions={newButton}
      filters={
        <>
          <SearchField label={t('allowance-sets:filter.q')} value={filter.q} onChange={(q) => change({ q })} />
          <Chip
            name={t('allowance-sets:filter.archived')}
            all={t('allowance-sets:filter.without_archived')}
            value={filter.archived ? 'archived' : null}
            options={[{ id: 'archived', text: t('allowance-sets:filter.with_archived') }]}
            onChange={(id) => change({ archived: id !== null })}
          />
        </>
      }
    >
      {mayWrite && importing ? (
        <Boundary instead={null} onFailure={() => setImporting(false)}>
          <ImportSets deps={deps} onDone={() => void store.load()} onClose={() => setImporting(false)} />
        </Boundary>
      ) : null}
      {mayWrite && adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewSet deps={deps} context={context} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </RowsScreen>
  );
}
