import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createDataloggerNames } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { isCounted, type ReceivedCountsStore } from '../../lib/client/received-data/received-counts.store.ts';
import { lookedForIn, type ReceivedDataStore } from '../../lib/client/received-data/received-data.store.ts';
import type { listDeviceIdentities } from '../../lib/contract/device-identities.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { listReceivedData, type ReceivedData } from '../../lib/contract/received-data.ts';
import { RECEIVED_STATUSES } from '../../lib/contract/received-status.ts';
import { spanOfRange, type TimePlace } from '../../lib/domain/time/range.ts';
import { endsOf } from '../../lib/domain/time/range-steps.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Quarantine } from '../device-identities/Quarantine.tsx';
import { RangeControl } from '../range/RangeControl.tsx';
import { AskedHere } from '../shell/Here.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { useListQuery } from '../shell/useListScreen.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { newPicked, type Picked, usePickedRows, usePicking } from '../ui/table/picking.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Again } from './Again.tsx';
import { ExportButton } from './ExportButton.tsx';
import { addressOf, askedOf, bounded, type Filter, FROM_LIST, writeQuery } from './list-filter.ts';
import { STATUS_LAMP } from './status.ts';
import { DOORS, doorName, Tail, TailSwitch } from './Tail.tsx';

const BulkBar = part(() => import('./BulkBar.tsx'));
const Tally = part(() => import('./Tally.tsx'));

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead title={t('received-data:title')} />
    </div>
  );
}

