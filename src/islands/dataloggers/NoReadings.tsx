import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createFirstMessage } from '../../lib/client/dataloggers/first-message.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useStarted } from '../ui/useStarted.ts';

const RefusedMessage = part(() => import('./RefusedMessage.tsx'));

/** What stands in place of the chart of a logger of which nothing is stored yet: why its last message was refused, or the step to the first one. */
export default function NoReadings({ deps, datalogger }: { deps: StoreDeps; datalogger: string }) {
  const t = useT();
  const [first] = useState(() => createFirstMessage(deps, datalogger, 'ever'));
  useStarted(first);
  const state = useStore(first.$state);
  const refused = state.status === 'refused';
  return (
    <EmptyState
      title={t('dataloggers:chart.empty_title')}
      actions={
        refused ? null : (
          <ButtonLink variant="primary" href="#tokens">
            {t('dataloggers:chart.to_tokens')}
          </ButtonLink>
        )
      }
    >
      {refused ? (
        <Boundary>
          <RefusedMessage message={state} />
        </Boundary>
      ) : (
        t('dataloggers:chart.empty_text')
      )}
    </EmptyState>
  );
}
