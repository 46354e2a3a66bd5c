import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ATTENTION, type Attention, createAttention } from '../../lib/client/dashboard/dashboard.store.ts';
import { stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { FailingCount, ShownAge } from '../chart/SensorFailing.tsx';
import { LoggerStatus, lampOf } from '../dataloggers/LoggerStatus.tsx';
import { useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { LiveStatus } from '../ui/AsOf.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { BlockProps } from './blocks.ts';
import { Calm, Lines, LinesWaiting, More, What } from './parts.tsx';

/** Loggers that fell silent, are late, refused, have a failing sensor or never sent, the longest silence first. */
export function AttentionBlock({ context, deps, initial }: BlockProps<Attention>) {
  const [store] = useState(() => createAttention(deps, context.workspace, initial));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <LinesWaiting />;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  return <Loggers {...state.data} />;
}

function Loggers({ rows, counts }: Attention) {
  const t = useT();
  const locale = useLocale();
  const asking = ATTENTION.reduce((sum, state) => sum + counts[state], 0);
  const tally = (['online', ...ATTENTION, 'file', 'paused'] as const).filter((state) => counts[state] > 0);
  if (tally.length === 0) return <Calm>{t('dashboard:attention.none_here')}</Calm>;
  const well = counts.online > 0;
  return (
    <>
      <ul className="mt-1 flex flex-wrap gap-x-4.5 gap-y-1 text-12" aria-label={t('dashboard:attention.tally')}>
        {tally.map((state) => (
          <li key={state}>
            <a className="hover:underline" href={href(`/dlog/dataloggers?state=${state}`, null, locale)}>
              <LiveStatus brief kind={lampOf(state)}>
                {t(`dataloggers:tally.${state}`, { count: counts[state] })}
              </LiveStatus>
            </a>
          </li>
        ))}
      </ul>
      {asking === 0 ? (
        <Calm>
          <LiveStatus kind={well ? 'online' : 'paused'}>
            {t(well ? 'dashboard:attention.all_well' : 'dashboard:attention.all_paused')}
          </LiveStatus>
        </Calm>
      ) : (
        <Lines>
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </Lines>
      )}
      {asking > rows.length ? (
        <More to={href('/dlog/dataloggers', null, locale)}>{t('dashboard:attention.more', { count: asking - rows.length })}</More>
      ) : null}
    </>
  );
}

function Line({ row }: { row: Datalogger }) {
  const t = useT();
  const locale = useLocale();
  const state = stateNow(row, useCoarseNow());
  return (
    <li>
      <a className="line-of-block" href={href('/dlog/dataloggers/{id}', { id: row.id }, locale)}>
        <What>
          <span className="med one-line">{row.name}</span>
          <small>{[row.code, row.place ?? row.kind].filter(Boolean).join(' · ')}</small>
        </What>
        {state === 'online' ? <FailingCount count={row.failing} /> : <LoggerStatus state={state} />}
        <span className="text-right text-12 whitespace-nowrap text-ink-2 phone:whitespace-normal">
          {state === 'online' ? (
            row.failing_ts === null ? null : (
              <ShownAge of={row} />
            )
          ) : row.last_seen_at === null ? (
            t('dataloggers:never')
          ) : (
            <Age of={row.last_seen_at} late />
          )}
        </span>
      </a>
    </li>
  );
}
