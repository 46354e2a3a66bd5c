import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createDeliveries } from '../../lib/client/webhooks/webhooks.store.ts';
import type { Webhook, WebhookDelivery } from '../../lib/contract/webhooks.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { useOutcome } from './outcome.ts';

const lampOf = ({ failure, settled_at }: WebhookDelivery): StatusKind =>
  failure === null ? (settled_at === null ? 'never' : 'online') : settled_at === null ? 'late' : 'alarm';

/** Messages of a webhook: when, and what was answered; nothing of what they said. */
export default function Deliveries({ deps, row, onClose }: { deps: StoreDeps; row: Webhook; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const outcome = useOutcome();
  const [store] = useState(() => createDeliveries(deps, row.id));
  useStarted(store);
  const state = useStore(store.$state);
  return (
    <Dialog
      title={t('webhooks:log_of', { name: row.name })}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('webhooks:close')}</Button>}
    >
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void store.load()} /> : null}
      {state.status === 'loading' ? <Skeleton width={240} /> : null}
      {state.status === 'ready' && state.data.length === 0 ? <p className="muted">{t('webhooks:never')}</p> : null}
      {state.status === 'ready' ? (
        <ul>
          {state.data.map((one) => (
            <li key={one.id} className="border-b border-line py-2 last:border-b-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Status kind={lampOf(one)}>{outcome(one)}</Status>
                <time className="soft text-12 whitespace-nowrap" dateTime={one.made_at}>
                  {format.dateTime(one.made_at, 'second')}
                </time>
              </p>
              <p className="soft text-12">
                {[
                  t(`webhooks:event.${one.event}`),
                  t('webhooks:tries', { count: one.tries }),
                  one.next_at === null ? null : t('webhooks:next', { time: format.dateTime(one.next_at, 'minute') }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
