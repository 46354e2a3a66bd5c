import { redirectTarget, returnTarget } from '../../client/auth/redirect.ts';
import { AUTH_COOKIE_PREFIX, DEFAULT_LOCALE, LOCALES } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from '../kernel/context.ts';
import { readCookie } from '../kernel/cookies.ts';
import { type App, addressOf } from '../kernel/http.ts';
import { formText, readPlainForm } from '../kernel/plain-form.ts';
import { setAuthCookies, setLoginCookies } from './answer-cookies.ts';
import { login } from './auth.service.ts';
import { BROWSER_COOKIE } from './browser-cookie.ts';

/** The log-in form without scripts: `POST /v1/auth/form`, urlencoded email, password, locale, next. Answers 303 either way. */

const MAX_BYTES = 16_384;

export function registerAuthForm(app: App, deps: Deps): void {
  app.post('/v1/auth/form', async (c) => {
    c.set('pattern', '/v1/auth/form');
    c.header('Cache-Control', 'private, no-store');
    const form = await readPlainForm(c, deps.config.siteUrl, MAX_BYTES);
    const text = (name: string, max: number) => formText(form, name).slice(0, max);
    const locale = LOCALES.find((known) => known === form.get('locale')) ?? DEFAULT_LOCALE;
    const cookies = c.req.header('cookie');
    const email = text('email', 254);
    const ctx = { ...deps, requestId: c.get('requestId'), address: addressOf(c, deps) };
    let pair: Tokens;
    try {
      const browserCookie = readCookie(cookies, BROWSER_COOKIE);
      pair = await login(ctx, {
        email,
        password: text('password', 201),
        browserCookie,
        userAgent: c.req.header('user-agent') ?? null,
      });
      setAuthCookies(c, deps, pair);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      c.set('code', error.code);
      return c.redirect(`${redirectTarget('login', locale)}?error=${error.code}`, 303);
    }
    await setLoginCookies(c, deps, email, pair);
    const pages = [readCookie(cookies, `${AUTH_COOKIE_PREFIX}redirect`), form.get('next')];
    const [page = redirectTarget('home', locale)] = pages.flatMap((remembered) => returnTarget(remembered, locale) ?? []);
    return c.redirect(page, 303);
  });
}
