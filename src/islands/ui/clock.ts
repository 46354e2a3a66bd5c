import { atom, onMount } from 'nanostores';

/** The moment, milliseconds since the epoch, moved once a second by one timer for the whole page while anybody looks. */
export const $now = atom(0);

onMount($now, () => {
  const tick = () => $now.set(Date.now());
  tick();
  const timer = setInterval(tick, 1_000);
  return () => clearInterval(timer);
});
