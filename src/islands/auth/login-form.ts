import { awaken } from '../../lib/client/kernel/awaken.ts';
import { preloadChunk } from '../../lib/client/kernel/chunk-errors.ts';
import { DEMO_VISITOR_ID } from '../../lib/constants.ts';
import type { PlainWords } from '../ui/form/plain-form.ts';
import { reveal } from './reveal.ts';

interface Words extends PlainWords {
  show: string;
  hide: string;
  caps: string;
  signedIn: string;
}

const SESSION = /(?:^|; )auth\._(?:refresh_)?token_expiration\.local=(\d+)/g;

/**
 * Makes the plain log-in form better: errors without a reload, the password shown on request, a hint at Caps Lock. The session's
 * code is fetched at the first focus, so that the page itself stays small; until it is there the form works by itself.
 */
export function enhanceLogin(form: HTMLFormElement): void {
  const words = JSON.parse(form.dataset.words ?? '{}') as Words;
  const submit = form.querySelector<HTMLButtonElement>('[data-submit]')!;

  const failed = new URLSearchParams(location.search).get('error');
  if (failed) {
    const problem = form.querySelector<HTMLElement>('[data-problem]')!;
    problem.hidden = false;
    problem.textContent = words.errors[failed] ?? words.errors.unknown ?? failed;
    if (failed === 'credentials_wrong')
      for (const input of form.querySelectorAll('input:not([type=hidden])')) input.setAttribute('aria-invalid', 'true');
    // The message is said once: neither a reload nor a language switch repeats it.
    history.replaceState(null, '', location.pathname);
  } else if ([...document.cookie.matchAll(SESSION)].some(([, expiry]) => Number(expiry) > Date.now())) void moveOn(submit, words.signedIn);

  reveal(form.querySelector<HTMLButtonElement>('[data-reveal]')!, words);
  capsHint(form.querySelector<HTMLInputElement>('#password')!, form.querySelector<HTMLElement>('[data-caps]')!, words.caps);

  // A form that posts itself is answered by a redirect, which keeps what stands after # in the address that was asked.
  form.action += location.hash;
  let asked = false;
  const takeOver = async () => {
    if (asked) return;
    asked = true;
    // Without it the form stays as it came and posts itself.
    const session = await preloadChunk(() => import('./login-session.ts'));
    session?.takeOverLogin(form, words);
    awaken(form);
  };
  // Not every browser puts the focus on a button that is pressed.
  for (const name of ['focusin', 'pointerdown']) form.addEventListener(name, takeOver);
  if (form.matches(':focus-within, :has([aria-busy=true])')) void takeOver();
}

/** Whoever is signed in already goes where he wanted. The button says so once the server has: until then, and when it doesn't answer, the form is what it was. */
async function moveOn(submit: HTMLButtonElement, text: string): Promise<void> {
  const { auth } = await import('../../lib/client/auth/browser.ts');
  await auth().init();
  // A visitor of the demo came to sign in as himself.
  if (!auth().$loggedIn.get() || auth().$user.get()?.id === DEMO_VISITOR_ID) return;
  submit.textContent = text;
  auth().redirect('home');
}

function capsHint(input: HTMLInputElement, note: HTMLElement, text: string): void {
  const show = (event: Event) => {
    // An error stays until the field is left again.
    if (note.classList.contains('bad')) return;
    const on = event instanceof KeyboardEvent && event.getModifierState('CapsLock');
    const wanted = on ? text : '';
    if (note.textContent !== wanted) note.textContent = wanted;
  };
  input.addEventListener('keydown', show);
  input.addEventListener('keyup', show);
  input.addEventListener('blur', show);
}