export function ListScreen({
  context,
  initial,
  waiting,
  create,
}: {
  context: PageContext;
  initial: Filter;
  /** Devices in quarantine with which the page was rendered. */
  waiting: ResponseOf<typeof listDeviceIdentities> | null;
  create: (place: TimePlace) => { received: ReceivedDataStore; counts: ReceivedCountsStore; deps: StoreDeps };
}) {
  const t = useT();
  const place = useTimePlace();
  const [{ received, counts, deps }] = useState(() => create(place));
  const follow = useCallback(
    ({ range, ...rest }: Filter & { workspace: string | null }) => {
      const next = { ...rest, ...endsOf(range, Date.now(), place) };
      received.follow(next);
      counts.follow(next);
    },
    [received, counts, place],
  );
  const { workspace } = context;
  // Of the workspace that was chosen then; for the next one the browser asks.
  const given = useRef(waiting);
  useEffect(() => {
    given.current = null;
  }, []);
  const { filter, change: write } = useListQuery({ context, first: initial, writeQuery, show: follow });
  const change = (next: Partial<Filter>) => write(bounded({ ...filter, ...next }));
  useStarted(received);
  useStarted(counts);
  const names = useMemo(() => createDataloggerNames(deps, workspace), [deps, workspace]);
  useStarted(names);
  const loggers = useStore(names.$value);
  const state = useStore(received.$state);
  const rows = state.status === 'ready' ? state.rows.length : null;
  const narrow = useNarrow();
  const format = useFormat();
  const [$picked] = useState(newPicked);
  const picking = usePicking<ReceivedData>($picked, context.can('dlog:write') && !narrow, (word, row) =>
    word('received-data:pick', { logger: row.datalogger_name, time: format.dateTime(row.received_at, 'second') }),
  );

  const chosen = loggers.find(({ id }) => id === filter.datalogger);
  /** What the filter leaves of the chosen logger's messages, with the ends that it has now. */
  const again = () => {
    const { from, to } = endsOf(filter.range, Date.now(), place);
    return {
      ...(chosen ? { datalogger_id: chosen.id } : {}),
      ...(filter.door === null ? {} : { door: filter.door }),
      ...lookedForIn(filter),
      ...(filter.state === null ? {} : { status: filter.state }),
      ...(from === null ? {} : { from: String(Math.floor(from)) }),
      ...(to === null ? {} : { to: String(Math.ceil(to)) }),
    };
  };
  const exported = () => askedOf(filter, workspace, place);
  // One that a newer server has stays in the choice as long as it is chosen.
  const doors = DOORS.some((one) => one === filter.door) || filter.door === null ? DOORS : [...DOORS, filter.door];

  const filtered =
    filter.range !== null ||
    filter.state !== null ||
    filter.datalogger !== null ||
    filter.door !== null ||
    filter.topic !== null ||
    filter.warned;
  const tooWide = filter.topic !== null && filter.datalogger === null && !isCounted(endsOf(filter.range, Date.now(), place), Date.now());
  const empty = filtered ? (
    <NothingFound
      title={t('received-data:nothing_found.title')}
      clear={t('received-data:filter.clear')}
      onClear={() => change({ state: null, datalogger: null, door: null, topic: null, warned: false, range: null })}
    >
      {t('received-data:nothing_found.text')}
    </NothingFound>
  ) : (
    <AskedHere
      context={context}
      deps={deps}
      ask={async (call) => {
        const { items } = await call(listReceivedData, { params: { organization_id: context.organization }, query: { limit: '1' } });
        // Nobody counts messages of all times.
        return items.length === 0 ? 0 : null;
      }}
    >
      <EmptyState title={t('received-data:empty.title')}>{t('received-data:empty.text')}</EmptyState>
    </AskedHere>
  );
  return (
    <div className="screen">
      <PageHead bare title={t('received-data:title')} />
      {/* What waits below may be long: it is not to press them flat. */}
      <div className="filters flex-none">
        <SearchField
          label={t('received-data:filter.topic')}
          value={filter.topic ?? ''}
          onChange={(topic) => change({ topic: topic.trimStart() || null })}
        />
        <Chip
          name={t('received-data:filter.status')}
          all={t('received-data:filter.all_statuses')}
          value={filter.state}
          options={RECEIVED_STATUSES.map((id) => ({ id, text: t(`received-data:status.${id}`), lamp: STATUS_LAMP[id] }))}
          onChange={(state) => change({ state })}
        />
        <Chip
          name={t('received-data:filter.datalogger')}
          all={t('received-data:filter.all_dataloggers')}
          value={filter.datalogger}
          options={loggers.map(({ id, name }) => ({ id, text: name }))}
          onChange={(datalogger) => change({ datalogger })}
        />
        <Chip
          name={t('received-data:column.door')}
          all={t('received-data:filter.all_doors')}
          value={filter.door}
          options={doors.map((id) => ({ id, text: doorName(t, id) }))}
          onChange={(door) => change({ door })}
        />
        <Chip
          name={t('received-data:filter.warnings')}
          all={t('received-data:filter.all_warnings')}
          value={filter.warned ? '1' : null}
          options={[{ id: '1', text: t('received-data:filter.warned'), lamp: 'late' }]}
          onChange={(warned) => change({ warned: warned !== null })}
        />
        <RangeControl
          anyTime
          range={filter.range}
          span={filter.range && spanOfRange(filter.range, Date.now(), place)}
          onChange={(range) => change({ range })}
        />
        {/* Where the line is too short for them they go to the next one together. */}
        <span className="ml-auto flex items-center gap-1.5 slim:flex-none">
          {chosen && rows !== 0 && context.can('dlog:write', chosen.workspace_id) ? (
            <Again size="sm" organization={context.organization} of={again} logger={chosen.name} />
          ) : null}
          {rows === 0 ? null : <ExportButton deps={deps} filter={exported} />}
          <TailSwitch store={received} />
        </span>
      </div>
      {(rows !== 0 || filtered) && isCounted(endsOf(filter.range, Date.now(), place), Date.now()) ? (
        <div className="min-h-28 px-5 pt-2 slim:px-4">
          <Boundary>
            <Tally store={counts} day={filter.range === null} state={filter.state} onState={(state) => change({ state })} />
          </Boundary>
        </div>
      ) : null}
      <Quarantine key={workspace} deps={deps} context={context} answer={given.current} />
      <div className="border-t border-line">
        {tooWide ? (
          <EmptyState title={t('received-data:too_wide.title')}>{t('received-data:too_wide.text')}</EmptyState>
        ) : (
          <Tail store={received} logger empty={empty} picking={picking} address={addressOf({ ...FROM_LIST, ...writeQuery(filter) })} />
        )}
      </div>
      {picking && state.status === 'ready' ? <Bulk organization={context.organization} rows={state.rows} $picked={$picked} /> : null}
    </div>
  );
}

/** Stands below the list while rows are picked. */
function Bulk({ organization, rows, $picked }: { organization: string; rows: readonly ReceivedData[]; $picked: Picked }) {
  const picked = usePickedRows($picked, rows);
  return picked.length === 0 ? null : (
    <Boundary instead={null}>
      <BulkBar organization={organization} rows={picked} $picked={$picked} />
    </Boundary>
  );
}
