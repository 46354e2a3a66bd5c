import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { createUsage } from '../../lib/client/organizations/usage.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useAsOf } from '../ui/AsOf.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { NOTICE } from './notice.ts';

/** At the lower edge of the window, for those who manage the organisation, while nothing of loggers is taken in for want of room. It goes by itself. */
export default function DiskBanner({ organization }: { organization: string }) {
  const t = useT();
  const format = useFormat();
  const store = useMemo(() => createUsage(browserDeps(organization)), [organization]);
  useStarted(store);
  const since = useStore(store.$value)?.disk_full_since ?? null;
  const asOf = useAsOf();
  return (
    <div role="status">
      {since === null || asOf !== null ? null : (
        <p className={NOTICE}>
          <StatusLamp kind="alarm" />
          <span>{t('ui:disk_full', { time: format.dateTime(since) })}</span>
        </p>
      )}
    </div>
  );
}
