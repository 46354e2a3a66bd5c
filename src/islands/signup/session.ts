import { api, auth, documentCookies } from '../../lib/client/auth/browser.ts';
import { tokenStorage } from '../../lib/client/auth/storage.ts';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { Tokens } from '../../lib/contract/auth.ts';

/** The API, once it is clear whether the browser's cookies still mean somebody: a session that ended must not stop this form. */
export async function apiAfterRestore(): Promise<ReturnType<typeof api>> {
  await auth().init();
  return api();
}

/** Takes over the session that an answer opened, in place of whoever was signed in here, and goes on. Never comes back. */
export async function goOnWith({ token, refresh_token }: Tokens, next: string): Promise<never> {
  // Tells other tabs that their person is gone.
  auth().reset();
  const storage = tokenStorage(documentCookies(), () => Date.now());
  storage.keep(token, refresh_token);
  storage.setStrategy('local');
  // Where the person before was going is nothing to this one.
  storage.takeRemembered();
  navigateTo(next);
  // The page goes away; until then the button goes on saying so.
  return new Promise<never>(() => {});
}

/** What opens the form: the last part of the address. */
export const tokenOfPage = (): string => decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
