import { useStore } from '@nanostores/react';
import { ChartLine } from 'lucide-react';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { Beside } from '../../lib/client/charts/beside.ts';
import type { SeriesStore } from '../../lib/client/charts/series.store.ts';
import type { ChannelsState, ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { DataloggerStore } from '../../lib/client/dataloggers/datalogger.store.ts';
import { limitSpent, stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import { samplingOf } from '../../lib/client/dataloggers/sampling.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import { readShifts } from '../../lib/client/workspaces/read-shifts.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import type { Mark } from '../../lib/contract/marks.ts';
import { expectedInterval } from '../../lib/domain/datalogger-state.ts';
import type { Span, TimePlace } from '../../lib/domain/time/range.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type ChartAddress, chartLink } from '../chart/address.ts';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { Chart } from '../chart/Chart.tsx';
import { ChartWaiting } from '../chart/ChartWaiting.tsx';
import { chartsHref } from '../chart/charts-href.ts';
import { FailingCount, SensorFailing } from '../chart/SensorFailing.tsx';
import { Star } from '../favorites/Star.tsx';
import { ImportButton } from '../imports/ImportButton.tsx';
import { Links } from '../links/Links.tsx';
import { useCrumbs } from '../shell/crumbs.ts';
import { type PageContext, useCoarseNow } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Age } from '../ui/Age.tsx';
import { KEPT_TRUE } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { late } from '../ui/late.ts';
import { type Fact, PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { healthFacts } from './health-facts.tsx';
import { LoggerStatus, NeverSent } from './LoggerStatus.tsx';

// Only the chart comes at once; what stands behind the other tabs is loaded when it is asked for.
const days = late(() => import('../../lib/client/charts/data-days.ts'));
const ReadingsTable = part(() => import('./ReadingsTable.tsx'));
const LoggerTail = part(() => import('../received-data/LoggerTail.tsx'));
const Credentials = part(() => import('./Credentials.tsx'));
const Embeds = part(() => import('../embeds/Embeds.tsx'));
const LoggerAlarms = part(() => import('../alarms/LoggerAlarms.tsx'));
const AlarmsHere = part(() => import('../alarms/AlarmsHere.tsx'));
const NoReadings = part(() => import('./NoReadings.tsx'));
const Settings = part(() => import('./Settings.tsx'));
const Marks = part(() => import('../marks/Marks.tsx'));
const Calibrations = part(() => import('../calibrations/Calibrations.tsx'));
const MarkForm = part(() => import('../marks/MarkForm.tsx'));

interface Stores {
  deps: StoreDeps;
  datalogger: DataloggerStore;
  channels: ChannelsStore;
  links: LinksStore;
  series: SeriesStore;
  noted: Beside<readonly Mark[]>;
}

const TABS = ['chart', 'table', 'marks', 'calibrations', 'received', 'tokens', 'embeds', 'settings'] as const;
/** Channels whose marks are asked for. */
const MOST_NOTED = 24;
/** Last values in the head; more of them stand beside the chart. */
const HEAD_VALUES = 5;

/** Shown until the person is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('dataloggers:detail.crumbs'), href: href('/dlog/dataloggers', null, locale) }]}
        title={<Skeleton width={200} height={18} />}
        facts={[[1, 2, 3].map((key) => ({ name: '\u00a0'.repeat(key), value: <Skeleton width={56} /> }))]}
      />
    </div>
  );
}

export function DetailScreen({
  context,
  id,
  address,
  create,
}: {
  context: PageContext;
  id: string;
  address: ChartAddress;
  create: (place: TimePlace) => Stores;
}) {
  const t = useT();
  const place = useTimePlace();
  const [stores] = useState(() => create(place));
  useStarted(stores.datalogger);
  useStarted(stores.channels);
  useStarted(stores.series);
  useStarted(stores.noted);
  const state = useStore(stores.datalogger.$state);
  const channels = useStore(stores.channels.$state);

  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void stores.datalogger.load()} />
      </div>
    );
  const { row } = state;
  const canWrite = context.can('dlog:write');
  const { deps } = stores;
  const contents: Record<(typeof TABS)[number], ReactNode> = {
    chart: <ChartTab context={context} row={row} channels={channels} stores={stores} address={address} />,
    table:
      channels.status === 'error' ? (
        <ErrorState error={channels.code} onRetry={() => void stores.channels.load()} />
      ) : channels.status === 'ready' && channels.rows.length === 0 ? (
        <NoReadings deps={deps} row={row} context={context} />
      ) : (
        <ReadingsTable deps={deps} datalogger={id} channels={channels} />
      ),
    marks: (
      <Marks
        deps={deps}
        datalogger={id}
        channels={channels.status === 'ready' ? channels.rows : []}
        span={() => stores.series.$selection.get() ?? stores.series.$window.get()}
        canWrite={canWrite}
      />
    ),
    calibrations: (
      <Calibrations deps={deps} datalogger={id} channels={channels.status === 'ready' ? channels.rows : []} canWrite={canWrite} />
    ),
    received: <LoggerTail deps={deps} datalogger={id} />,
    tokens: <Credentials deps={deps} row={row} canWrite={canWrite} />,
    embeds: <Embeds deps={deps} row={row} channels={channels.status === 'ready' ? channels.rows : []} maySign={context.can('dlog:sign')} />,
    settings: <Settings deps={deps} store={stores.datalogger} channels={stores.channels} row={row} canWrite={canWrite} />,
  };
  const items = TABS.map((tab) => ({
    id: tab,
    title: t(`dataloggers:tab.${tab}`),
    content: (
      <Boundary waiting={tab === 'chart' ? <ChartWaiting /> : <div className="flex-1 min-h-95" aria-busy="true" />}>
        {contents[tab]}
      </Boundary>
    ),
  }));
  return (
    <div className="screen">
      <Head context={context} stores={stores} row={row} channels={channels} />
      <Tabs label={t('dataloggers:detail.tabs')} items={items} hash />
    </div>
  );
}

function Head({ context, stores, row, channels }: { context: PageContext; stores: Stores; row: Datalogger; channels: ChannelsState }) {
  const t = useT();
  const locale = useLocale();
  const state = stateNow(row, useCoarseNow());
  const failing = channels.status === 'ready' ? channels.rows.filter(({ failing_ts }) => failing_ts !== null).length : row.failing;
  const crumbs = useCrumbs(context, row.workspace_id, {
    text: t('dataloggers:detail.crumbs'),
    href: href('/dlog/dataloggers', null, locale),
  });
  return (
    <PageHead
      crumbs={crumbs}
      title={row.name}
      mark={<Star context={context} entity="dataloggers" entityId={row.id} label={row.name} />}
      status={
        <>
          <LoggerStatus state={state} badge />
          <FailingCount count={failing} />
          <Boundary instead={null}>
            <AlarmsHere deps={stores.deps} of={{ datalogger: row.id }} />
          </Boundary>
          {row.archived_at === null ? null : <Tag>{t('dataloggers:archived')}</Tag>}
          {row.code ? <span className="muted">{row.code}</span> : null}
          {row.place ? <span className="muted">{row.place}</span> : null}
        </>
      }
      links={<Links store={stores.links} entity="dataloggers" id={row.id} />}
      facts={useFacts(row, channels, state === 'late' || state === 'offline')}
      actions={
        channels.status === 'ready' && row.archived_at === null ? (
          <>
            {channels.rows.length > 0 ? (
              <ButtonLink icon={ChartLine} href={chartsHref({ logger: [row.id] }, locale)}>
                {t('dataloggers:compare')}
              </ButtonLink>
            ) : null}
            {context.can('dlog:write') ? <ImportButton deps={stores.deps} logger={row} channels={channels.rows} /> : null}
          </>
        ) : undefined
      }
    />
  );
}

/** Was the newest message refused? */
const isRefusedNow = ({ refused_at, last_seen_at }: Datalogger): boolean =>
  refused_at !== null && (last_seen_at === null || Date.parse(refused_at) > Date.parse(last_seen_at));

function useFacts(row: Datalogger, channels: ChannelsState, late: boolean): Fact[][] {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const rows: readonly Channel[] = channels.status === 'ready' ? channels.rows : [];
  const values: Fact[] =
    channels.status === 'loading' && row.channel_count > 0
      ? Array.from({ length: Math.min(row.channel_count, HEAD_VALUES) }, (_, index) => ({
          name: '\u00a0'.repeat(index + 1),
          value: <Skeleton width={48} />,
        }))
      : rows.slice(0, HEAD_VALUES).map((channel) => ({
          name: channel.name,
          value: (
            <span className={KEPT_TRUE}>
              <ChannelValue value={channel.last?.value ?? null} of={channel} />
              {channel.failing_ts === null ? null : (
                /* A phone has one line for both. */
                <small className="soft block slim:ml-1.5 slim:inline">
                  <SensorFailing of={channel} />
                </small>
              )}
            </span>
          ),
        }));
  const more = rows.length - HEAD_VALUES;
  if (more > 0)
    values.push({
      name: t('dataloggers:detail.channels'),
      value: <span className="muted">{t('dataloggers:detail.more_channels', { count: more })}</span>,
    });
  const interval = expectedInterval(row);
  const about: Fact[] = [
    ...(row.logger_type_id === null
      ? []
      : [
          {
            name: t('dataloggers:detail.type'),
            value: (
              <a className="link" href={href('/dlog/logger-types/{id}', { id: row.logger_type_id }, locale)}>
                {row.logger_type_name}
              </a>
            ),
          },
        ]),
    {
      name: t('dataloggers:detail.last_message'),
      value: row.last_seen_at === null ? <NeverSent row={row} /> : <Age of={row.last_seen_at} late={late} />,
    },
    ...(row.ahead_ts === null
      ? []
      : [{ name: t('dataloggers:detail.clock'), value: <Status kind="late">{t('dataloggers:detail.clock_ahead')}</Status> }]),
    ...(isRefusedNow(row) ? [{ name: t('dataloggers:detail.refused'), value: <Age of={row.refused_at!} late /> }] : []),
    ...(limitSpent(row)
      ? [{ name: t('dataloggers:detail.limit'), value: <Status kind="late">{t('dataloggers:detail.limit_spent')}</Status> }]
      : []),
    {
      name: t('dataloggers:detail.interval'),
      value:
        interval === null ? (
          <span className="muted">{t('dataloggers:detail.interval_unknown')}</span>
        ) : row.expected_interval_s === null ? (
          t('dataloggers:detail.interval_of_type', { interval: format.interval(interval) })
        ) : (
          format.interval(interval)
        ),
    },
    ...healthFacts(t, row),
  ];
  return values.length > 0 ? [values, about] : [about];
}

interface ChartTabProps {
  context: PageContext;
  row: Datalogger;
  channels: ChannelsState;
  stores: Stores;
  address: ChartAddress;
}

function ChartTab({ context, row, channels, stores, address }: ChartTabProps) {
  const { deps } = stores;
  const workspace = row.workspace_id;
  const shifts = useCallback(() => readShifts(deps, workspace), [deps, workspace]);
  const zone = useTimeZone();
  const marks = useCallback(
    async (first: string, last: string) =>
      (await days.load()).readDataDays(deps, { dataloggers: [row.id], channels: null, zone }, first, last),
    [deps, row.id, zone],
  );
  const [making, setMaking] = useState<Span | null>(null);
  const [alarms, setAlarms] = useState<Partial<Parameters<ComponentProps<typeof LoggerAlarms>['onFound']>[0]>>({});
  const window = useStore(stores.series.$window);
  const found = useStore(stores.noted.$found);
  const noted = useMemo(() => Object.values(found).flat(), [found]);
  const ids =
    channels.status === 'ready'
      ? channels.rows
          .map((one) => one.id)
          .slice(0, MOST_NOTED)
          .join()
      : '';
  useEffect(() => stores.noted.show(ids === '' ? [] : [ids], window), [stores.noted, ids, window]);
  if (channels.status === 'error') return <ErrorState error={channels.code} onRetry={() => void stores.channels.load()} />;
  if (channels.status === 'loading') return <ChartWaiting />;
  if (channels.rows.length === 0) return <NoReadings deps={stores.deps} row={row} context={context} />;
  const star = ({ id, name }: Channel) => <Star context={context} entity="channels" entityId={id} label={name} />;
  return (
    <>
      <Chart
        title={row.name}
        organization={context.organization}
        store={stores.series}
        channels={channels.rows}
        expectedIntervalS={samplingOf(row)}
        action={star}
        address={address}
        link={(shown) => chartLink(location.href, { ...shown, organization: context.organization, workspace })}
        marks={marks}
        shifts={context.can('org:read') ? shifts : undefined}
        noted={noted}
        onMark={context.can('dlog:write') ? setMaking : undefined}
        {...alarms}
      />
      <Boundary instead={null}>
        <LoggerAlarms deps={deps} datalogger={row.id} channels={ids} window={window} onFound={setAlarms} />
      </Boundary>
      {making ? (
        <Boundary instead={null} onFailure={() => setMaking(null)}>
          <MarkForm
            deps={deps}
            channels={channels.rows}
            span={making}
            onDone={() => stores.series.reload()}
            onClose={() => setMaking(null)}
          />
        </Boundary>
      ) : null}
    </>
  );
}
