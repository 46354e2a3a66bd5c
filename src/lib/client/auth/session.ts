import { atom, computed } from 'nanostores';
import type { AuthOptions, AuthUser } from './options.ts';
import { isLoginPage, isReturnPath, type RedirectName, redirectTarget, returnTarget } from './redirect.ts';
import { fields } from './requests.ts';
import type { TokenStorage } from './storage.ts';

/** What tabs tell each other; `tab` lets one that hears itself stay calm. */
interface Message {
  type: 'signed-in' | 'signed-out';
  tab: string;
}

/** Who is signed in in this tab, what the cookies say of his session, and how it ends, here and in other tabs. */
export function createSession(options: AuthOptions, tokens: TokenStorage) {
  const { navigate, path, guarded } = options;
  const tab = Math.random().toString(36).slice(2);
  const tell = (type: Message['type']) => options.channel?.post({ type, tab } satisfies Message);
  const $user = atom<AuthUser | null>(null);
  /** Grow when this tab forgets the session, or another tab ended it: a profile that was asked for before belongs to nobody. */
  let forgotten = 0;
  let ended = 0;
  let started = false;

  /** What the cookies say, in the order of the rules. */
  function standing(): 'anonymous' | 'over' | 'refresh' | 'valid' {
    const over = tokens.refreshStatus() === 'expired';
    const refreshable = tokens.refreshToken() !== null && !over;
    if (tokens.authorization() === null) return refreshable ? 'refresh' : $user.get() === null ? 'anonymous' : 'over';
    if (over) return 'over';
    if (tokens.tokenStatus() === 'expired') return refreshable ? 'refresh' : 'over';
    return 'valid';
  }

  /** The server, which remembered the page, never saw its hash; the browser carried it over to the log-in page. */
  function withHash(from: string, page: string | null): string | null {
    return page === null || page.includes('#') || !isLoginPage(from) ? page : page + (options.hash?.() ?? '');
  }

  function redirect(name: RedirectName): void {
    const from = path();
    const remembered = name === 'home' ? withHash(from, returnTarget(tokens.takeRemembered(), options.locale())) : null;
    const to = remembered ?? redirectTarget(name, options.locale());
    if ((name === 'login' || name === 'logout') && from !== to) {
      const page = options.page?.() ?? from;
      if (isReturnPath(page)) tokens.remember(page);
    }
    if (to !== from) navigate(to);
  }

  function forget(): void {
    forgotten++;
    tokens.clear();
    $user.set(null);
  }

  /** A guarded page can't stay without its session. */
  function leave(): void {
    if (!guarded(path())) return;
    options.notify?.('session_ended');
    redirect('logout');
  }

  return {
    $user,
    $loggedIn: computed($user, (user) => user !== null),
    standing,
    redirect,
    forget,
    tell,
    /** Somebody has signed in: he goes on where he was going, unless the page is for everybody. */
    enter(): void {
      if (isLoginPage(path()) || guarded(path())) redirect('home');
    },
    /** From now on a session that ends leads away from a guarded page, also when nobody was shown as signed in yet. */
    begin() {
      started = true;
    },
    forgottenHere: () => forgotten,
    endedAnywhere: () => forgotten + ended,
    /** The session ended though nobody signed out. Silent at start: until then nobody was signed in. */
    end(): void {
      const wasSignedIn = $user.get() !== null;
      if (!wasSignedIn && tokens.authorization() === null && tokens.refreshToken() === null) return;
      forget();
      tell('signed-out');
      if (wasSignedIn || started) leave();
    },
    /** @param signedIn is called when another tab has signed in */
    listen(signedIn: () => void): void {
      options.channel?.listen((message) => {
        const { type, tab: from } = fields(message) as Partial<Message>;
        if (from === tab) return;
        if (type === 'signed-in' && tokens.authorization() !== null) signedIn();
        if (type !== 'signed-out') return;
        // The cookies are the other tab's business: it may have signed in again meanwhile.
        ended++;
        if ($user.get() === null) return;
        $user.set(null);
        leave();
      });
    },
  };
}
export type Session = ReturnType<typeof createSession>;
