import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createFirstMessage } from '../../lib/client/dataloggers/first-message.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useStarted } from '../ui/useStarted.ts';

const RefusedMessage = part(() => import('./RefusedMessage.tsx'));

/** What stands in place of the readings of a logger of which nothing is stored yet: why its last message was refused, or the step to the first one. */
export default function NoReadings({ deps, row }: { deps: StoreDeps; row: Datalogger }) {
  const t = useT();
  const [first] = useState(() => createFirstMessage(deps, row.id, 'ever'));
  useStarted(first);
  const state = useStore(first.$state);
  // The row says that something was refused before the message is here that says why.
  const refused = state.status === 'refused' || row.refused_at !== null;
  return (
    <EmptyState
      scene={refused ? 'refused' : 'waiting'}
      title={t('dataloggers:chart.empty_title')}
      actions={
        refused ? null : (
          <ButtonLink variant="primary" href="#tokens">
            {t('dataloggers:chart.to_tokens')}
          </ButtonLink>
        )
      }
    >
      {state.status === 'refused' ? (
        <Boundary>
          <RefusedMessage message={state} />
        </Boundary>
      ) : refused ? null : (
        t('dataloggers:chart.empty_text')
      )}
    </EmptyState>
  );
}
