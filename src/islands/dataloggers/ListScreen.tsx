import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { atom } from 'nanostores';
import { type PointerEvent, useMemo, useState } from 'react';
import type { SparklinesStore } from '../../lib/client/charts/sparklines.store.ts';
import { type DataloggersStore, filterRows, tally } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { DATALOGGER_STATES, type Datalogger, type DataloggerState } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useMedia } from '../shell/hooks.ts';
import { type PageContext, useCoarseNow, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { useListScreen } from '../shell/useListScreen.ts';
import { LiveStatus } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { useColumns } from './columns.tsx';
import { lampOf } from './LoggerStatus.tsx';

const NoLoggers = part(() => import('./NoLoggers.tsx'));
const NewDatalogger = part(() => import('./NewDatalogger.tsx'));

interface Stores {
  dataloggers: DataloggersStore;
  sparklines: SparklinesStore;
  deps: StoreDeps;
}

const NO_ROWS: readonly Datalogger[] = [];
const isState = (text: string | undefined): text is DataloggerState => DATALOGGER_STATES.includes(text as DataloggerState);

/** The list as its address says it. */
const readQuery = ({ q = '', state, archived, sort = '' }: Record<string, string>) => ({
  q,
  state: isState(state) ? state : null,
  archived: archived === '1',
  sort: /^-?[a-z_]+$/.test(sort) ? sort : 'name',
});
const writeQuery = ({ q, state, archived, sort }: ReturnType<typeof readQuery>) => ({
  q,
  state,
  archived: archived ? '1' : null,
  sort: sort === 'name' ? null : sort,
});

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

export function ListScreen({ context, query, create }: { context: PageContext; query: Record<string, string>; create: () => Stores }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const medium = useMedia('(max-width: 1180px)');
  const now = useCoarseNow();
  const [{ dataloggers, sparklines, deps }] = useState(create);
  const [$cursor] = useState(() => atom<number | null>(null));
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('datalogger', context.organization));
  useStarted(dataloggers);
  useStarted(sparklines);
  const state = useStore(dataloggers.$state);

  const columns = useColumns({ context, dataloggers, sparklines, $cursor, size: narrow ? 'phone' : medium ? 'medium' : 'wide' });
  const screen = useListScreen({ table: 'dataloggers', context, first: readQuery(query), columns, writeQuery, show: dataloggers.follow });
  const { filter, change, choice } = screen;
  const all = state.status === 'ready' ? state.rows : NO_ROWS;
  const counts = useMemo(() => tally(all, now), [all, now]);
  // The state of a row moves with the clock, its text doesn't.
  const moment = filter.state === null ? null : now;
  const rows = useMemo(() => filterRows(all, { q: filter.q, state: filter.state }, moment), [all, filter.q, filter.state, moment]);
  const canWrite = context.can('dlog:write');
  const filtered = filter.q !== '' || filter.state !== null;
  const add = () => setAdding(true);

  if (state.status === 'error')
    return (
      <div className="screen">
        <PageHead title={t('dataloggers:title')} />
        <ErrorState error={state.code} onRetry={() => void dataloggers.load()} />
      </div>
    );

  const newButton = canWrite ? (
    <Button variant="primary" icon={Plus} onPress={add} onHoverStart={NewDatalogger.preload}>
      {t('dataloggers:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Boundary>
      <NoLoggers filtered={filtered} canWrite={canWrite} action={newButton} onClear={() => change({ q: '', state: null })} />
    </Boundary>
  );

  return (
    <div className="screen">
      <PageHead
        bare
        title={t('dataloggers:title')}
        {...(state.status === 'ready' ? { note: format.number(all.length) } : {})}
        status={
          all.length > 0 ? (
            <ul
              className="flex flex-wrap gap-x-4.5 gap-y-1 border-l border-line-2 pl-4.5 slim:order-1 slim:w-full slim:border-l-0 slim:pl-0"
              aria-label={t('dataloggers:tally.label')}
            >
              {DATALOGGER_STATES.filter((one) => counts[one] > 0).map((one) => (
                <li key={one}>
                  <LiveStatus brief kind={lampOf(one)}>
                    {t(`dataloggers:tally.${one}`, { count: counts[one] })}
                  </LiveStatus>
                </li>
              ))}
            </ul>
          ) : null
        }
        actions={newButton}
      />
      <div className="filters">
        <SearchField label={t('dataloggers:filter.q')} value={filter.q} onChange={(q) => change({ q })} />
        <Chip
          name={t('dataloggers:filter.state')}
          all={t('dataloggers:filter.all_states')}
          value={filter.state}
          options={DATALOGGER_STATES.map((id) => ({ id, text: t(`dataloggers:state.${id}`), lamp: lampOf(id) }))}
          onChange={(next) => change({ state: next })}
        />
        <Chip
          name={t('dataloggers:filter.archived')}
          all={t('dataloggers:filter.without_archived')}
          value={filter.archived ? 'archived' : null}
          options={[{ id: 'archived', text: t('dataloggers:filter.with_archived') }]}
          onChange={(next) => change({ archived: next !== null })}
        />
        <span className="spacer" />
        {narrow ? null : <ColumnChooser choice={choice} />}
      </div>
      <DayCursor $cursor={$cursor}>
        <DataTable
          label={t('dataloggers:list')}
          columns={screen.columns}
          rows={rows}
          rowId={(row) => row.id}
          rowHref={(row) => href('/dlog/dataloggers/{id}', { id: row.id }, locale)}
          {...screen.sorting}
          loading={state.status === 'loading' || (state.status === 'ready' && !state.complete && rows.length === 0)}
          empty={empty}
        />
      </DayCursor>
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewDatalogger context={context} deps={deps} store={dataloggers} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

/** One cursor over all small pictures: pointing at a moment in one row marks it in every row and names it in the head. */
function DayCursor({ $cursor, children }: { $cursor: ReturnType<typeof atom<number | null>>; children: React.ReactNode }) {
  const at = useStore($cursor, { ssr: () => null });
  const move = (event: PointerEvent<HTMLElement>) => {
    const spark = event.pointerType === 'mouse' ? (event.target as Element).closest('td')?.querySelector('.spark') : null;
    const box = spark?.getBoundingClientRect();
    const share = box ? (event.clientX - box.left) / box.width : Number.NaN;
    $cursor.set(share >= 0 && share <= 1 ? share : null);
  };
  return (
    <div
      className={`border-t border-line ${at === null ? '' : 'group/day'}`}
      style={{ '--at': at ?? 0 } as React.CSSProperties}
      onPointerMove={move}
      onPointerLeave={() => $cursor.set(null)}
    >
      {children}
    </div>
  );
}
