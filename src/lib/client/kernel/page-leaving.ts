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
