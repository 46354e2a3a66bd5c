import { persistentAtom } from '@nanostores/persistent';
import { useStore } from '@nanostores/react';
import { Plus, Upload } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { isNarrowed, type MachinesQuery, type MachinesStore } from '../../lib/client/machines/machines.store.ts';
import { MACHINE_STATUSES, type Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Views } from '../saved-views/Views.tsx';
import { Here } from '../shell/Here.tsx';
import { type PageContext, putQuery, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { CountChips } from '../ui/CountChips.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { newPicked, usePickedRows, usePicking } from '../ui/table/picking.tsx';
import { useColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { countStatuses } from './facets.ts';
import { type MachinesView, readQuery, readView, unfiltered, writeQuery } from './query.ts';

const Cards = part(() => import('./Cards.tsx'));
const BulkBar = part(() => import('./BulkBar.tsx'));
const NoMachines = part(() => import('./NoMachines.tsx'));
const ImportMachines = part(() => import('../machine-import/ImportMachines.tsx'));
const NewMachine = part(() => import('./NewMachine.tsx'));

const NO_ROWS: readonly Machine[] = [];
/** The way of showing that was chosen last in this browser. */
const $view = persistentAtom<MachinesView>('view:machines', 'table', { encode: String, decode: (text) => readView(text) ?? 'table' });

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns({ organization: '', narrow: useNarrow() });
  return (
    <div className="screen">
      <PageHead title={t('machines:title')} />
      <DataTable label={t('machines:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({
  context,
  view: given,
  query: first,
  create,
}: {
  context: PageContext;
  view: MachinesView | null;
  query: MachinesQuery;
  create: () => MachinesStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  const [$picked] = useState(newPicked);
  const [addressed, setAddressed] = useState(given);
  const [importing, setImporting] = useState(false);
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('machine', context.organization));
  const remembered = useStore($view, { ssr: (): MachinesView => 'table' });
  const view = addressed ?? remembered;
  useEffect(() => store.start(), [store]);
  useEffect(() => void store.loadPlaces(), [store]);
  const places = useStore(store.$places, { ssr: () => null });
  const changeView = (next: MachinesView) => {
    setAddressed(null);
    $view.set(next);
    putQuery({ as: next === 'table' ? null : next });
  };

  const canWrite = context.can('machines:write');
  const columns = useColumns({ organization: context.organization, narrow });
  const screen = usePagedScreen({ table: 'machines', context, store, first, columns, writeQuery });
  const { state, filter, query, change, choice } = screen;
  const { rows, onEnd } = screen.list;
  const clear = () => change(unfiltered(filter));
  const rowHref = useCallback((row: Machine) => href('/org/machines/{id}', { id: row.id }, locale), [locale]);
  const picking = usePicking<Machine>($picked, canWrite && !narrow, (word, row) => word('machines:pick', { name: row.name }));

  const newButton = canWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewMachine)}>
      {t('machines:new.action')}
    </Button>
  ) : null;
  const importButton = canWrite ? (
    <Button icon={Upload} onPress={() => setImporting(true)} {...opensDialog(ImportMachines)}>
      {t('machines:import')}
    </Button>
  ) : null;
  // None was ever made: the page only says how to begin.
  const bare = state.status === 'ready' && state.bare === true;
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      <Boundary>
        <NoMachines
          filtered={isNarrowed(filter)}
          canWrite={canWrite}
          action={
            <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
              {t('machines:empty.action')}
            </Button>
          }
          onClear={clear}
        />
      </Boundary>
    </Here>
  );
  const counts = places && countStatuses(places, query);
  const common = { rowHref, empty, ...screen.list };
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('machines:title')}
        {...(counts === null && state.status === 'ready' ? { note: format.number(state.total) } : {})}
        status={
          counts === null || bare ? null : (
            <CountChips
              label={t('machines:counts')}
              total={counts.total}
              options={MACHINE_STATUSES.map((id) => ({ id, text: t(`machines:status.${id}`), count: counts.of(id) }))}
              value={filter.status}
              onChange={(status) => change({ status })}
            />
          )
        }
        actions={
          <>
            {importButton}
            {bare ? null : newButton}
          </>
        }
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          {bare ? null : (
            <Filters store={store} query={query} onChange={change} view={view} onView={changeView}>
              <Views
                context={context}
                list="machines"
                query={writeQuery(filter)}
                onQuery={(said) => change(readQuery(said, context.workspace))}
                columns={choice}
              />
              <ListTake title={t('machines:title')} store={store} columns={screen.columns} />
              {narrow || view === 'cards' ? null : <ColumnChooser choice={choice} />}
            </Filters>
          )}
          <div className={`flex flex-1 flex-col min-h-0 transition-opacity duration-2 ${screen.stale ? 'opacity-60' : ''}`}>
            {view === 'cards' ? (
              <Boundary waiting={<div className="table-scroll fill" aria-busy="true" />}>
                <Cards organization={context.organization} {...common} />
              </Boundary>
            ) : (
              <DataTable
                label={t('machines:list')}
                columns={screen.columns}
                rowId={(row) => row.id}
                picking={picking}
                {...common}
                {...screen.sorting}
              />
            )}
          </div>
          {screen.failed ? (
            <p className="bulk" role="alert">
              {t('machines:more_failed')}
              <Button size="sm" onPress={onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
          {picking ? <Bulk context={context} store={store} rows={rows} $picked={$picked} /> : null}
        </>
      )}
      {importing ? (
        <Boundary instead={null} onFailure={() => setImporting(false)}>
          <ImportMachines context={context} onDone={() => void store.load()} onClose={() => setImporting(false)} />
        </Boundary>
      ) : null}
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewMachine context={context} store={store} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

/** Stands below the list while rows are picked. */
function Bulk({ rows, $picked, ...rest }: Omit<ComponentProps<typeof BulkBar>, 'rows'> & { rows: readonly Machine[] }) {
  const found = usePickedRows($picked, rows);
  return found.length === 0 ? null : (
    <Boundary instead={null}>
      <BulkBar rows={found} $picked={$picked} {...rest} />
    </Boundary>
  );
}
