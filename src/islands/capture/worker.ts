import { documentLocale } from '../../lib/i18n/ready.ts';
import { worker } from '../shell/worker.ts';

/** Lets the service worker keep what this page is made of, so that it opens without network; where there is none, the lamp says so. */
export async function keepShell(): Promise<void> {
  (await worker())?.postMessage({ keep: documentLocale(), path: location.pathname });
}
