import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { MeasurementsQuery, MeasurementsStore } from '../../lib/client/measurements/measurements.store.ts';
import type { Measurement } from '../../lib/contract/measurements.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type Place, putQuery, useNarrow } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable, type Sort, useTableColumns } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { isFiltered, unfiltered, writeQuery } from './query.ts';

const NoMeasurements = part(() => import('./NoMeasurements.tsx'));

const NO_ROWS: readonly Measurement[] = [];
const toSort = (text: string): Sort => ({ id: text.replace(/^-/, ''), desc: text.startsWith('-') });

/** What stands there until it is known who looks. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead title={t('measurements:title')} />
      <DataTable label={t('measurements:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({ place, query: first, create }: { place: Place; query: MeasurementsQuery; create: () => MeasurementsStore }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  const [filter, setFilter] = useState(first);
  useEffect(() => store.start(), [store]);
  const state = useStore(store.$state);
  const { workspace } = place;
  const query = useMemo(() => ({ ...filter, workspace }), [filter, workspace]);
  useEffect(() => void store.show(query), [store, query]);

  const change = (next: Partial<MeasurementsQuery>) => {
    const all = { ...filter, ...next };
    setFilter(all);
    putQuery(writeQuery(all));
  };
  const columns = useColumns(narrow);
  const choice = useTableColumns('measurements', columns);
  const shownIds = choice.shown.map((column) => column.id).join();
  const shown = useMemo(() => choice.shown, [columns, shownIds]);
  const sort = useMemo(() => toSort(filter.sort), [filter.sort]);
  const rows = state.status === 'ready' ? state.rows : NO_ROWS;
  const rowHref = useCallback((row: Measurement) => href('/tm/measurements/{id}', { id: row.id }, locale), [locale]);
  const onEnd = useCallback(() => void store.more(), [store]);
  const loading = state.status === 'loading' || (state.status === 'ready' && state.work === 'query' && rows.length === 0);
  const empty = (
    <Boundary>
      <NoMeasurements filtered={isFiltered(filter)} onClear={() => change(unfiltered(filter))} />
    </Boundary>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('measurements:title')}
        {...(state.status === 'ready' ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          <Filters store={store} query={query} onChange={change}>
            {narrow ? null : <ColumnChooser choice={choice} />}
          </Filters>
          <div className={`tm-rows${state.status === 'ready' && state.work === 'query' ? ' stale' : ''}`}>
            <DataTable
              label={t('measurements:list')}
              columns={shown}
              rows={rows}
              rowId={(row) => row.id}
              rowHref={rowHref}
              sort={sort}
              onSort={(next) => change({ sort: `${next.desc ? '-' : ''}${next.id}` })}
              sorted
              loading={loading}
              empty={empty}
              onEnd={onEnd}
            />
          </div>
          {state.status === 'ready' && state.work === 'failed' ? (
            <p className="bulk" role="alert">
              {t('measurements:more_failed')}
              <Button size="sm" onPress={onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
