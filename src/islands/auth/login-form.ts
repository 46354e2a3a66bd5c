import { reveal } from './reveal.ts';

interface Words {
  errors: Record<string, string>;
  busy: string;
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
  const problem = form.querySelector<HTMLElement>('[data-problem]')!;
  const submit = form.querySelector<HTMLButtonElement>('[data-submit]')!;
  const label = submit.textContent ?? '';
  const say = (code: string | null) => {
    problem.hidden = code === null;
    problem.textContent = code === null ? '' : (words.errors[code] ?? words.errors.unknown ?? code);
    for (const input of form.querySelectorAll('.p-input')) {
      if (code === 'credentials_wrong') input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  };
  const busy = (on: boolean) => {
    submit.disabled = on;
    submit.textContent = on ? words.busy : label;
  };

  const failed = new URLSearchParams(location.search).get('error');
  if (failed) {
    say(failed);
    // The message is said once: neither a reload nor a language switch repeats it.
    history.replaceState(null, '', location.pathname);
  } else if ([...document.cookie.matchAll(SESSION)].some(([, expiry]) => Number(expiry) > Date.now()))
    void moveOn(submit, words.signedIn, label);

  reveal(form.querySelector<HTMLButtonElement>('[data-reveal]')!, words);
  capsHint(form.querySelector<HTMLInputElement>('#password')!, form.querySelector<HTMLElement>('[data-caps]')!, words.caps);

  let session: typeof import('../../lib/client/auth/browser.ts') | undefined;
  form.addEventListener(
    'focusin',
    () => {
      import('../../lib/client/auth/browser.ts').then(
        (module) => {
          session = module;
        },
        () => undefined,
      );
    },
    { once: true },
  );
  form.addEventListener('submit', async (event) => {
    if (!session) return;
    event.preventDefault();
    const data = new FormData(form);
    say(null);
    busy(true);
    try {
      await session.auth().login({ email: String(data.get('email')), password: String(data.get('password')) });
    } catch (error) {
      busy(false);
      say((error as { code?: string }).code ?? 'network');
      form.querySelector<HTMLInputElement>('#password')?.focus();
    }
  });
}

/** Whoever is signed in already goes where he wanted. A session that turns out to be over leaves the form as it was. */
async function moveOn(submit: HTMLButtonElement, text: string, label: string): Promise<void> {
  const { auth } = await import('../../lib/client/auth/browser.ts');
  submit.textContent = text;
  await auth().init();
  if (auth().$loggedIn.get()) auth().redirect('home');
  else submit.textContent = label;
}

function capsHint(input: HTMLInputElement, note: HTMLElement, text: string): void {
  const show = (event: Event) => {
    const on = event instanceof KeyboardEvent && event.getModifierState('CapsLock');
    const wanted = on ? text : '';
    if (note.textContent !== wanted) note.textContent = wanted;
  };
  input.addEventListener('keydown', show);
  input.addEventListener('keyup', show);
  input.addEventListener('blur', show);
}
