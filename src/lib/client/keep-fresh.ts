/**
 * Keeps newest values fresh on pages without an application: the server is asked for the same page anew and what it shows is taken over. What
 * can't be read any more is greyed and said to be old. No library, since it stands in pages of others.
 */

const EVERY_MS = 30_000;
const ATTRIBUTE = 'data-keep-fresh';

/** What shall be done with an answer: take it over, say that it is old, or load the page anew, which then says what is the matter. */
export function outcome(status: number, build: string | null, own: string | null): 'take' | 'old' | 'reload' {
  if (status === 404 || status === 410) return 'reload';
  if (status !== 200) return 'old';
  return build === own ? 'take' : 'reload';
}

const buildOf = (page: Document) => page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null;

function keepFresh(part: HTMLElement): void {
  const address = part.getAttribute(ATTRIBUTE) ?? '';
  // A hall display that nobody has given an embed to.
  if (!/\/embed\/em_[\w-]+\?/.test(address)) return;
  // What the build wrote is an example until values came.
  let isExample = part.hasAttribute('data-example');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const failed = document.querySelector<HTMLElement>('[data-failed]');

  async function ask(): Promise<boolean> {
    try {
      const answer = await fetch(address, { cache: 'no-store', credentials: 'omit' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const done = outcome(answer.status, buildOf(page), buildOf(document));
      const shown = page.querySelector('[data-shown]');
      if (done === 'reload' && !isExample) {
        location.reload();
        return false;
      }
      if (done === 'take' && shown) {
        part.querySelector('[data-shown]')?.replaceChildren(...shown.childNodes);
        isExample = false;
        say(false);
        for (const one of document.querySelectorAll<HTMLElement>('[data-if-example]')) one.hidden = true;
        for (const one of document.querySelectorAll<HTMLElement>('[data-if-live]')) one.hidden = false;
        return true;
      }
    } catch {
      // The line says it, and it is tried again.
    }
    if (!isExample) say(true);
    return true;
  }
  function say(isOld: boolean): void {
    const shown = part.querySelector<HTMLElement>('[data-shown]');
    if (shown) shown.style.opacity = isOld ? '0.5' : '';
    if (failed) failed.hidden = !isOld;
  }
  async function turn(): Promise<void> {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    if (await ask()) timer = setTimeout(turn, EVERY_MS);
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void turn());
  if (isExample) void turn();
  else timer = setTimeout(turn, EVERY_MS);
}

if (typeof document !== 'undefined') for (const part of document.querySelectorAll<HTMLElement>(`[${ATTRIBUTE}]`)) keepFresh(part);
