import { useSyncExternalStore } from 'react';

let printing = false;

function subscribe(changed: () => void): () => void {
  const begin = () => {
    printing = true;
    changed();
  };
  const end = () => {
    printing = false;
    changed();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/** Whether the page is being put on paper, where nobody scrolls: what a list has must be there whole. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );
