import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { atom } from 'nanostores';
import { useCallback, useMemo, useState } from 'react';
import type { PagedState } from '../../lib/client/kernel/paged-rows.ts';
import { filterSensorTypes, type SensorTypesStore } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { QUANTITY_NAMES, type SensorType } from '../../lib/contract/sensor-types.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { useListScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { useColumns } from './columns.tsx';
import { type SensorTypesQuery, writeQuery } from './query.ts';

const NewSensorType = part(() => import('./NewSensorType.tsx'));
const NoSensorTypes = part(() => import('./NoSensorTypes.tsx'));

const NO_ROWS: readonly SensorType[] = [];
const rowId = (row: SensorType) => row.id;
/** The rows are here whole: nobody has to be asked. */
const show = () => undefined;

/** What is here already, as the file of a list asks for its pages. */
const wholeList = (rows: readonly SensorType[]) => ({
  $state: atom<PagedState<SensorType>>({ status: 'ready', rows, total: rows.length, next: null, work: 'none' }),
  more: async () => undefined,
});

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead bare title={t('sensor-types:title')} />
      <DataTable label={t('sensor-types:list')} columns={columns} rows={NO_ROWS} rowId={rowId} loading />
    </div>
  );
}

export function ListScreen({
  context,
  query: first,
  create,
}: {
  context: PageContext;
  query: SensorTypesQuery;
  create: () => SensorTypesStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useStarted(store);
  const state = useStore(store.$state);
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('sensor-type', context.organization));
  const columns = useColumns(narrow);
  const screen = useListScreen<SensorType, SensorTypesQuery>({ table: 'sensor-types', context, first, columns, writeQuery, show });
  const { filter, change } = screen;
  const { q, quantity, archived } = filter;
  const all = state.status === 'ready' ? state.rows : NO_ROWS;
  const rows = useMemo(() => filterSensorTypes(all, { q, quantity, archived }), [all, q, quantity, archived]);
  const taken = useMemo(() => wholeList(rows), [rows]);
  const rowHref = useCallback((row: SensorType) => href('/dlog/sensor-types/{id}', { id: row.id }, locale), [locale]);
  if (state.status === 'error')
    return (
      <div className="screen">
        <PageHead title={t('sensor-types:title')} />
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      </div>
    );
  const filtered = q.trim() !== '' || quantity !== null;
  const newButton = context.can('dlog:write', '') ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewSensorType)}>
      {t('sensor-types:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Boundary>
      <NoSensorTypes filtered={filtered} action={newButton} onClear={() => change({ q: '', quantity: null })} />
    </Boundary>
  );
  const used = new Set(all.map((row) => row.quantity));
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('sensor-types:title')}
        {...(state.status === 'ready' ? { note: format.number(rows.length) } : {})}
        actions={newButton}
      />
      <div className="filters">
        <SearchField label={t('sensor-types:filter.q')} value={q} onChange={(next) => change({ q: next })} />
        <Chip
          name={t('sensor-types:field.quantity')}
          all={t('sensor-types:filter.all_quantities')}
          value={quantity}
          options={QUANTITY_NAMES.filter((id) => used.has(id) || id === quantity).map((id) => ({
            id,
            text: t(`sensor-types:quantity.${id}`),
          }))}
          onChange={(next) => change({ quantity: next })}
        />
        <Chip
          name={t('sensor-types:filter.archived')}
          value={archived ? 'archived' : null}
          all={t('sensor-types:filter.without_archived')}
          options={[{ id: 'archived', text: t('sensor-types:filter.with_archived') }]}
          onChange={(id) => change({ archived: id !== null })}
        />
        <span className="spacer" />
        {narrow ? null : (
          <>
            <ColumnChooser choice={screen.choice} />
            <ListTake title={t('sensor-types:title')} store={taken} columns={screen.columns} />
          </>
        )}
      </div>
      <DataTable
        label={t('sensor-types:list')}
        columns={screen.columns}
        rows={rows}
        rowId={rowId}
        rowHref={rowHref}
        empty={empty}
        loading={state.status === 'loading'}
        {...screen.sorting}
      />
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewSensorType context={context} store={store} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}
