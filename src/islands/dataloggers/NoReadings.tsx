import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createFirstMessage } from '../../lib/client/dataloggers/first-message.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ImportButton } from '../imports/ImportButton.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useStarted } from '../ui/useStarted.ts';

const RefusedMessage = part(() => import('./RefusedMessage.tsx'));

const NO_CHANNELS: readonly Channel[] = [];

/** What stands in place of the readings of a logger of which nothing is stored yet: why its last message was refused, or the step to the first one. */
export default function NoReadings({ deps, row, context }: { deps: StoreDeps; row: Datalogger; context: PageContext }) {
  const t = useT();
  const [first] = useState(() => createFirstMessage(deps, row.id, 'ever'));
  useStarted(first);
  const state = useStore(first.$state);
  const logger = { deps, id: row.id, name: row.name, typeId: row.logger_type_id, canMap: context.can('dlog:write', '') };
  // The row says that something was refused before the message is here that says why.
  const unread = state.status === 'refused' || state.status === 'empty' ? state : null;
  const refused = unread !== null || row.refused_at !== null;
  return (
    <EmptyState
      scene={refused ? 'refused' : 'waiting'}
      title={t('dataloggers:chart.empty_title')}
      actions={
        <>
          {refused ? null : (
            <ButtonLink variant="primary" href="#tokens">
              {t('dataloggers:chart.to_tokens')}
            </ButtonLink>
          )}
          {context.can('dlog:write', row.workspace_id) ? <ImportButton deps={deps} logger={row} channels={NO_CHANNELS} /> : null}
        </>
      }
    >
      {unread ? (
        <Boundary>
          <RefusedMessage message={unread} logger={logger} />
        </Boundary>
      ) : refused ? null : (
        t('dataloggers:chart.empty_text')
      )}
    </EmptyState>
  );
}
