import { auth } from '../../lib/client/auth/browser.ts';
import type { T } from '../../lib/i18n/index.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

/** Saves a file of the server through the browser itself, so that a long one never lies in the page's memory. */
export async function download(t: T, path: string): Promise<void> {
  try {
    // A download carries the cookie only: this renews it where it has run out.
    await auth().intercept({ method: 'GET', path });
    Object.assign(document.createElement('a'), { href: path, download: '' }).click();
  } catch (error) {
    toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
  }
}
