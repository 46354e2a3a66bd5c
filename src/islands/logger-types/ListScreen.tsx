import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { filterLoggerTypes, type LoggerTypesStore } from '../../lib/client/logger-types/logger-types.store.ts';
import type { LoggerType } from '../../lib/contract/logger-types.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { useListScreen } from '../shell/useListScreen.ts';
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
import { type LoggerTypesQuery, writeQuery } from './query.ts';

const NewLoggerType = part(() => import('./NewLoggerType.tsx'));
const NoLoggerTypes = part(() => import('./NoLoggerTypes.tsx'));

const NO_ROWS: readonly LoggerType[] = [];
const rowId = (row: LoggerType) => row.id;
/** The rows are here whole: nobody has to be asked. */
const show = () => undefined;

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow(), '');
  return (
    <div className="screen">
      <PageHead bare title={t('logger-types:title')} />
      <DataTable label={t('logger-types:list')} columns={columns} rows={NO_ROWS} rowId={rowId} loading />
    </div>
  );
}

export function ListScreen({
  context,
  query: first,
  create,
}: {
  context: PageContext;
  query: LoggerTypesQuery;
  create: () => LoggerTypesStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useStarted(store);
  const state = useStore(store.$state);
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('logger-type', context.organization));
  const columns = useColumns(narrow, context.organization);
  const screen = useListScreen<LoggerType, LoggerTypesQuery>({ table: 'logger-types', context, first, columns, writeQuery, show });
  const { filter, change } = screen;
  const { q, archived } = filter;
  const all = state.status === 'ready' ? state.rows : NO_ROWS;
  const rows = useMemo(() => filterLoggerTypes(all, { q, archived }), [all, q, archived]);
  const rowHref = useCallback((row: LoggerType) => href('/dlog/logger-types/{id}', { id: row.id }, locale), [locale]);
  if (state.status === 'error')
    return (
      <div className="screen">
        <PageHead title={t('logger-types:title')} />
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      </div>
    );
  const filtered = q.trim() !== '';
  const newButton = context.can('dlog:write', '') ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewLoggerType)}>
      {t('logger-types:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Boundary>
      <NoLoggerTypes filtered={filtered} action={newButton} onClear={() => change({ q: '' })} />
    </Boundary>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('logger-types:title')}
        {...(state.status === 'ready' ? { note: format.number(rows.length) } : {})}
        actions={newButton}
      />
      <div className="filters">
        <SearchField label={t('logger-types:filter.q')} value={q} onChange={(next) => change({ q: next })} />
        <Chip
          name={t('logger-types:filter.archived')}
          value={archived ? 'archived' : null}
          all={t('logger-types:filter.without_archived')}
          options={[{ id: 'archived', text: t('logger-types:filter.with_archived') }]}
          onChange={(id) => change({ archived: id !== null })}
        />
        <span className="spacer" />
        {narrow ? null : <ColumnChooser choice={screen.choice} />}
      </div>
      <DataTable
        label={t('logger-types:list')}
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
          <NewLoggerType context={context} store={store} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}
