import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMeasurementsNow, type MeasurementsNow } from '../../lib/client/measurements/measurements-now.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { MeasurementLines } from '../measurements/MeasurementLines.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('measurements');

const LAST = 20;

/** Measurements of work on the machine: those that run now, and those that ended last. */
export default function MeasurementsTab({ context, deps, row }: { context: PageContext; deps: StoreDeps; row: Machine }) {
  const t = useT();
  if (!context.can('tm:read', row.workspace_id))
    return <p className="max-w-180 p-5 slim:p-4 soft">{t('machines:measurements.no_right')}</p>;
  return <Measurements deps={deps} machine={row.id} />;
}

function Measurements({ deps, machine }: { deps: StoreDeps; machine: string }) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() => createMeasurementsNow(deps, { workspace: null, machine, lastCount: LAST }, null));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  if (state.status === 'loading')
    return (
      <div className="grid justify-items-start gap-5 p-5 stack" aria-busy="true">
        {[260, 200, 240].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    );
  if (state.data.running.length === 0 && state.data.last.length === 0)
    return (
      <EmptyState
        title={t('machines:measurements.title')}
        actions={<ButtonLink href={href('/tm/screens', null, locale)}>{t('machines:measurements.screens')}</ButtonLink>}
      >
        {t('machines:measurements.text')}
      </EmptyState>
    );
  return <Lines {...state.data} machine={machine} />;
}

function Lines({ running, runningCount, last, machine }: MeasurementsNow & { machine: string }) {
  const t = useT();
  const locale = useLocale();
  const all = (more: Record<string, string> = {}) => href(`/tm/measurements?${new URLSearchParams({ machine, ...more })}`, null, locale);
  const more = runningCount - running.length;
  return (
    <div className="grid justify-items-start gap-5 p-5">
      <section className="w-full max-w-180">
        <h2 className="h2">{t('measurements:now.running')}</h2>
        {running.length === 0 ? (
          <p className="soft">{t('measurements:now.none')}</p>
        ) : (
          <MeasurementLines label={t('measurements:now.running')} rows={running} />
        )}
        {more > 0 ? <ButtonLink href={all({ state: 'running' })}>{t('measurements:now.more', { count: more })}</ButtonLink> : null}
      </section>
      {last.length > 0 ? (
        <section className="w-full max-w-180">
          <h2 className="h2">{t('measurements:now.last')}</h2>
          <MeasurementLines label={t('measurements:now.last')} rows={last} />
        </section>
      ) : null}
      <ButtonLink href={all()}>{t('measurements:now.all')}</ButtonLink>
    </div>
  );
}
