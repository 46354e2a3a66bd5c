import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { type CalibratedStore, type CalibrationsQuery, isNarrowed } from '../../lib/client/calibrations/calibrations.store.ts';
import { type CalibratedChannel, DUE_STATES } from '../../lib/contract/calibrations.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Here } from '../shell/Here.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { CountChips } from '../ui/CountChips.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useColumns } from './columns.tsx';
import { DUE_LAMPS } from './DueStatus.tsx';
import { unfiltered, writeQuery } from './query.ts';

const NO_ROWS: readonly CalibratedChannel[] = [];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead title={t('calibrations:title')} />
      <DataTable label={t('calibrations:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({
  context,
  query: first,
  create,
}: {
  context: PageContext;
  query: CalibrationsQuery;
  create: () => CalibratedStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const columns = useColumns(narrow);
  const screen = usePagedScreen({ table: 'calibrations', context, store, first, columns, writeQuery });
  const { state, filter, change, choice } = screen;
  const counts = useStore(store.$counts, { ssr: () => null });
  // There is nothing that could be calibrated: the page only says so.
  const bare = state.status === 'ready' && state.bare === true;
  const rowHref = useCallback(
    (row: CalibratedChannel) =>
      row.datalogger === null
        ? href('/dlog/calibrations', null, locale)
        : `${href('/dlog/dataloggers/{id}', { id: row.datalogger.id }, locale)}#calibrations`,
    [locale],
  );
  const options = DUE_STATES.map((id) => ({ id, text: t(`calibrations:state.${id}`), lamp: DUE_LAMPS[id] }));
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      {isNarrowed(filter) ? (
        <NothingFound
          title={t('calibrations:nothing_found.title')}
          clear={t('calibrations:filter.clear')}
          onClear={() => change(unfiltered(filter))}
        >
          {t('calibrations:nothing_found.text')}
        </NothingFound>
      ) : (
        <EmptyState title={t('calibrations:none.title')}>{t('calibrations:none.text')}</EmptyState>
      )}
    </Here>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('calibrations:title')}
        {...(state.status === 'ready' && !bare ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
        status={
          counts === null || bare ? null : (
            <CountChips
              label={t('calibrations:counts')}
              total={counts.total}
              most={counts.most}
              options={options.map((one) => ({ ...one, count: counts[one.id] }))}
              value={filter.state}
              onChange={(next) => change({ state: next })}
            />
          )
        }
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          {bare ? null : (
            <div className="filters">
              <SearchField label={t('calibrations:filter.q')} value={filter.q} onChange={(q) => change({ q })} />
              <Chip
                name={t('calibrations:column.state')}
                all={t('calibrations:filter.all_states')}
                value={filter.state}
                options={options}
                onChange={(next) => change({ state: next })}
              />
              <span className="ml-auto flex flex-none items-center gap-1.5">
                <ListTake title={t('calibrations:title')} store={store} columns={screen.columns} />
                {narrow ? null : <ColumnChooser choice={choice} />}
              </span>
            </div>
          )}
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={t('calibrations:list')}
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
              {t('calibrations:more_failed')}
              <Button size="sm" onPress={screen.list.onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
