import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createAlarmCounts } from '../../lib/client/alarms/alarm-counts.store.ts';
import { machineAlarms } from '../../lib/client/alarms/machine-alarms.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { LiveStatus } from '../ui/AsOf.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('alarms');

/** In the head of a logger or a machine: its alarms that somebody has to do with; nothing where there are none. */
export default function AlarmsHere({ deps, of }: { deps: StoreDeps; of: { datalogger: string } | { machine: string } }) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() => ('machine' in of ? machineAlarms(deps, of.machine) : createAlarmCounts(deps, of)));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status !== 'ready') return null;
  const { active, waiting } = state.data;
  if (active + waiting === 0) return null;
  return (
    <a className="hover:underline" href={`${href('/dlog/alarms', null, locale)}?${new URLSearchParams(of)}`}>
      <LiveStatus brief kind={active > 0 ? 'alarm' : 'never'}>
        {active > 0 ? t('alarms:here.active', { count: active }) : t('alarms:here.waiting', { count: waiting })}
      </LiveStatus>
    </a>
  );
}
