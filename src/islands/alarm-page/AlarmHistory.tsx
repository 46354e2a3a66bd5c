import { useStore } from '@nanostores/react';
import type { AlarmNotice } from '../../lib/client/alarms/alarm.store.ts';
import type { BlockStore } from '../../lib/client/kernel/block-store.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { type HistoryLine, historyOf } from './history.ts';

const NONE: readonly AlarmNotice[] = [];

/** What happened to the alarm, and who was told of it. */
export function AlarmHistory({ row, notices }: { row: Alarm; notices: BlockStore<readonly AlarmNotice[]> }) {
  const t = useT();
  const format = useFormat();
  useStarted(notices);
  const state = useStore(notices.$state);
  const lines = historyOf(row, state.status === 'ready' ? state.data : NONE);
  return (
    <section className="px-5 py-3 slim:px-4" aria-labelledby="alarm-history">
      <h2 id="alarm-history" className="h2 pb-1">
        {t('alarm-page:history.title')}
      </h2>
      <ol className="max-w-220">
        {lines.map((line) => (
          <li
            key={line.what === 'notice' ? line.notice.id : line.what}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line py-2 last:border-b-0"
          >
            <time className="soft whitespace-nowrap text-12 leading-5" dateTime={line.at}>
              {format.dateTime(line.at, 'second')}
            </time>
            <div className="min-w-0 wrap-anywhere">
              <Line row={row} line={line} />
            </div>
          </li>
        ))}
      </ol>
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void notices.load()} /> : null}
      {state.status === 'ready' && state.data.length === 0 ? <p className="muted pt-1">{t('alarm-page:history.nobody')}</p> : null}
    </section>
  );
}

function Line({ row, line }: { row: Alarm; line: HistoryLine }) {
  const t = useT();
  const format = useFormat();
  if (line.what === 'notice') {
    const { way, recipient, step, state, due_at } = line.notice;
    return (
      <>
        <p className="med">
          {t(`alarm-page:way.${way}`, { name: recipient ?? t('alarm-page:gone') })}{' '}
          {step > 0 ? <Tag>{t('alarm-page:step', { n: step })}</Tag> : null}
        </p>
        <p className="soft text-12">
          {state === 'held' && due_at !== null
            ? t('alarm-page:notice.held', { time: format.dateTime(due_at, 'minute') })
            : t(`alarm-page:notice.${state === 'held' ? 'waiting' : state}`)}
        </p>
      </>
    );
  }
  if (line.what === 'acknowledged')
    return (
      <>
        <p className="med">
          {row.acknowledged_by === null
            ? t('alarm-page:history.acknowledged_service')
            : t('alarm-page:history.acknowledged', { name: row.acknowledged_by })}
        </p>
        {row.note === null ? null : <p className="soft whitespace-pre-wrap">{row.note}</p>}
      </>
    );
  if (line.what === 'withdrawn')
    return (
      <>
        <p className="med">{t('alarm-page:history.withdrawn')}</p>
        {row.withdrawn_cause === null ? null : <p className="soft text-12">{t(`alarms:cause.${row.withdrawn_cause}`)}</p>}
      </>
    );
  return <p className="med">{t(`alarm-page:history.${line.what}`)}</p>;
}
