import { confirmPasswordReset, requestPasswordReset } from '../../lib/contract/account.ts';
import { takeOver } from '../ui/form/plain-form.ts';
import { apiAfterRestore, goOnWith, tokenOfPage } from './session.ts';
import type { SignupWords } from './signup-form.ts';

/** Asks for a link; the answer is the same whether or not there is an account. */
export function takeOverRequest(form: HTMLFormElement, words: SignupWords): void {
  takeOver(form, {
    words,
    rules: { email: 'required|email|max:254' },
    onSubmit: async ({ email = '' }) => {
      const locale = requestPasswordReset.body.shape.locale.parse(form.dataset.locale);
      await (await apiAfterRestore()).call(requestPasswordReset, { body: { email, locale } });
      const done = document.querySelector<HTMLElement>('[data-requested]')!;
      for (const place of done.querySelectorAll('[data-email]')) place.textContent = email.trim();
      form.hidden = true;
      document.querySelector<HTMLElement>('[data-request-lead]')!.hidden = true;
      done.hidden = false;
      done.focus();
    },
  });
}

/** Sets the new password and signs in. */
export function takeOverConfirm(form: HTMLFormElement, words: SignupWords): void {
  takeOver(form, {
    words,
    rules: { password: 'required|min:10|max:200', password_again: 'required|confirmed:@password' },
    fieldOf: { password_common: 'password' },
    onSubmit: async ({ password = '' }) => {
      const pair = await (await apiAfterRestore()).call(confirmPasswordReset, { body: { token: tokenOfPage(), password } });
      await goOnWith(pair, form.dataset.next ?? '/');
    },
  });
}
