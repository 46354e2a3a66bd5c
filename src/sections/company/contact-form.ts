import { awaken } from '../../lib/client/kernel/awaken.ts';
import { type ContactField, isContactField, problemOf } from './contact-check.ts';

/**
 * Makes the plain contact form better: problems at their fields, sending without a reload, the result in place. Without it the form works
 * by itself. Markup: controls with a `[data-note-of=NAME]` each, `[data-problem]`, `[data-submit]`, `[data-outcome]`s beside the form.
 */

interface Words {
  /** Of the message as a whole, by error code; `unknown` for the rest. */
  errors: Record<string, string>;
  /** Of one field, by problem; `{max}` is filled in here. */
  fields: Record<string, string>;
  busy: string;
}
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const TIMEOUT_MS = 25_000;

export function enhanceContact(form: HTMLFormElement): void {
  const opened = performance.now();
  const { errors, fields, busy } = JSON.parse(form.dataset.words ?? '{}') as Words;
  const submit = form.querySelector<HTMLButtonElement>('[data-submit]')!;
  const problem = form.querySelector<HTMLElement>('[data-problem]')!;
  const outcomes = document.querySelectorAll<HTMLElement>('[data-outcome]');
  const label = submit.textContent;
  const controls = ([...form.elements] as Control[]).filter(({ name }) => isContactField(name));
  let sending = false;

  /** Says what is wrong with a field; true when something is. */
  const show = (control: Control, code: string | null): boolean => {
    const note = form.querySelector<HTMLElement>(`[data-note-of=${control.name}]`)!;
    const text = code === null ? (note.dataset.hint ?? '') : (fields[code] ?? errors.validation_failed ?? '');
    note.textContent = text.replace('{max}', String((control as HTMLInputElement).maxLength));
    note.classList.toggle('bad', code !== null);
    if (code === null) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
    return code !== null;
  };
  const check = (control: Control) => show(control, problemOf(control.name as ContactField, control.value));
  const fail = (code: string) => {
    problem.textContent = errors[code] ?? errors.unknown ?? '';
    problem.hidden = false;
    problem.focus();
  };
  const outcome = (id: string | null) => {
    // From now on none of them follows the address any more.
    form.dataset.live = '';
    for (const one of outcomes) one.hidden = one.id !== id;
  };

  async function send(): Promise<void> {
    const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...(token ? { 'X-XSRF-TOKEN': token } : {}) },
      body: JSON.stringify({ ...Object.fromEntries(new FormData(form)), elapsed_ms: Math.round(performance.now() - opened) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) {
      form.reset();
      outcome('sent');
      document.getElementById('sent')?.focus();
      return;
    }
    const refused = (await answer.json().catch(() => ({}))) as { code?: string; errors?: { path: string }[] };
    const named = controls.filter((control) => refused.errors?.some(({ path }) => path === control.name));
    for (const control of named) show(control, 'refused');
    if (named[0]) named[0].focus();
    else fail(refused.code ?? 'unknown');
  }

  form.noValidate = true;
  for (const control of controls) control.addEventListener(control.tagName === 'SELECT' ? 'change' : 'blur', () => check(control));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (sending) return;
    outcome(null);
    problem.hidden = true;
    const wrong = controls.filter(check);
    if (wrong[0]) return wrong[0].focus();
    const state = (now: boolean) => {
      sending = now;
      submit.textContent = now ? busy : label;
      // Not `disabled`, which would take the focus away.
      submit.setAttribute('aria-disabled', String(now));
    };
    state(true);
    send()
      .catch(() => fail('network'))
      .finally(() => state(false));
  });
  awaken(form);
}
