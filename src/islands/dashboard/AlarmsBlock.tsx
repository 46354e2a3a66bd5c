import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type AlarmsNow, createAlarmsNow } from '../../lib/client/alarms/alarms.store.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { AlarmStatus, alarmHref } from '../alarms/alarm-looks.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { BlockProps } from './blocks.ts';
import { Calm, Lines, LinesWaiting, More, What } from './parts.tsx';

/** Alarms that are active, pending, or over and not acknowledged. */
export function AlarmsBlock({ context, deps, initial }: BlockProps<AlarmsNow>) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() => createAlarmsNow(deps, context.workspace, initial));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <LinesWaiting />;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const { rows, counts } = state.data;
  return (
    <>
      {rows.length === 0 ? (
        <Calm>{t('dashboard:alarms.none')}</Calm>
      ) : (
        <Lines>
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </Lines>
      )}
      {counts.active + counts.pending + counts.waiting > rows.length ? (
        <More to={href('/dlog/alarms', null, locale)}>{t('dashboard:alarms.all')}</More>
      ) : null}
    </>
  );
}

function Line({ row }: { row: Alarm }) {
  const locale = useLocale();
  const format = useFormat();
  return (
    <li>
      <a className="line-of-block" href={alarmHref(row, locale)}>
        <What>
          <span className="med one-line">{row.rule_name}</span>
          <small>{[row.datalogger_name, row.channel_name].filter(Boolean).join(' · ')}</small>
        </What>
        <AlarmStatus row={row} />
        <span className="text-right text-12 whitespace-nowrap text-ink-2">{format.dateTime(row.since, 'minute')}</span>
      </a>
    </li>
  );
}
