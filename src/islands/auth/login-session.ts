import { auth } from '../../lib/client/auth/browser.ts';
import { type PlainWords, takeOver } from '../ui/form/plain-form.ts';

/** Signing in without a reload. Fetched at the first focus of the form. */
export function takeOverLogin(form: HTMLFormElement, words: PlainWords): void {
  takeOver(form, {
    words,
    rules: { email: 'required|email', password: 'required' },
    marks: { credentials_wrong: ['email', 'password'] },
    onSubmit: async ({ email = '', password = '' }) => {
      await auth().login({ email, password });
      // The page goes away; until then the button goes on saying so.
      await new Promise(() => {});
    },
  });
}
