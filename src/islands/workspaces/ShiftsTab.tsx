import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createShiftCalendar } from '../../lib/client/workspaces/shift-calendar.store.ts';
import type { Workspace } from '../../lib/contract/workspaces.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { CALENDAR, Calendar } from './Calendar.tsx';

await ready('organizations', 'forms', 'validation');

/** When people work here. */
export default function ShiftsTab({ deps, workspace, canWrite }: { deps: StoreDeps; workspace: Workspace; canWrite: boolean }) {
  const [calendar] = useState(() => createShiftCalendar(deps, workspace.id));
  useStarted(calendar);
  const state = useStore(calendar.$state);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void calendar.load()} />;
  if (state.status === 'loading')
    return (
      <div className={CALENDAR} aria-busy="true">
        <Skeleton width={120} />
        <Skeleton height={252} />
        <Skeleton height={88} />
      </div>
    );
  return <Calendar store={calendar} row={state.row} workspace={workspace} canWrite={canWrite} />;
}
