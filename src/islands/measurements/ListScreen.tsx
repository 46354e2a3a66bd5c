import { useCallback, useEffect, useState } from 'react';
import type { MeasurementsQuery, MeasurementsStore } from '../../lib/client/measurements/measurements.store.ts';
import type { Measurement } from '../../lib/contract/measurements.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { isFiltered, unfiltered, writeQuery } from './query.ts';

const NoMeasurements = part(() => import('./NoMeasurements.tsx'));

const NO_ROWS: readonly Measurement[] = [];

/** Shown until the person is known. */
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

export function ListScreen({
  context,
  query: first,
  create,
}: {
  context: PageContext;
  query: MeasurementsQuery;
  create: () => MeasurementsStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const columns = useColumns(narrow);
  const screen = usePagedScreen({ table: 'measurements', context, store, first, columns, writeQuery });
  const { state, filter, query, change, choice } = screen;
  const rowHref = useCallback((row: Measurement) => href('/tm/measurements/{id}', { id: row.id }, locale), [locale]);
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
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={t('measurements:list')}
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
              {t('measurements:more_failed')}
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
