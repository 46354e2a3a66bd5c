/**
 * The service worker, which answers where the server doesn't: with the product's own page, and with the panel on a tablet, and shows what is
 * pushed. Over plain http there is none: then the browser shows its own page. Null where there is none.
 */
export async function worker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register('/capture-worker.js', { scope: '/' });
    const { active } = await navigator.serviceWorker.ready;
    return active;
  } catch {
    // A browser that forbids it works online only.
    return null;
  }
}

/** Lets the worker keep the words of its offline page, those of the build that is shown. */
export async function keepOfflinePage(): Promise<void> {
  const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';
  (await worker())?.postMessage({ offline: build });
}
