import { documentLocale } from '../../lib/i18n/ready.ts';

/** Lets the service worker keep what this page is made of, so that it opens without network. Over plain http there is none. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/capture-worker.js', { scope: '/' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: documentLocale(), path: location.pathname });
  } catch {
    // A browser that forbids it captures online; the lamp says so.
  }
}
