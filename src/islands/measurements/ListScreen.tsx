import { useStore } from '@nanostores/react';
import { FilePen, Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { isNarrowed, type MeasurementsQuery, type MeasurementsStore } from '../../lib/client/measurements/measurements.store.ts';
import { MEASUREMENT_FILTERS, type Measurement } from '../../lib/contract/measurements.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Views } from '../saved-views/Views.tsx';
import { Here } from '../shell/Here.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { useAdding } from '../shell/useAdding.ts';
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
import { useColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { FILTER_LAMPS } from './MeasurementStatus.tsx';
import { readQuery, unfiltered, writeQuery } from './query.ts';

const NoMeasurements = part(() => import('./NoMeasurements.tsx'));
const DeskStudy = part(() => import('../desk-study/DeskStudy.tsx'));
const NewMeasurement = part(() => import('./NewMeasurement.tsx'));

const NO_ROWS: readonly Measurement[] = [];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead title={t('measurements:title')} />
      <DataTable label={t('measurement-list:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
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
  const [adding, setAdding] = useAdding(context.profile.id, null);
  const [writing, setWriting] = useState(false);
  const mayWrite = context.can('tm:write');
  const mayCapture = context.can('tm:capture');
  const counts = useStore(store.$counts, { ssr: () => null });
  // Nobody has measured yet: the page only says how to begin.
  const bare = state.status === 'ready' && state.bare === true;
  const rowHref = useCallback((row: Measurement) => href('/tm/measurements/{id}', { id: row.id }, locale), [locale]);
  const newButton = mayCapture ? (
    <>
      {mayWrite ? (
        <Button icon={FilePen} onPress={() => setWriting(true)} {...opensDialog(DeskStudy)}>
          {t('measurement-list:desk')}
        </Button>
      ) : null}
      <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewMeasurement)}>
        {t('measurement-list:new.action')}
      </Button>
    </>
  ) : null;
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      <Boundary>
        <NoMeasurements action={newButton} filtered={isNarrowed(filter)} onClear={() => change(unfiltered(filter))} />
      </Boundary>
    </Here>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('measurements:title')}
        {...(state.status === 'ready' && !bare ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
        actions={bare ? null : newButton}
        status={
          counts === null || bare ? null : (
            <CountChips
              label={t('measurement-list:counts')}
              total={counts.total}
              most={counts.most}
              options={MEASUREMENT_FILTERS.map((id) => ({
                id,
                text: t(`measurements:state.${id}`),
                count: counts[id],
                lamp: FILTER_LAMPS[id],
              }))}
              value={filter.state}
              onChange={(next) => change({ state: next })}
            />
          )
        }
      />
      {bare ? null : (
        // Where the rows can't be read, what was asked for stays to be changed.
        <Filters store={store} query={query} onChange={change}>
          <Views
            context={context}
            list="measurements"
            query={writeQuery(filter)}
            onQuery={(said) => change(readQuery(said, context.workspace))}
            columns={choice}
          />
          <ListTake title={t('measurements:title')} store={store} columns={screen.columns} />
          {narrow ? null : <ColumnChooser choice={choice} />}
        </Filters>
      )}
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={t('measurement-list:list')}
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
              {t('measurement-list:more_failed')}
              <Button size="sm" onPress={screen.list.onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
      {mayWrite && writing ? (
        <Boundary instead={null} onFailure={() => setWriting(false)}>
          <DeskStudy context={context} onDone={() => void store.load()} onClose={() => setWriting(false)} />
        </Boundary>
      ) : null}
      {mayCapture && adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewMeasurement context={context} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}
