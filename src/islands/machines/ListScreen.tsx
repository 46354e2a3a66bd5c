import { persistentAtom } from '@nanostores/persistent';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { atom } from 'nanostores';
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import type { MachinesQuery, MachinesStore } from '../../lib/client/machines/machines.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type PageContext, putQuery, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { type Picked, togglePicked, useColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { isFiltered, type MachinesView, readView, unfiltered, writeQuery } from './query.ts';

const Cards = part(() => import('./Cards.tsx'));
const BulkBar = part(() => import('./BulkBar.tsx'));
const NoMachines = part(() => import('./NoMachines.tsx'));
const NewMachine = part(() => import('./NewMachine.tsx'));

const NO_ROWS: readonly Machine[] = [];
/** The way of showing that was chosen last in this browser. */
const $view = persistentAtom<MachinesView>('view:machines', 'table', { encode: String, decode: (text) => readView(text) ?? 'table' });

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns({ organization: '', narrow: useNarrow(), $picked: null });
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
  const [$picked] = useState<Picked>(() => atom<ReadonlySet<string>>(new Set()));
  const [addressed, setAddressed] = useState(given);
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('machine', context.organization));
  const remembered = useStore($view, { ssr: (): MachinesView => 'table' });
  const view = addressed ?? remembered;
  useEffect(() => store.start(), [store]);
  const changeView = (next: MachinesView) => {
    setAddressed(null);
    $view.set(next);
    putQuery({ view: next === 'table' ? null : next });
  };

  const canWrite = context.can('machines:write');
  const columns = useColumns({ organization: context.organization, narrow, $picked: canWrite ? $picked : null });
  const screen = usePagedScreen({ table: 'machines', context, store, first, columns, writeQuery });
  const { state, filter, query, change, choice } = screen;
  const { rows, onEnd } = screen.list;
  const clear = () => change(unfiltered(filter));
  const rowHref = useCallback((row: Machine) => href('/org/machines/{id}', { id: row.id }, locale), [locale]);
  const pickByKey = (event: KeyboardEvent) => {
    const row = event.target as HTMLElement;
    const found = event.key === ' ' && row.tagName === 'TR' ? rows[Number(row.dataset.index)] : undefined;
    if (!found || !canWrite) return;
    event.preventDefault();
    togglePicked($picked, found.id);
  };

  const newButton = canWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} onHoverStart={NewMachine.preload}>
      {t('machines:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Boundary>
      <NoMachines
        filtered={isFiltered(filter)}
        canWrite={canWrite}
        action={
          <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
            {t('machines:empty.action')}
          </Button>
        }
        onClear={clear}
      />
    </Boundary>
  );
  const common = { rowHref, empty, ...screen.list };
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('machines:title')}
        {...(state.status === 'ready' ? { note: format.number(state.total) } : {})}
        actions={newButton}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          <Filters store={store} query={query} onChange={change} view={view} onView={changeView}>
            {narrow || view === 'cards' ? null : <ColumnChooser choice={choice} />}
          </Filters>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the keys, the space bar on top of theirs */}
          <div
            className={`flex flex-1 flex-col min-h-0 transition-opacity duration-2 ${screen.stale ? 'opacity-60' : ''}`}
            onKeyDown={pickByKey}
          >
            {view === 'cards' ? (
              <Boundary waiting={<div className="table-scroll fill" aria-busy="true" />}>
                <Cards organization={context.organization} {...common} />
              </Boundary>
            ) : (
              <DataTable label={t('machines:list')} columns={screen.columns} rowId={(row) => row.id} {...common} {...screen.sorting} />
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
          {canWrite ? <Bulk store={store} rows={rows} $picked={$picked} /> : null}
        </>
      )}
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewMachine context={context} store={store} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

/** Stands below the list while rows are picked. */
function Bulk({ store, rows, $picked }: { store: MachinesStore; rows: readonly Machine[]; $picked: Picked }) {
  const picked = useStore($picked);
  const found = rows.filter((row) => picked.has(row.id));
  if (found.length === 0) return null;
  return (
    <Boundary instead={null}>
      <BulkBar store={store} rows={found} onDone={() => $picked.set(new Set())} />
    </Boundary>
  );
}
