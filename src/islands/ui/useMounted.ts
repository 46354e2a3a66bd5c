import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and in the first render of the browser. What comes by `lazy` may only be rendered after it: a server that waits for
 * a script mends its page by inline scripts, which the content security policy refuses.
 */
export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
