import { useStore } from '@nanostores/react';
import { CalendarClock, Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { isNarrowed, type RecordingsQuery, type RecordingsStore } from '../../lib/client/recordings/recordings.store.ts';
import { RECORDING_STATES, type RecordingRow } from '../../lib/contract/recordings.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Views } from '../saved-views/Views.tsx';
import { Here } from '../shell/Here.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { CountChips } from '../ui/CountChips.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { newPicked, type Picked, usePickedRows, usePicking } from '../ui/table/picking.tsx';
import { useColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { readQuery, unfiltered, writeQuery } from './query.ts';
import { STATE_LAMPS } from './RecordingStatus.tsx';

const BulkBar = part(() => import('./BulkBar.tsx'));
const NoRecordings = part(() => import('./NoRecordings.tsx'));
const NewRecording = part(() => import('./NewRecording.tsx'));

const NO_ROWS: readonly RecordingRow[] = [];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useNarrow());
  return (
    <div className="screen">
      <PageHead title={t('recordings:title')} />
      <DataTable label={t('recordings:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({
  context,
  deps,
  query: first,
  create,
}: {
  context: PageContext;
  deps: StoreDeps;
  query: RecordingsQuery;
  create: () => RecordingsStore;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const columns = useColumns(narrow);
  const screen = usePagedScreen({ table: 'recordings', context, store, first, columns, writeQuery });
  const { state, filter, query, change, choice } = screen;
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('recording', context.organization));
  const mayWrite = context.can('dlog:write');
  const [$picked] = useState(newPicked);
  const picking = usePicking<RecordingRow>($picked, !narrow, (word, row) => word('recordings:pick', { name: row.name }));
  const counts = useStore(store.$counts, { ssr: () => null });
  // Nobody has recorded anything yet: the page only says how to begin.
  const bare = state.status === 'ready' && state.bare === true;
  const rowHref = useCallback((row: RecordingRow) => href('/dlog/recordings2/{id}', { id: row.id }, locale), [locale]);
  const newButton = mayWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewRecording)}>
      {t('recordings:new.action')}
    </Button>
  ) : null;
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      <Boundary>
        <NoRecordings action={newButton} filtered={isNarrowed(filter)} onClear={() => change(unfiltered(filter))} />
      </Boundary>
    </Here>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('recordings:title')}
        {...(state.status === 'ready' && !bare ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
        actions={
          <>
            <ButtonLink icon={CalendarClock} href={href('/dlog/recording-plans', null, locale)}>
              {t('recordings:plans')}
            </ButtonLink>
            {bare ? null : newButton}
          </>
        }
        status={
          counts === null || bare ? null : (
            <CountChips
              label={t('recordings:counts')}
              total={counts.total}
              most={counts.most}
              options={RECORDING_STATES.map((id) => ({
                id,
                text: t(`recordings:state.${id}`),
                count: counts[id],
                lamp: STATE_LAMPS[id],
              }))}
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
            <Filters deps={deps} query={query} onChange={change}>
              <Views
                context={context}
                list="recordings"
                query={writeQuery(filter)}
                onQuery={(said) => change(readQuery(said, context.workspace))}
                columns={choice}
              />
              <ListTake title={t('recordings:title')} store={store} columns={screen.columns} />
              {narrow ? null : <ColumnChooser choice={choice} />}
            </Filters>
          )}
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={t('recordings:list')}
              columns={screen.columns}
              rowId={(row) => row.id}
              rowHref={rowHref}
              empty={empty}
              picking={picking}
              {...screen.list}
              {...screen.sorting}
            />
          </div>
          {screen.failed ? (
            <p className="bulk" role="alert">
              {t('recordings:more_failed')}
              <Button size="sm" onPress={screen.list.onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
      {picking ? <Bulk rows={screen.list.rows} $picked={$picked} /> : null}
      {mayWrite && adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewRecording deps={deps} context={context} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

/** Stands below the list while rows are picked. */
function Bulk({ rows, $picked }: { rows: readonly RecordingRow[]; $picked: Picked }) {
  const picked = usePickedRows($picked, rows);
  return picked.length === 0 ? null : (
    <Boundary instead={null}>
      <BulkBar rows={picked} $picked={$picked} />
    </Boundary>
  );
}
