import { useEffect } from 'react';

/** Lets a store listen and load while its screen is there. */
export function useStarted(store: { start(): () => void }): void {
  useEffect(() => store.start(), [store]);
}
