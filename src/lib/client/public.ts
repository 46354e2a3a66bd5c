import { startBuilds } from './kernel/new-build.ts';
import { showPageNotice } from './kernel/page-notice.ts';
import { keepLanguage } from './public-language.ts';
import { takeNotice } from './session/left-notice.ts';

/** The few lines that every public page ships: no library, nothing needed before the page can be read. */

const root = document.documentElement;
const COLOR_MODE_KEY = 'color-mode';
const AUTH_EXPIRY = /(?:^|; )auth\._(?:refresh_)?token_expiration\.local=(\d+)/g;

function savedColorMode(): string {
  try {
    const saved = localStorage.getItem(COLOR_MODE_KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system';
  }
}

function colorMode(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const choices = document.querySelectorAll<HTMLButtonElement>('[data-color-mode-choice]');
  let preference = savedColorMode();
  const show = () => {
    const mode = root.dataset.colorMode ?? preference;
    const isDark = mode === 'dark' || (mode !== 'light' && dark.matches);
    root.classList.toggle('dark-mode', isDark);
    root.classList.toggle('light-mode', !isDark);
    for (const choice of choices) choice.setAttribute('aria-pressed', String(choice.dataset.colorModeChoice === preference));
  };
  for (const choice of choices)
    choice.addEventListener('click', () => {
      preference = choice.dataset.colorModeChoice ?? 'system';
      try {
        localStorage.setItem(COLOR_MODE_KEY, preference);
      } catch {
        // A browser that stores nothing still shows the mode on this page.
      }
      show();
    });
  dark.addEventListener('change', show);
  addEventListener('storage', (event) => {
    if (event.key !== COLOR_MODE_KEY) return;
    preference = savedColorMode();
    show();
  });
  show();
}

/** Menus close at a press outside, at Escape (focus goes back) and when another one opens. */
function menus(): void {
  const all = [...document.querySelectorAll<HTMLDetailsElement>('details[data-pop]')];
  const close = (keep?: Node | null) => {
    for (const menu of all) if (menu.open && !menu.contains(keep ?? null)) menu.open = false;
  };
  document.addEventListener('pointerdown', (event) => close(event.target as Node));
  document.addEventListener('focusin', (event) => close(event.target as Node));
  document.addEventListener('keydown', (event) => {
    const open = event.key === 'Escape' ? all.find((menu) => menu.open) : undefined;
    if (!open) return;
    open.open = false;
    open.querySelector('summary')?.focus();
  });
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-color-mode-choice]')) close();
  });
}

/** Whoever has a session is offered the application instead of the log-in. */
function door(): void {
  const signedIn = [...document.cookie.matchAll(AUTH_EXPIRY)].some(([, expiry]) => Number(expiry) > Date.now());
  if (signedIn) for (const one of document.querySelectorAll<HTMLElement>('[data-door]')) one.dataset.signedIn = '';
}

/** Whoever was led here because his session ended is told so. */
function notice(): void {
  if (takeNotice() === 'session_ended') showPageNotice('session-ended');
}

keepLanguage();
colorMode();
menus();
door();
notice();
startBuilds();
