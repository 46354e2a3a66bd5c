import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { createChannelChoices } from '../../lib/client/charts/channel-choices.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { ChannelChoice } from '../../lib/contract/channels.ts';
import { MOST_RECORDED } from '../../lib/contract/recordings.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Choice, ChoiceList } from '../machine-choice/ChoiceList.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const NONE: readonly ChannelChoice[] = [];

/** Channels that a recording goes over, or that are shown elsewhere, of one workspace; pressed again a channel is left out. */
export function ChannelPick({
  deps,
  workspace,
  taken,
  most = MOST_RECORDED,
  onTurn,
}: {
  deps: StoreDeps;
  workspace: string | null;
  taken: ReadonlySet<string>;
  most?: number;
  onTurn: (choice: ChannelChoice) => void;
}) {
  const t = useT();
  const [q, setQ] = useState('');
  const store = useMemo(() => createChannelChoices(deps, workspace), [deps, workspace]);
  useEffect(() => store.search(q), [store, q]);
  const state = useStore(store.$state);
  const rows = state.status === 'ready' ? state.rows : NONE;
  return (
    <div className="grid gap-1.5">
      <SearchField kind="search" label={t('recording-form:find_channel')} value={q} onChange={setQ} />
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => store.search(q)} /> : null}
      {state.status === 'loading' ? <Skeleton height={30} /> : null}
      <div className="max-h-44 overflow-auto phone:max-h-64 rounded-1 border border-line">
        <ChoiceList label={t('recording-form:channels')}>
          {rows.map((choice) => {
            const isTaken = taken.has(choice.channel.id);
            return (
              <Choice
                key={choice.channel.id}
                aria-pressed={isTaken}
                disabled={!isTaken && taken.size >= most}
                onClick={() => onTurn(choice)}
              >
                {/* A phone has no room for both beside each other: channels would be told by the first letters that they share. */}
                <span className="flex items-baseline justify-between gap-3 phone:grid phone:grid-cols-[minmax(0,1fr)] phone:gap-0">
                  <span className="one-line">{choice.channel.name}</span>
                  <span className="muted one-line phone:text-12">{choice.datalogger?.name ?? ''}</span>
                </span>
              </Choice>
            );
          })}
        </ChoiceList>
        {state.status === 'ready' && rows.length === 0 ? <p className="soft p-2">{t('recording-form:no_channel')}</p> : null}
      </div>
    </div>
  );
}
