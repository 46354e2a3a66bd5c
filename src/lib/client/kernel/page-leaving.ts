/** Runs `work` whenever the page is hidden and when it goes away: what a page doesn't do then it may never do. Returns how to stop it. */
export function onPageLeaving(work: () => void): () => void {
  const hidden = () => document.visibilityState === 'hidden' && work();
  addEventListener('pagehide', work);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    removeEventListener('pagehide', work);
    document.removeEventListener('visibilitychange', hidden);
  };
}

const askers = new Set<object>();
const ask = (event: Event) => event.preventDefault();
/**
 * Lets the browser ask before the page goes, as long as somebody wants it: what is chosen or typed can't be kept, or
 * a file is on its way.
 */
export function askBeforeLeaving(asker: object, wanted: boolean): void {
  if (wanted) askers.add(asker);
  else askers.delete(asker);
  // A page that only might ask isn't kept by every browser for the way back.
  if (askers.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
