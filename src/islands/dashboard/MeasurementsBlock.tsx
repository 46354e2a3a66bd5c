import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createMeasurementsNow, type MeasurementsNow } from '../../lib/client/measurements/measurements-now.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { MeasurementLines } from '../measurements/MeasurementLines.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { BlockProps } from './blocks.ts';
import { Calm, LinesWaiting, More } from './parts.tsx';

/** Measurements that are being captured now, and those that ended last. */
export function MeasurementsBlock({ context, deps, initial }: BlockProps<MeasurementsNow>) {
  const [store] = useState(() => createMeasurementsNow(deps, { workspace: context.workspace }, initial));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <LinesWaiting />;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  return <Lines {...state.data} />;
}

function Lines({ running, runningCount, last }: MeasurementsNow) {
  const t = useT();
  const locale = useLocale();
  const more = runningCount - running.length;
  if (running.length === 0 && last.length === 0)
    return (
      <>
        <Calm>{t('measurements:now.nothing')}</Calm>
        <More to={href('/tm/screens', null, locale)}>{t('dashboard:measurements.screens')}</More>
      </>
    );
  return (
    <>
      {running.length === 0 ? (
        <Calm>{t('measurements:now.none')}</Calm>
      ) : (
        <MeasurementLines machine label={t('measurements:now.running')} rows={running} />
      )}
      {more > 0 ? (
        <More to={href('/tm/measurements?state=running', null, locale)}>{t('measurements:now.more', { count: more })}</More>
      ) : null}
      {last.length > 0 ? (
        <>
          <h3 className="mt-4 text-12 font-medium text-ink-2">{t('measurements:now.last')}</h3>
          <MeasurementLines machine label={t('measurements:now.last')} rows={last} />
        </>
      ) : null}
      <More to={href('/tm/measurements', null, locale)}>{t('measurements:now.all')}</More>
    </>
  );
}
