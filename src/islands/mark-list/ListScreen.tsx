import { useCallback, useEffect, useState } from 'react';
import { isNarrowed, type MarkListStore, type MarksQuery } from '../../lib/client/marks/mark-list.store.ts';
import type { Locale } from '../../lib/constants.ts';
import { type ListedMark, MARK_STANDINGS } from '../../lib/contract/mark-lists.ts';
import { MARK_KINDS } from '../../lib/contract/marks.ts';
import { writeRange } from '../../lib/domain/time/range-address.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { TimeFilter } from '../range/TimeFilter.tsx';
import { Here } from '../shell/Here.tsx';
import { useMedia } from '../shell/hooks.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { usePrinting } from '../ui/usePrinting.ts';
import { useColumns } from './columns.tsx';
import { unfiltered, writeQuery } from './query.ts';

const NO_ROWS: readonly ListedMark[] = [];
/** Windows in which a row is one cell. */
const FOLDED = '(max-width: 1023px)';
/** What is shown around a mark: half of it on each side, and five minutes at least. */
const LEAST_AROUND_MS = 300_000;

/** Its place in the chart of its channel. */
function inCharts({ channel_id, from, to }: ListedMark, locale: Locale): string {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const around = Math.max(LEAST_AROUND_MS, (end - start) / 2);
  const range = Object.entries(writeRange({ kind: 'fixed', from: Math.round(start - around), to: Math.round(end + around) }));
  const said = range.filter((entry): entry is [string, string] => entry[1] !== null);
  return `${href('/dlog/charts', null, locale)}?${new URLSearchParams([['ch', channel_id], ...said])}`;
}

const never = () => false;

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns(useMedia(FOLDED), null, never);
  return (
    <div className="screen">
      <PageHead title={t('mark-list:title')} />
      <DataTable label={t('mark-list:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({ context, query: first, create }: { context: PageContext; query: MarksQuery; create: () => MarkListStore }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const narrow = useNarrow();
  const [store] = useState(create);
  useEffect(() => store.start(), [store]);
  const { can } = context;
  const mayTurn = useCallback((workspace: string) => can('dlog:write', workspace), [can]);
  const printing = usePrinting();
  const columns = useColumns(useMedia(FOLDED) && !printing, can('dlog:write') && !printing ? store.turn : null, mayTurn, printing);
  const screen = usePagedScreen({ table: 'marks', context, store, first, columns, writeQuery });
  const { state, filter, change, choice } = screen;
  // Nobody ever marked anything: the page only says how.
  const bare = state.status === 'ready' && state.bare === true;
  const rowHref = useCallback((row: ListedMark) => inCharts(row, locale), [locale]);
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      {isNarrowed(filter) ? (
        <NothingFound title={t('mark-list:nothing_found.title')} clear={t('mark-list:clear')} onClear={() => change(unfiltered(filter))}>
          {t('mark-list:nothing_found.text')}
        </NothingFound>
      ) : (
        <EmptyState title={t('marks:empty.title')}>{t(can('dlog:write') ? 'marks:empty.text' : 'marks:empty.read_only')}</EmptyState>
      )}
    </Here>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('mark-list:title')}
        {...(state.status === 'ready' && !bare ? { note: `${format.number(state.total)}${state.capped ? '+' : ''}` } : {})}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          {bare ? null : (
            <div className="filters">
              <SearchField label={t('mark-list:q')} value={filter.q} onChange={(q) => change({ q })} />
              <Chip
                name={t('mark-list:kind')}
                all={t('mark-list:all_kinds')}
                value={filter.kind}
                options={MARK_KINDS.map((id) => ({ id, text: t(`mark-list:kinds.${id}`) }))}
                onChange={(kind) => change({ kind })}
              />
              <Chip
                name={t('mark-list:standing')}
                all={t('mark-list:all_standings')}
                value={filter.standing}
                options={MARK_STANDINGS.map((id) => ({ id, text: t(`mark-list:standings.${id}`) }))}
                onChange={(standing) => change({ standing })}
              />
              <TimeFilter value={filter} onChange={change} />
              <span className="ml-auto flex flex-none items-center gap-1.5">
                <ListTake title={t('mark-list:title')} store={store} columns={screen.columns} />
                {narrow ? null : <ColumnChooser choice={choice} />}
              </span>
            </div>
          )}
          <div className={`flex min-h-0 flex-1 flex-col${screen.stale ? ' opacity-60' : ''}`}>
            <DataTable
              label={t('mark-list:list')}
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
              {t('mark-list:more_failed')}
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
