import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { createBlock } from '../../lib/client/kernel/block-store.ts';
import type { Elsewhere as Others } from '../../lib/client/kernel/paged-rows.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LinesWaiting } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import Elsewhere from './Elsewhere.tsx';
import type { PageContext } from './Signed.tsx';

export interface AskElsewhereProps {
  context: PageContext;
  deps: StoreDeps;
  /** How many there are in all workspaces; null = some, which nobody counts. */
  ask: (call: StoreDeps['call']) => Promise<number | null>;
  /** The way to make one here, which the list offers in no other place while it is empty. */
  create?: ReactNode;
  children: ReactNode;
}

/** What an empty list of the chosen workspace says once it is known what others have. */
export default function AskElsewhere({ context, deps, ask, create, children }: AskElsewhereProps) {
  const [store] = useState(() =>
    createBlock<{ others: Others | null }>(
      deps,
      null,
      async (call) => {
        const total = await ask(call);
        return { others: total === null ? null : { total, capped: false } };
      },
      { hear: (event, _shown, { reload }) => event.name === 'changed' && reload() },
    ),
  );
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <LinesWaiting />;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const { others } = state.data;
  return others?.total === 0 ? children : <Elsewhere context={context} others={others} create={create} />;
}
