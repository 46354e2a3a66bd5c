/**
 * Keeps newest values fresh on pages without an application: the server is asked for the same page anew and what it shows is taken over. What
 * can't be read any more is greyed and said to be old. No library, since it stands in pages of others.
 */

const EVERY_MS = 30_000;
const ATTRIBUTE = 'data-keep-fresh';

/** Of a page: which build wrote it, and which pages may frame it; null = it doesn't say. */
export interface PageMarks {
  build: string | null;
  framedBy: string | null;
}

/**
 * What shall be done with an answer: take it over, say that it is old, or load the page anew, which then says what is the matter. Where other
 * pages may frame it than before, only a browser that loads it anew asks whether this one still may.
 */
export function outcome(status: number, answer: PageMarks, own: PageMarks): 'take' | 'old' | 'reload' {
  if (status === 404 || status === 410) return 'reload';
  if (status !== 200) return 'old';
  const isFramedElsewhere = own.framedBy !== null && answer.framedBy !== null && answer.framedBy !== own.framedBy;
  return answer.build === own.build && !isFramedElsewhere ? 'take' : 'reload';
}

const marksOf = (page: Document): PageMarks => ({
  build: page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null,
  framedBy: page.querySelector('[data-framed-by]')?.getAttribute('data-framed-by') ?? null,
});

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
      const done = outcome(answer.status, marksOf(page), marksOf(document));
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
