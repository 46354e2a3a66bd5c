import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { SeriesStore } from '../../lib/client/charts/series.store.ts';
import type { ChannelsState, ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { DataloggerStore } from '../../lib/client/dataloggers/datalogger.store.ts';
import { limitSpent, stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { Chart } from '../chart/Chart.tsx';
import { Star } from '../favorites/Star.tsx';
import { type PageContext, useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { type Fact, PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { LoggerStatus } from './LoggerStatus.tsx';

// Only the chart comes at once; what stands behind the other tabs is loaded when it is asked for.
const ReadingsTable = part(() => import('./ReadingsTable.tsx'));
const LoggerTail = part(() => import('../received-data/LoggerTail.tsx'));
const Credentials = part(() => import('./Credentials.tsx'));
const NoReadings = part(() => import('./NoReadings.tsx'));
const Settings = part(() => import('./Settings.tsx'));

interface Stores {
  deps: StoreDeps;
  datalogger: DataloggerStore;
  channels: ChannelsStore;
  series: SeriesStore;
}

const TABS = ['chart', 'table', 'received', 'tokens', 'settings'] as const;
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

export function DetailScreen({ context, id, create }: { context: PageContext; id: string; create: () => Stores }) {
  const t = useT();
  const [stores] = useState(create);
  useStarted(stores.datalogger);
  useStarted(stores.channels);
  useStarted(stores.series);
  const state = useStore(stores.datalogger.$state);
  const channels = useStore(stores.channels.$state);

  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState error={state.code} onRetry={() => void stores.datalogger.load()} />
      </div>
    );
  const { row } = state;
  const canWrite = context.can('dlog:write');
  const { deps } = stores;
  const contents: Record<(typeof TABS)[number], ReactNode> = {
    chart: <ChartTab context={context} row={row} channels={channels} stores={stores} />,
    table:
      channels.status === 'error' ? (
        <ErrorState error={channels.code} onRetry={() => void stores.channels.load()} />
      ) : channels.status === 'ready' && channels.rows.length === 0 ? (
        <NoReadings deps={deps} row={row} />
      ) : (
        <ReadingsTable deps={deps} datalogger={id} channels={channels} />
      ),
    received: <LoggerTail deps={deps} datalogger={id} />,
    tokens: <Credentials deps={deps} row={row} canWrite={canWrite} />,
    settings: <Settings deps={deps} store={stores.datalogger} channels={stores.channels} row={row} canWrite={canWrite} />,
  };
  const items = TABS.map((tab) => ({
    id: tab,
    title: t(`dataloggers:tab.${tab}`),
    content: <Boundary waiting={<div className="flex-1 min-h-95" aria-busy="true" />}>{contents[tab]}</Boundary>,
  }));
  return (
    <div className="screen">
      <Head context={context} row={row} channels={channels} />
      <Tabs label={t('dataloggers:detail.tabs')} items={items} hash />
    </div>
  );
}

function Head({ context, row, channels }: { context: PageContext; row: Datalogger; channels: ChannelsState }) {
  const t = useT();
  const locale = useLocale();
  const state = stateNow(row, useCoarseNow());
  return (
    <PageHead
      crumbs={[{ text: t('dataloggers:detail.crumbs'), href: href('/dlog/dataloggers', null, locale) }]}
      title={row.name}
      status={
        <>
          <Star context={context} entity="dataloggers" entityId={row.id} label={row.name} />
          <LoggerStatus state={state} badge />
          {row.archived_at === null ? null : <Tag>{t('dataloggers:archived')}</Tag>}
          {row.code ? <span className="muted">{row.code}</span> : null}
          {row.place ? <span className="muted">{row.place}</span> : null}
        </>
      }
      facts={useFacts(row, channels, state === 'late' || state === 'offline')}
    />
  );
}

/** Was the newest message refused? */
const isRefusedNow = ({ refused_at, last_seen_at }: Datalogger): boolean =>
  refused_at !== null && (last_seen_at === null || Date.parse(refused_at) > Date.parse(last_seen_at));

function useFacts(row: Datalogger, channels: ChannelsState, late: boolean): Fact[][] {
  const t = useT();
  const format = useFormat();
  const rows: readonly Channel[] = channels.status === 'ready' ? channels.rows : [];
  const values: Fact[] =
    channels.status === 'loading' && row.channel_count > 0
      ? Array.from({ length: Math.min(row.channel_count, HEAD_VALUES) }, (_, index) => ({
          name: '\u00a0'.repeat(index + 1),
          value: <Skeleton width={48} />,
        }))
      : rows.slice(0, HEAD_VALUES).map((channel) => ({
          name: channel.name,
          value: <ChannelValue value={channel.last?.value ?? null} unit={channel.unit} decimals={channel.decimals} />,
        }));
  const more = rows.length - HEAD_VALUES;
  if (more > 0)
    values.push({
      name: t('dataloggers:detail.channels'),
      value: <span className="muted">{t('dataloggers:detail.more_channels', { count: more })}</span>,
    });
  const about: Fact[] = [
    {
      name: t('dataloggers:detail.last_message'),
      value: row.last_seen_at === null ? t('dataloggers:never') : <Age of={row.last_seen_at} late={late} />,
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
        row.expected_interval_s === null ? (
          <span className="muted">{t('dataloggers:detail.interval_unknown')}</span>
        ) : (
          format.interval(row.expected_interval_s)
        ),
    },
  ];
  return values.length > 0 ? [values, about] : [about];
}

function ChartTab({ context, row, channels, stores }: { context: PageContext; row: Datalogger; channels: ChannelsState; stores: Stores }) {
  if (channels.status === 'error') return <ErrorState error={channels.code} onRetry={() => void stores.channels.load()} />;
  if (channels.status === 'loading') return <div className="flex-1 min-h-95" aria-busy="true" />;
  if (channels.rows.length === 0) return <NoReadings deps={stores.deps} row={row} />;
  const star = ({ id, name }: Channel) => <Star context={context} entity="channels" entityId={id} label={name} />;
  return <Chart store={stores.series} channels={channels.rows} expectedIntervalS={row.expected_interval_s} action={star} />;
}
