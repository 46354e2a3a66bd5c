import { useStore } from '@nanostores/react';
import { ListChecks, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { createAlarmCounts } from '../../lib/client/alarms/alarm-counts.store.ts';
import type { AlarmsQuery, AlarmsStore } from '../../lib/client/alarms/alarms.store.ts';
import { createDataloggerNames } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { ALARM_SEVERITIES } from '../../lib/contract/alarm-rules.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { TimeFilter } from '../range/TimeFilter.tsx';
import { Here } from '../shell/Here.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { LiveStatus } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { alarmHref } from './alarm-looks.tsx';
import { useColumns } from './columns.tsx';
import { isNarrowed, OFFERED, readQuery, writeQuery } from './query.ts';

const Acknowledge = part(() => import('./Acknowledge.tsx'));
const NewRule = part(() => import('./NewRule.tsx'));
const Rules = part(() => import('./Rules.tsx'));

const NO_ROWS: readonly Alarm[] = [];

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns({ narrow: useNarrow(), onAcknowledge: null });
  return (
    <div className="screen">
      <PageHead title={t('alarms:title')} />
      <DataTable label={t('alarms:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

type Open = { dialog: 'rules' | 'new' } | { dialog: 'acknowledge'; row: Alarm };

export function ListScreen({
  context,
  query: first,
  create,
}: {
  context: PageContext;
  query: AlarmsQuery;
  create: () => { deps: StoreDeps; alarms: AlarmsStore };
}) {
  const t = useT();
  const locale = useLocale();
  const narrow = useNarrow();
  const { workspace } = context;
  const [{ deps, alarms: store }] = useState(create);
  const [open, setOpen] = useState<Open | null>(null);
  useStarted(store);
  const names = useMemo(() => createDataloggerNames(deps, workspace), [deps, workspace]);
  useStarted(names);
  const loggers = useStore(names.$value);
  const acknowledge = useCallback((row: Alarm) => setOpen({ dialog: 'acknowledge', row }), []);
  const columns = useColumns({ narrow, onAcknowledge: context.can('alarms:ack') ? acknowledge : null });
  const screen = usePagedScreen({ table: 'alarms', context, store, first, columns, writeQuery });
  const { state, filter, change } = screen;
  const rowHref = useCallback((row: Alarm) => alarmHref(row, locale), [locale]);
  const canWrite = context.can('dlog:write');
  const close = () => setOpen(null);
  const newRule = canWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setOpen({ dialog: 'new' })} {...opensDialog(NewRule)}>
      {t('alarms:rules.new')}
    </Button>
  ) : null;
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isNarrowed(filter)}>
      {isNarrowed(filter) ? (
        <NothingFound
          title={t('alarms:nothing_found.title')}
          clear={t('alarms:filter.clear')}
          onClear={() => change(readQuery({}, workspace))}
        >
          {t('alarms:nothing_found.text')}
        </NothingFound>
      ) : (
        <EmptyState title={t('alarms:empty.title')}>{t('alarms:empty.text')}</EmptyState>
      )}
    </Here>
  );
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('alarms:title')}
        status={<Counts key={workspace} deps={deps} workspace={workspace} />}
        actions={
          <>
            <Button icon={ListChecks} onPress={() => setOpen({ dialog: 'rules' })} {...opensDialog(Rules)}>
              {t('alarms:rules.action')}
            </Button>
            {newRule}
          </>
        }
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <>
          <div className="filters">
            <Chip
              name={t('alarms:filter.state')}
              all={t('alarms:filter.all_states')}
              value={filter.state === 'waiting' ? null : filter.state}
              options={OFFERED.map((id) => ({ id, text: t(`alarms:filter.states.${id}`) }))}
              onChange={(next) => change({ state: next })}
            />
            <Chip
              name={t('alarms:filter.severity')}
              all={t('alarms:filter.all_severities')}
              value={filter.severity}
              options={ALARM_SEVERITIES.map((id) => ({ id, text: t(`alarms:severity.${id}`) }))}
              onChange={(severity) => change({ severity })}
            />
            <Chip
              name={t('alarms:filter.datalogger')}
              all={t('alarms:filter.all_dataloggers')}
              value={filter.datalogger}
              options={loggers.map(({ id, name }) => ({ id, text: name }))}
              onChange={(datalogger) => change({ datalogger })}
            />
            <TimeFilter value={filter} onChange={change} />
          </div>
          <div className={`flex flex-1 flex-col min-h-0 transition-opacity duration-2 ${screen.stale ? 'opacity-60' : ''}`}>
            <DataTable
              label={t('alarms:list')}
              columns={screen.columns}
              rowId={(row) => row.id}
              rowHref={rowHref}
              empty={empty}
              {...screen.list}
            />
          </div>
          {screen.failed ? (
            <p className="bulk" role="alert">
              {t('alarms:more_failed')}
              <Button size="sm" onPress={screen.list.onEnd}>
                {t('ui:error.retry')}
              </Button>
            </p>
          ) : null}
        </>
      )}
      {open ? (
        <Boundary instead={null} onFailure={close}>
          {open.dialog === 'acknowledge' ? (
            <Acknowledge store={store} row={open.row} onClose={close} />
          ) : open.dialog === 'rules' ? (
            <Rules key={workspace} deps={deps} context={context} datalogger={filter.datalogger} onClose={close} />
          ) : (
            <NewRule deps={deps} context={context} datalogger={filter.datalogger} onClose={close} />
          )}
        </Boundary>
      ) : null}
    </div>
  );
}

function Counts({ deps, workspace }: { deps: StoreDeps; workspace: string | null }) {
  const t = useT();
  const [store] = useState(() => createAlarmCounts(deps, { workspace }));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status !== 'ready') return null;
  const { active, pending, waiting } = state.data;
  if (active + pending + waiting === 0) return <span className="muted text-12">{t('alarms:counts.none')}</span>;
  return (
    <>
      {active === 0 ? null : (
        <LiveStatus brief kind="alarm">
          {t('alarms:counts.active', { count: active })}
        </LiveStatus>
      )}
      {pending === 0 ? null : (
        <LiveStatus brief kind="late">
          {t('alarms:counts.pending', { count: pending })}
        </LiveStatus>
      )}
      {waiting === 0 ? null : (
        <LiveStatus brief kind="never">
          {t('alarms:counts.waiting', { count: waiting })}
        </LiveStatus>
      )}
    </>
  );
}
