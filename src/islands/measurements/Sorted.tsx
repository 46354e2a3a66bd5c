import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { MeasurementStore } from '../../lib/client/measurements/measurement.store.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** What depends on how activities are sorted, figures and sentences: it says nothing before that is known. */
export function Sorted({ store, children }: { store: MeasurementStore; children: ReactNode }) {
  const { state } = useStore(store.$sorting);
  switch (state.status) {
    case 'ready':
      return children;
    case 'error':
      return <ErrorState error={state.code} onRetry={() => void store.loadSorting()} />;
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
