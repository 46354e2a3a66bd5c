import { useStore } from '@nanostores/react';
import { ChartLine, Check } from 'lucide-react';
import { useState } from 'react';
import type { AlarmNotice, AlarmStore } from '../../lib/client/alarms/alarm.store.ts';
import type { BlockStore } from '../../lib/client/kernel/block-store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { writeRange } from '../../lib/domain/time/range-address.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { AlarmStatus, Lasting, LimitText, PeakText } from '../alarms/alarm-looks.tsx';
import type { ChartAddress } from '../chart/address.ts';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { type Fact, PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { AlarmHistory } from './AlarmHistory.tsx';
import { around } from './around.ts';

const AlarmChart = part(() => import('./AlarmChart.tsx'));
const Acknowledge = part(() => import('../alarms/Acknowledge.tsx'));

interface Stores {
  deps: StoreDeps;
  alarm: AlarmStore;
  notices: BlockStore<readonly AlarmNotice[]>;
}

/** Shown until the alarm is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('alarms:title'), href: href('/dlog/alarms', null, locale) }]}
        title={<Skeleton width={200} height={18} />}
        facts={[[1, 2, 3].map((key) => ({ name: '\u00a0'.repeat(key), value: <Skeleton width={56} /> }))]}
      />
    </div>
  );
}

export function DetailScreen({ context, address, create }: { context: PageContext; address: ChartAddress; create: () => Stores }) {
  const [stores] = useState(create);
  useStarted(stores.alarm);
  const state = useStore(stores.alarm.$state);
  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void stores.alarm.load()} />
      </div>
    );
  return <Whole context={context} address={address} stores={stores} row={state.data} />;
}

function Whole({ context, address, stores, row }: { context: PageContext; address: ChartAddress; stores: Stores; row: Alarm }) {
  const t = useT();
  const locale = useLocale();
  const [acknowledging, setAcknowledging] = useState(false);
  const waits = row.acknowledged_at === null && (row.state === 'active' || row.state === 'over');
  const close = () => setAcknowledging(false);
  const narrow = useNarrow();
  const facts = useFacts(row);
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('alarms:title'), href: href('/dlog/alarms', null, locale) }]}
        title={row.rule_name}
        status={
          <>
            <AlarmStatus row={row} />
            <Tag>{t(`alarms:severity.${row.severity}`)}</Tag>
            {row.late ? <Tag>{t('alarms:late')}</Tag> : null}
            <span className="soft">
              <Lasting row={row} />
            </span>
          </>
        }
        {...(narrow ? {} : { facts })}
        actions={
          <>
            <ButtonLink icon={ChartLine} href={inCharts(row, locale)}>
              {t('alarm-page:charts')}
            </ButtonLink>
            {waits && context.can('alarms:ack', row.workspace_id) ? (
              <Button variant="primary" icon={Check} onPress={() => setAcknowledging(true)} {...opensDialog(Acknowledge)}>
                {t('alarms:acknowledge.action')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="block min-h-0 flex-1 overflow-y-auto print:overflow-visible">
        {/* The head of a phone has no room for them. */}
        <dl className="hidden grid-cols-2 gap-x-4 gap-y-2 border-b border-line-2 px-4 py-3 slim:grid">
          {facts.flat().map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-11 leading-4 text-ink-3">{name}</dt>
              <dd className="med wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="min-w-0">
          <Boundary waiting={<div className="min-h-105" aria-busy="true" />}>
            <AlarmChart context={context} deps={stores.deps} address={address} row={row} />
          </Boundary>
        </div>
        <div className="border-t border-line-2">
          <AlarmHistory row={row} notices={stores.notices} />
        </div>
      </div>
      <Boundary instead={null} onFailure={close}>
        {acknowledging ? <Acknowledge store={stores.alarm} row={row} onClose={close} /> : null}
      </Boundary>
    </div>
  );
}

/** Its channel among others, at the same time. */
function inCharts(row: Alarm, locale: Locale): string {
  const range = Object.entries(writeRange({ kind: 'fixed', ...around(row, Date.parse(row.last_ts ?? row.since)) }));
  const said = range.filter((entry): entry is [string, string] => entry[1] !== null);
  return `${href('/dlog/charts', null, locale)}?${new URLSearchParams([['ch', row.channel_id], ...said])}`;
}

/** What, where, how far, and the rule that says so. */
function useFacts(row: Alarm): Fact[][] {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const shown = { ...row, state_words: null };
  const hasPeak = row.kind !== 'sensor_error';
  return [
    [
      {
        name: t('alarm-page:fact.logger'),
        value:
          row.datalogger_id === null ? (
            <span className="muted">{t('alarm-page:fact.no_logger')}</span>
          ) : (
            <a className="link" href={href('/dlog/dataloggers/{id}', { id: row.datalogger_id }, locale)}>
              {row.datalogger_name}
            </a>
          ),
      },
      { name: t('alarm-page:fact.channel'), value: row.channel_name },
      { name: t('alarm-page:fact.now'), value: <ChannelValue value={row.last_num} of={shown} /> },
    ],
    [
      { name: t('alarm-page:fact.since'), value: format.dateTime(row.since, 'minute') },
      ...(row.over_at === null ? [] : [{ name: t('alarm-page:fact.until'), value: format.dateTime(row.over_at, 'minute') }]),
      ...(hasPeak
        ? [
            {
              name: t('alarm-page:fact.peak', { time: format.dateTime(row.peak_at, 'minute') }),
              value: (
                <PeakText row={row}>
                  <ChannelValue value={row.peak} of={shown} />
                </PeakText>
              ),
            },
          ]
        : []),
    ],
    [
      { name: t('alarm-page:fact.limits'), value: <LimitText row={row} /> },
      {
        name: t('alarm-page:fact.rule'),
        value: (
          <a className="link" href={`${href('/dlog/alarms', null, locale)}?${new URLSearchParams({ rule: row.rule_id })}`}>
            {t('alarm-page:fact.version', { version: row.version })}
          </a>
        ),
      },
    ],
  ];
}
