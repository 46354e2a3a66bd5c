import { useCallback } from 'react';
import type { WebhookDelivery } from '../../lib/contract/webhooks.ts';
import { useT } from '../../lib/i18n/react.tsx';

/** What became of the newest try of a message. */
export function useOutcome(): (delivery: WebhookDelivery) => string {
  const t = useT();
  return useCallback(
    ({ status, failure, tried_at }) => {
      if (tried_at === null) return t('webhooks:outcome.waits');
      if (failure === null) return t('webhooks:outcome.taken', { status: status ?? 0 });
      if (failure === 'status' || failure === 'redirect') return t(`webhooks:outcome.${failure}`, { status: status ?? 0 });
      return t(`webhooks:outcome.${failure}`);
    },
    [t],
  );
}
