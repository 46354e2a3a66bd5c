import { useStore } from '@nanostores/react';
import { MOST_LISTED } from '../../lib/client/operations/operations.store.ts';
import type { Operation } from '../../lib/contract/operations.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { DetailStores } from './DetailScreen.tsx';

/** The measurements that make one study of the operation. */
export default function StudyTab({ store, row }: { store: DetailStores['studied']; row: Operation }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const zone = useTimeZone();
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  if (state.status === 'loading')
    return (
      <div className="p-5" aria-busy="true">
        <Skeleton width={260} height={18} />
      </div>
    );
  const { items, more } = state.data;
  if (items.length === 0)
    return (
      <EmptyState
        title={t('operations:study.empty_title')}
        actions={<ButtonLink href={href('/tm/measurements', null, locale)}>{t('operations:study.measurements')}</ButtonLink>}
      >
        {t('operations:study.empty_text')}
      </EmptyState>
    );
  return (
    <section className="p-5 slim:p-4" aria-label={t('operations:tab.study')}>
      <p className="soft max-w-180 pb-3">{t('operations:study.text', { name: row.name })}</p>
      <div className="overflow-x-auto">
        <table className="tbl compact max-w-220" aria-label={t('operations:tab.study')}>
          <thead>
            <tr>
              <th scope="col">{t('operations:study.measurement')}</th>
              <th scope="col">{t('operations:study.day')}</th>
              <th scope="col" className="slim:hidden">
                {t('operations:study.state')}
              </th>
              <th scope="col" className="num slim:hidden">
                {t('operations:study.entries')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.id}>
                <td className="slim:py-1 slim:whitespace-normal">
                  <a className="link" href={`${href('/tm/measurements/{id}', { id: one.id }, locale)}#readings`}>
                    {one.name}
                  </a>
                </td>
                <td className="whitespace-nowrap">{format.date(noonOf(one.day, zone), 'weekday')}</td>
                <td className="slim:hidden">
                  <Status kind={one.state === 'finished' ? 'online' : 'never'}>
                    {t(one.state === 'finished' ? 'operations:study.counts' : 'operations:study.waits')}
                  </Status>
                </td>
                <td className="num slim:hidden">{format.number(one.entry_count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more ? <p className="muted pt-2">{t('operations:study.more', { count: MOST_LISTED })}</p> : null}
    </section>
  );
}
