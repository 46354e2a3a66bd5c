import { ApiError } from '../../lib/client/kernel/api.ts';
import { acceptInvitation } from '../../lib/contract/invitations.ts';
import { takeOver } from '../ui/form/plain-form.ts';
import { apiAfterRestore, goOnWith, tokenOfPage } from './session.ts';
import type { SignupWords } from './signup-form.ts';

/** Accepts an invitation: with a name and a new password, or with the password of the account that is there. */
export function takeOverInvitation(form: HTMLFormElement, words: SignupWords): void {
  const isKnown = form.dataset.known !== undefined;
  takeOver(form, {
    words,
    rules: isKnown ? { password: 'required' } : { name: 'required|max:200', password: 'required|min:10|max:200' },
    marks: { credentials_wrong: ['password'] },
    fieldOf: { password_common: 'password' },
    onSubmit: async ({ name = '', locale, password = '' }) => {
      const token = tokenOfPage();
      const own = isKnown ? {} : { name, locale: acceptInvitation.body.shape.locale.parse(locale) };
      try {
        const pair = await (await apiAfterRestore()).call(acceptInvitation, { body: { token, password, ...own } });
        await goOnWith(pair, form.dataset.next ?? '/');
      } catch (error) {
        // The account came into being meanwhile: the page asks for its password then.
        if (error instanceof ApiError && error.code === 'email_taken') location.reload();
        throw error;
      }
    },
  });
}
