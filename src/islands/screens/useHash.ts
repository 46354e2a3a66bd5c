import { useSyncExternalStore } from 'react';

function listen(changed: () => void) {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** What stands after `#` in the address; nothing on the server and in the first render. */
export const useHash = (): string =>
  useSyncExternalStore(
    listen,
    () => window.location.hash.slice(1),
    () => '',
  );
