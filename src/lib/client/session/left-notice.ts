/** What a page has to say when it is left for another one: it is said there. Kept by the tab, read once. */

const KEY = 'auth.notice';

export function leaveNotice(notice: string): void {
  try {
    sessionStorage.setItem(KEY, notice);
  } catch {
    // A browser that stores nothing moves without a word.
  }
}

/** The notice left by the page before, null without one. */
export function takeNotice(): string | null {
  try {
    const notice = sessionStorage.getItem(KEY);
    if (notice !== null) sessionStorage.removeItem(KEY);
    return notice;
  } catch {
    return null;
  }
}
