import { useStore } from '@nanostores/react';
import type { BlockStore } from '../../lib/client/kernel/block-store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import type { MachineWork } from '../../lib/contract/measurements.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { MeasurementLines } from '../measurements/MeasurementLines.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Today } from './Today.tsx';
import { WorkWaiting } from './WorkWaiting.tsx';

await ready('measurements');

/** What people do on the machine: today as a strip, measurements that run and those that ended last. */
export default function Work({ store, row }: { store: BlockStore<MachineWork>; row: Machine }) {
  const t = useT();
  const locale = useLocale();
  const state = useStore(store.$state);
  if (state.status === 'loading') return <WorkWaiting />;
  if (state.status === 'error')
    return (
      <Panel title={t('machines:today.title')}>
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      </Panel>
    );
  const { running, last } = state.data;
  const all = href(`/tm/measurements?${new URLSearchParams({ machine: row.id })}`, null, locale);
  return (
    <>
      <Today work={state.data} machine={row.name} />
      <Panel
        title={t('machines:tab.measurements')}
        actions={
          <a className="link text-12" href={all}>
            {t('measurements:now.all')}
          </a>
        }
      >
        <div className="grid gap-4 p-3">
          <section>
            <h3 className="text-12 font-medium text-ink-2">{t('measurements:now.running')}</h3>
            {running.length === 0 ? (
              <p className="soft pt-1">{t('measurements:now.none')}</p>
            ) : (
              <MeasurementLines label={t('measurements:now.running')} rows={running} />
            )}
          </section>
          {last.length > 0 ? (
            <section>
              <h3 className="text-12 font-medium text-ink-2">{t('measurements:now.last')}</h3>
              <MeasurementLines label={t('measurements:now.last')} rows={last} />
            </section>
          ) : null}
        </div>
      </Panel>
    </>
  );
}
