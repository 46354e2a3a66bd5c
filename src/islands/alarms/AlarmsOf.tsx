import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createAlarmsOf, type TimeOfChannels } from '../../lib/client/alarms/alarms-of.store.ts';
import { machineAlarms } from '../../lib/client/alarms/machine-alarms.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { AlarmStatus, alarmHref } from './alarm-looks.tsx';

await ready('alarms', 'alarm-page');

/** Alarms of a machine that somebody has to do with, or those of a time of channels; nothing where there are none. */
export default function AlarmsOf({ deps, of }: { deps: StoreDeps; of: { machine: string } | TimeOfChannels }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const [store] = useState(() => ('machine' in of ? machineAlarms(deps, of.machine) : createAlarmsOf(deps, of)));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return null;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const { rows } = state.data;
  if (rows.length === 0) return null;
  const title = t('machine' in of ? 'alarm-page:of.machine' : 'alarm-page:of.time');
  return (
    <section className={'machine' in of ? 'panel' : 'border-b border-line-2 px-5 py-3 slim:px-4'}>
      <h2 className={'machine' in of ? 'h2 border-b border-line px-3 py-2' : 'h2 pb-1'}>{title}</h2>
      <ul aria-label={title}>
        {rows.map((row) => (
          <li key={row.id} className="not-first:border-t not-first:border-t-line">
            <a
              className={`grid min-h-(--row) grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 hover:bg-hover ${'machine' in of ? 'px-3' : ''}`}
              href={alarmHref(row, locale)}
            >
              <span className="min-w-0">
                <span className="med block one-line">{row.rule_name}</span>
                <small className="soft block one-line">
                  {['machine' in of ? row.datalogger_name : null, row.channel_name].filter(Boolean).join(' · ')}
                </small>
              </span>
              <span className="text-right">
                <AlarmStatus row={row} />
                <small className="soft block whitespace-nowrap">{format.dateTime(row.since, 'minute')}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
