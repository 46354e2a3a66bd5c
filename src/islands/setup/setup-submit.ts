import { api, auth } from '../../lib/client/auth/browser.ts';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { setup } from '../../lib/contract/auth.ts';
import { localePath } from '../../lib/i18n/href.ts';
import { type PlainWords, takeOver } from '../ui/form/plain-form.ts';

/** Checks and sends the first-run form; the contract holds the same limits for the server. */
export function takeOverSetup(form: HTMLFormElement, token: string, words: PlainWords): void {
  takeOver(form, {
    words,
    rules: {
      organization: 'required|max:200',
      workspace: 'required|max:200',
      name: 'required|max:200',
      email: 'required|email|max:254',
      password: 'required|min:10|max:200',
      password_again: 'required|confirmed:@password',
      time_zone: 'required',
    },
    fieldOf: { email_taken: 'email', password_common: 'password' },
    onSubmit: async (values) => {
      const { organization = '', workspace = '', name = '', email = '', password = '', time_zone = '' } = values;
      const locale = setup.body.shape.locale.parse(values.locale);
      await api().call(setup, { body: { token, organization, workspace, name, email, password, time_zone, locale } });
      await auth().login({ email, password });
      // The language chosen for the account, which may differ from the page's.
      navigateTo(localePath(form.dataset.next ?? '/', locale));
      // The page goes away; until then the button goes on saying so.
      await new Promise(() => {});
    },
  });
}
