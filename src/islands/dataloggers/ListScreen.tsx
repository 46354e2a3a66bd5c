import { useStore } from '@nanostores/react';
import { Plus, Upload } from 'lucide-react';
import { atom } from 'nanostores';
import { type ComponentProps, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { SparklinesStore } from '../../lib/client/charts/sparklines.store.ts';
import type { DataloggersQuery, DataloggersStore } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { DATALOGGER_GROUPS, type Datalogger, type DataloggerFilter, HEALTH_FILTERS } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Views } from '../saved-views/Views.tsx';
import { Here } from '../shell/Here.tsx';
import { useMedia } from '../shell/hooks.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { CountChips } from '../ui/CountChips.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { late } from '../ui/late.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { newPicked, usePickedRows, usePicking } from '../ui/table/picking.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { useColumns } from './columns.tsx';
import { lampOf } from './LoggerStatus.tsx';
import { isFiltered, readQuery, unfiltered, writeQuery } from './query.ts';
import { useGroups } from './useGroups.tsx';

const NoLoggers = part(() => import('./NoLoggers.tsx'));
const BulkBar = part(() => import('./BulkBar.tsx'));
const NewDatalogger = part(() => import('./NewDatalogger.tsx'));
const ImportLoggers = part(() => import('../logger-import/ImportLoggers.tsx'));
const list = late(() => import('../logger-import/save-list.ts'));

interface Stores {
  dataloggers: DataloggersStore;
  sparklines: SparklinesStore;
  deps: StoreDeps;
}

const NO_ROWS: readonly Datalogger[] = [];
/** What the counts above the list offer, what wants attention first. */
const COUNTED = [
  'offline',
  'refused',
  'late',
  'failing',
  'ahead',
  'online',
  'never',
  'file',
  'paused',
] as const satisfies readonly DataloggerFilter[];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const narrow = useNarrow();
  const columns = useMemo(
    () => [
      { id: 'state', name: t('dataloggers:column.state'), width: 124, cell: () => null, skeleton: [72] },
      { id: 'name', name: t('dataloggers:column.name'), cell: () => null, skeleton: [132, 96] },
      { id: 'value', name: t('dataloggers:column.value'), width: 150, end: true, cell: () => null, skeleton: [56, 44] },
    ],
    [t],
  );
  return (
    <div className="screen">
      <PageHead title={t('dataloggers:title')} />
      <DataTable
        label={t('dataloggers:list')}
        columns={narrow ? columns.slice(1) : columns}
        rows={NO_ROWS}
        rowId={(row) => row.id}
        loading
      />
    </div>
  );
}

