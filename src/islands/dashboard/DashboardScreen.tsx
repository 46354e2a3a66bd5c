import { useStore } from '@nanostores/react';
import { ArrowRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { type DataloggersStore, stateNow, tally } from '../../lib/client/dataloggers.store.ts';
import type { ReceivedDataStore } from '../../lib/client/received-data.store.ts';
import { DATALOGGER_STATES, type Datalogger } from '../../lib/contract/dataloggers.ts';
import type { ReceivedData, ReceivedStatus } from '../../lib/contract/received-data.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { type Place, useCoarseNow } from '../dataloggers/Signed.tsx';
import { useStarted } from '../dataloggers/useStarted.ts';
import { Age } from '../ui/Age.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { type StatusKind, StatusLamp } from '../ui/StatusLamp.tsx';

interface Stores {
  dataloggers: DataloggersStore;
  receivedData: ReceivedDataStore;
}
const SHOWN_MESSAGES = 8;
const SHOWN_LOGGERS = 8;
/** States that ask for somebody, the worst first. */
const ATTENTION = ['offline', 'late', 'never'] as const;
const MESSAGE_TONE: Record<ReceivedStatus, StatusKind> = { stored: 'online', partial: 'late', unparsed: 'alarm' };

/** What stands there until it is known who looks. */
export function DashboardWaiting() {
  const t = useT();
  return (
    <div className="screen dashboard">
      <PageHead bare title={t('dashboard:title')} />
      <ul className="states">
        {DATALOGGER_STATES.map((state) => (
          <li key={state}>
            <span className="state">
              <Skeleton width={64} />
              <Skeleton width={36} height={24} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DashboardScreen({ place, create }: { place: Place; create: () => Stores }) {
  const t = useT();
  const locale = useLocale();
  const now = useCoarseNow();
  const [{ dataloggers, receivedData }] = useState(create);
  useStarted(dataloggers);
  useStarted(receivedData);
  const loggers = useStore(dataloggers.$state);
  const messages = useStore(receivedData.$state);
  const title = t('dashboard:title');

  if (loggers.status === 'loading') return <DashboardWaiting />;
  if (loggers.status === 'error')
    return (
      <div className="screen">
        <PageHead title={title} />
        <ErrorState error={loggers.code} onRetry={() => void dataloggers.load()} />
      </div>
    );
  if (loggers.rows.length === 0 && loggers.complete) return <FirstStep title={title} canWrite={place.can('dlog:write')} />;

  const counts = tally(loggers.rows, now);
  return (
    <div className="screen dashboard">
      <PageHead bare title={title} />
      <ul className="states" aria-label={t('dashboard:loggers')}>
        {DATALOGGER_STATES.map((state) => (
          <StateFigure key={state} state={state} count={counts[state]} to={href(`/dlog/dataloggers?state=${state}`, null, locale)} />
        ))}
      </ul>
      <div className="columns">
        <section>
          <h2 className="h2">{t('dashboard:attention')}</h2>
          <Attention rows={loggers.rows} now={now} />
          <More to={href('/dlog/dataloggers', null, locale)}>{t('dashboard:all_loggers')}</More>
        </section>
        <section>
          <h2 className="h2">{t('dashboard:messages')}</h2>
          {messages.status === 'ready' ? <Messages rows={messages.rows} /> : null}
          {messages.status === 'loading' ? <LinesWaiting /> : null}
          {messages.status === 'error' ? <ErrorState error={messages.code} onRetry={() => void receivedData.load()} /> : null}
          <More to={href('/dlog/received-data', null, locale)}>{t('dashboard:all_messages')}</More>
        </section>
      </div>
    </div>
  );
}

function FirstStep({ title, canWrite }: { title: string; canWrite: boolean }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead title={title} />
      <EmptyState
        title={t('dashboard:empty.title')}
        actions={
          canWrite ? (
            <ButtonLink variant="primary" icon={Plus} href={href('/dlog/dataloggers', null, locale)}>
              {t('dashboard:empty.action')}
            </ButtonLink>
          ) : null
        }
      >
        {t(canWrite ? 'dashboard:empty.text' : 'dataloggers:empty.read_only')}
      </EmptyState>
    </div>
  );
}

function StateFigure({ state, count, to }: { state: Datalogger['state']; count: number; to: string }) {
  const t = useT();
  const format = useFormat();
  return (
    <li>
      <a className={count === 0 ? 'state none' : 'state'} href={to}>
        <span className="name">
          <StatusLamp kind={state} />
          {t(`dashboard:state.${state}`)}
        </span>
        <b>{format.number(count)}</b>
      </a>
    </li>
  );
}

function Attention({ rows, now }: { rows: readonly Datalogger[]; now: number | null }) {
  const t = useT();
  const locale = useLocale();
  const asking = ATTENTION.flatMap((state) => rows.filter((row) => stateNow(row, now) === state).map((row) => ({ row, state })));
  if (asking.length === 0) return <p className="none">{t('dashboard:all_well')}</p>;
  return (
    <ul className="lines">
      {asking.slice(0, SHOWN_LOGGERS).map(({ row, state }) => (
        <li key={row.id}>
          <a href={href('/dlog/dataloggers/{id}', { id: row.id }, locale)}>
            <span className="what">
              <span className="med truncate">{row.name}</span>
              <small>{row.place ?? row.kind ?? row.code}</small>
            </span>
            <Status kind={state}>{t(`dataloggers:state.${state}`)}</Status>
            <span className="when">
              {row.last_seen_at === null ? t('dataloggers:never') : <Age of={row.last_seen_at} late={state !== 'never'} />}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Messages({ rows }: { rows: readonly ReceivedData[] }) {
  const t = useT();
  const locale = useLocale();
  if (rows.length === 0) return <p className="none">{t('dashboard:no_messages')}</p>;
  return (
    <ul className="lines">
      {rows.slice(0, SHOWN_MESSAGES).map((row) => (
        <li key={row.id}>
          <a href={href('/dlog/received-data/{id}', { id: row.id }, locale)}>
            <span className="what">
              <span className="med truncate">{row.datalogger_name}</span>
              <small>{t('dashboard:readings', { count: row.points })}</small>
            </span>
            <Status kind={MESSAGE_TONE[row.status]}>{t(`dashboard:message_status.${row.status}`)}</Status>
            <span className="when">
              <Age of={row.received_at} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function LinesWaiting() {
  return (
    <ul className="lines">
      {['a', 'b', 'c', 'd'].map((line) => (
        <li key={line}>
          <span className="waiting">
            <Skeleton width={160} />
            <Skeleton width={64} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <a className="more" href={to}>
      {children}
      <Icon of={ArrowRight} size={14} />
    </a>
  );
}
