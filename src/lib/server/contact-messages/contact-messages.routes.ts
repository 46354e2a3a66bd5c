import type { Context } from 'hono';
import { DEFAULT_LOCALE, LOCALES } from '../../constants.ts';
import * as contract from '../../contract/contact-messages.ts';
import { AppError } from '../../contract/errors.ts';
import { href } from '../../i18n/href.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, type AppEnv, addressOf, bind } from '../kernel/http.ts';
import { formText, isPlainForm, readPlainForm } from '../kernel/plain-form.ts';
import { sendContactMessage } from './contact-messages.service.ts';

const { path } = contract.sendContactMessage;
/** The longest message in letters that take nine bytes each, and the other fields. */
const MAX_BYTES = 65_536;
const FIELDS = ['name', 'email', 'topic', 'message', 'link'] as const;

/** The sections of the page that say what became of a form sent without scripts. */
type Outcome = 'sent' | 'invalid' | 'limited' | 'failed';

export function registerContactMessages(app: App, deps: Deps): void {
  app.post(path, async (c, next) => {
    if (!isPlainForm(c)) return next();
    c.set('pattern', path);
    c.header('Cache-Control', 'private, no-store');
    const form = await readPlainForm(c, deps.config.siteUrl, MAX_BYTES);
    const locale = LOCALES.find((known) => known === form.get('locale')) ?? DEFAULT_LOCALE;
    const fields = Object.fromEntries(FIELDS.map((name) => [name, formText(form, name)]));
    const outcome = await outcomeOf(c, deps, contract.contactMessage.safeParse({ ...fields, locale }));
    return c.redirect(`${href('/contacts', {}, locale)}#${outcome}`, 303);
  });
  bind(app, deps, contract.sendContactMessage, (ctx, { body }) => sendContactMessage(ctx, body));
}

async function outcomeOf(c: Context<AppEnv>, deps: Deps, parsed: ReturnType<typeof contract.contactMessage.safeParse>): Promise<Outcome> {
  if (!parsed.success) {
    c.set('code', 'validation_failed');
    return 'invalid';
  }
  try {
    await sendContactMessage({ ...deps, requestId: c.get('requestId'), address: addressOf(c, deps) }, parsed.data);
    return 'sent';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    c.set('code', error.code);
    return error.code === 'too_many_attempts' ? 'limited' : 'failed';
  }
}
