/**
 * The service worker, which answers where the server doesn't, with the product's own page and with the panel on a tablet, and shows what is
 * pushed. Over plain http there is none: then the browser shows its own page. Null where there is none.
 */
export async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register('/capture-worker.js', { scope: '/' });
    return await navigator.serviceWorker.ready;
  } catch {
    // A browser that forbids it works online only.
    return null;
  }
}

export const worker = async (): Promise<ServiceWorker | null> => (await registration())?.active ?? null;

/** Lets the worker keep the words of its offline page, those of the build that is shown. */
export async function keepOfflinePage(): Promise<void> {
  const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';
  (await worker())?.postMessage({ offline: build });
}