export function ListScreen({ context, query: first, create }: { context: PageContext; query: DataloggersQuery; create: () => Stores }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const medium = useMedia('(max-width: 1180px)');
  const small = useMedia('(max-width: 360px)');
  const [{ dataloggers, sparklines, deps }] = useState(create);
  const [$cursor] = useState(() => atom<number | null>(null));
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('datalogger', context.organization));
  const [importing, setImporting] = useState(false);
  useStarted(dataloggers);
  useStarted(sparklines);

  const columns = useColumns({
    context,
    dataloggers,
    sparklines,
    $cursor,
    size: small ? 'small' : narrow ? 'phone' : medium ? 'medium' : 'wide',
  });
  const screen = usePagedScreen({ table: 'dataloggers', context, store: dataloggers, first, columns, writeQuery });
  const { state, filter, change, choice } = screen;
  const counts = useStore(dataloggers.$counts);
  const tags = useStore(dataloggers.$tags) ?? [];
  // Rows of the query before are shown until its answer comes: they stand in the groups of that one.
  const grouped = useRef(filter.group);
  if (!screen.stale) grouped.current = filter.group;
  const groups = useGroups(dataloggers, grouped.current, screen.list.rows);
  const canWrite = context.can('dlog:write');
  const filtered = isFiltered(filter);
  const [$picked] = useState(newPicked);
  const picking = usePicking<Datalogger>($picked, canWrite && !narrow, (word, row) => word('dataloggers:pick', { name: row.name }));
  const rowHref = useCallback((row: Datalogger) => href('/dlog/dataloggers/{id}', { id: row.id }, locale), [locale]);

  if (state.status === 'error')
    return (
      <div className="screen">
        <PageHead title={t('dataloggers:title')} />
        <ErrorState error={state.code} onRetry={() => void dataloggers.load()} />
      </div>
    );

  const word = (id: DataloggerFilter) =>
    t(id === 'failing' || id === 'ahead' || id === 'trouble' ? `dataloggers:filter.${id}` : `dataloggers:state.${id}`);
  const newButton = canWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewDatalogger)}>
      {t('dataloggers:new.action')}
    </Button>
  ) : null;
  const importButton = canWrite ? (
    <Button icon={Upload} onPress={() => setImporting(true)} {...opensDialog(ImportLoggers)}>
      {t('logger-list:import')}
    </Button>
  ) : null;
  // There is none at all, not even an archived one: the page only says how to begin.
  const bare = state.status === 'ready' && !state.elsewhere && counts?.total === 0 && counts.archived === 0 && filter.q.trim() === '';
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={filtered}>
      <Boundary>
        <NoLoggers filtered={filtered && !bare} canWrite={canWrite} action={newButton} onClear={() => change(unfiltered(filter))} />
      </Boundary>
    </Here>
  );

  return (
    <div className="screen">
      <PageHead
        bare
        title={t('dataloggers:title')}
        {...(counts === null && state.status === 'ready' ? { note: format.number(state.total) } : {})}
        status={
          counts === null || bare ? null : (
            <CountChips
              label={t('dataloggers:tally.label')}
              total={counts.total}
              options={COUNTED.map((id) => ({ id, text: word(id), count: counts.by[id], lamp: lampOf(id) }))}
              value={filter.state}
              onChange={(next) => change({ state: next })}
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
      {bare ? null : (
        <div className="filters">
          <SearchField label={t('dataloggers:filter.q')} value={filter.q} onChange={(q) => change({ q })} />
          {/* On a phone the counts above are enough. */}
          {narrow ? null : (
            <Chip
              name={t('dataloggers:filter.state')}
              all={t('dataloggers:filter.all_states')}
              value={filter.state}
              options={(['trouble', ...COUNTED] as const).map((id) => ({ id, text: word(id), lamp: lampOf(id) }))}
              onChange={(next) => change({ state: next })}
            />
          )}
          {tags.length > 0 || filter.tag !== null ? (
            <Chip
              name={t('dataloggers:tags.one')}
              all={t('dataloggers:tags.any')}
              value={filter.tag}
              options={(filter.tag === null || tags.includes(filter.tag) ? tags : [filter.tag, ...tags]).map((id) => ({ id, text: id }))}
              onChange={(tag) => change({ tag })}
            />
          ) : null}
          <Chip
            name={t('dataloggers:health.found')}
            all={t('dataloggers:health.anything')}
            value={filter.health}
            options={HEALTH_FILTERS.map((id) => ({ id, text: t(`dataloggers:health.filter.${id}`) }))}
            onChange={(health) => change({ health })}
          />
          <Chip
            name={t('logger-list:group.by')}
            all={t('logger-list:group.none')}
            value={filter.group}
            options={DATALOGGER_GROUPS.map((id) => ({ id, text: t(`logger-list:group.name.${id}`) }))}
            onChange={(group) => change({ group })}
          />
          {filter.group === null ? null : (
            <Button variant="ghost" onPress={() => groups.closeAll(!groups.allClosed)}>
              {t(groups.allClosed ? 'logger-list:group.expand_all' : 'logger-list:group.collapse_all')}
            </Button>
          )}
          <Chip
            name={t('dataloggers:filter.archived')}
            all={t('dataloggers:filter.without_archived')}
            value={filter.archived ? 'archived' : null}
            options={[{ id: 'archived', text: t('dataloggers:filter.with_archived') }]}
            onChange={(next) => change({ archived: next !== null })}
          />
          {/* Where the line is too short for them they go to the next one together. */}
          <span className="ml-auto flex items-center gap-1.5 slim:flex-none">
            <Views
              context={context}
              list="dataloggers"
              query={writeQuery(filter)}
              onQuery={(said) => change(readQuery(said, context.workspace))}
              columns={choice}
            />
            <ListTake
              title={t('dataloggers:title')}
              store={dataloggers}
              columns={screen.columns}
              more={{
                text: t('logger-list:export'),
                run: () => void list.load().then(({ saveList }) => saveList(t, context.organization, filter, locale)),
              }}
            />
            {narrow ? null : <ColumnChooser choice={choice} />}
          </span>
        </div>
      )}
      <DayCursor $cursor={$cursor}>
        <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
          <DataTable
            label={t('dataloggers:list')}
            columns={screen.columns}
            rowId={(row) => row.id}
            rowHref={rowHref}
            empty={empty}
            picking={picking}
            {...screen.list}
            rows={groups.rows}
            groups={groups.heads}
            {...screen.sorting}
          />
        </div>
      </DayCursor>
      {screen.failed ? (
        <p className="bulk" role="alert">
          {t('dataloggers:more_failed')}
          <Button size="sm" onPress={screen.list.onEnd}>
            {t('ui:error.retry')}
          </Button>
        </p>
      ) : null}
      {picking ? <Bulk context={context} store={dataloggers} deps={deps} rows={screen.list.rows} $picked={$picked} /> : null}
      {importing ? (
        <Boundary instead={null} onFailure={() => setImporting(false)}>
          <ImportLoggers context={context} onDone={() => void dataloggers.settle()} onClose={() => setImporting(false)} />
        </Boundary>
      ) : null}
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewDatalogger context={context} deps={deps} store={dataloggers} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

/** Stands below the list while rows are picked. */
function Bulk({ rows, $picked, ...rest }: ComponentProps<typeof BulkBar>) {
  const found = usePickedRows($picked, rows);
  return found.length === 0 ? null : (
    <Boundary instead={null}>
      <BulkBar rows={found} $picked={$picked} {...rest} />
    </Boundary>
  );
}

/** One cursor over all small pictures: pointing at a moment in one row marks it in every row and names it in the head. */
function DayCursor({ $cursor, children }: { $cursor: ReturnType<typeof atom<number | null>>; children: React.ReactNode }) {
  const at = useStore($cursor, { ssr: () => null });
  const move = (event: PointerEvent<HTMLElement>) => {
    // The link of a row lies over all of its cells.
    const spark = event.pointerType === 'mouse' ? (event.target as Element).closest('tr')?.querySelector('.spark') : null;
    const box = spark?.getBoundingClientRect();
    const share = box ? (event.clientX - box.left) / box.width : Number.NaN;
    $cursor.set(share >= 0 && share <= 1 ? share : null);
  };
  return (
    <div
      className={`border-t border-line ${at === null ? '' : 'day-pointed'}`}
      style={{ '--at': at ?? 0 } as React.CSSProperties}
      onPointerMove={move}
      onPointerLeave={() => $cursor.set(null)}
    >
      {children}
    </div>
  );
}
