import { awaken } from '../../lib/client/kernel/awaken.ts';
import { reveal } from '../auth/reveal.ts';
import { type StrengthWords, strengthHint } from '../setup/strength-hint.ts';
import type { PlainWords } from '../ui/form/plain-form.ts';

export interface SignupWords extends PlainWords, Partial<StrengthWords> {
  show: string;
  hide: string;
}

/**
 * Forms behind links that came by mail. They do nothing without scripts, so that nothing is sent before there is a check.
 * @param load brings the module that checks and sends
 */
export function enhanceSignup(form: HTMLFormElement, load: () => Promise<(form: HTMLFormElement, words: SignupWords) => void>): void {
  const words = JSON.parse(form.dataset.words ?? '{}') as SignupWords;
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-reveal]')) reveal(button, words);
  const { strength, hint } = words;
  if (strength && hint !== undefined && form.querySelector('[data-strength]')) strengthHint(form, { strength, hint }, ['email', 'name']);
  const wait = (event: Event) => event.preventDefault();
  form.addEventListener('submit', wait);
  load()
    .then(
      (takeOver) => takeOver(form, words),
      () => {
        const problem = form.querySelector<HTMLElement>('[data-problem]')!;
        problem.hidden = false;
        problem.textContent = words.errors.network ?? '';
      },
    )
    .finally(() => awaken(form));
  form.querySelector<HTMLInputElement>('input:not([readonly]):not([type="hidden"])')?.focus();
}
