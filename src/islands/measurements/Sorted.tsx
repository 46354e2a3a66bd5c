import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Work } from './work.ts';

/** Figures by category or loss: they say nothing before it is known how activities are sorted. */
export function Sorted({ work: { stores }, children }: { work: Work; children: ReactNode }) {
  const { state } = useStore(stores.measurement.$sorting);
  switch (state.status) {
    case 'ready':
      return children;
    case 'error':
      return <ErrorState error={state.code} onRetry={() => void stores.measurement.loadSorting()} />;
    case 'loading':
      return (
        <div className="stack" aria-busy="true">
          {[22, 22, 22, 22].map((height, index) => (
            <Skeleton key={index} height={height} />
          ))}
        </div>
      );
  }
}
