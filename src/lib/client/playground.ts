import { auth } from './auth/browser.ts';
import { COLOR_MODE_KEY } from './color-mode.ts';

const cookie = (name: string): string | null => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
};

/** Shows the state of the session and of the stores in the cells `data-live`, once a second. */
export function showState(table: HTMLElement): void {
  const none = table.dataset.none ?? '';
  const left = (name: string): string => {
    const expiry = cookie(name);
    if (expiry === null) return none;
    const seconds = Math.ceil((Number(expiry) - Date.now()) / 1000);
    return seconds > 0 ? `${seconds} s` : (table.dataset.over ?? '');
  };
  const values: Record<string, () => string> = {
    access: () => left('auth._token_expiration.local'),
    refresh: () => left('auth._refresh_token_expiration.local'),
    strategy: () => cookie('auth.strategy') ?? none,
    color: () => localStorage.getItem(COLOR_MODE_KEY) ?? none,
    stores: () => JSON.stringify({ loggedIn: auth().$loggedIn.get(), busy: auth().$busy.get(), user: auth().$user.get()?.id ?? null }),
  };
  const show = () => {
    for (const cell of table.querySelectorAll<HTMLElement>('[data-live]')) cell.textContent = values[cell.dataset.live ?? '']?.() ?? none;
  };
  show();
  setInterval(show, 1000);
}
