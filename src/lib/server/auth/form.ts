import type { Context } from 'hono';
import { isReturnPath, redirectTarget } from '../../client/auth/redirect.ts';
import { AUTH_COOKIE_PREFIX, DEFAULT_LOCALE, LOCALES } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import { readBytes } from '../body.ts';
import type { Deps } from '../context.ts';
import { readCookie } from '../cookies.ts';
import { type App, type AppEnv, addressOf } from '../http.ts';
import { setAuthCookies, setDeviceCookie, setXsrfCookie } from './answer-cookies.ts';
import { login } from './auth.service.ts';
import { DEVICE_COOKIE } from './devices.ts';

/** The log-in form without scripts: `POST /v1/auth/form`, urlencoded email, password, locale, next. Answers 303 either way. */

const MAX_BYTES = 16_384;

/** Was the form sent by a page of our own? A plain form can't carry a header, so the browser's word is asked. */
function sameOrigin(c: Context<AppEnv>, siteUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = c.req.header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === siteUrl || new URL(origin).host === c.req.header('host');
}

export function registerAuthForm(app: App, deps: Deps): void {
  app.post('/v1/auth/form', async (c) => {
    c.set('pattern', '/v1/auth/form');
    c.header('Cache-Control', 'private, no-store');
    if (!sameOrigin(c, deps.config.siteUrl)) throw new AppError('cross_site');
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/x-www-form-urlencoded') throw new AppError('unsupported_media_type');
    const form = new URLSearchParams(Buffer.from(await readBytes(c, MAX_BYTES)).toString('utf8'));
    const text = (name: string, max: number) => (form.get(name) ?? '').replaceAll('\0', '').toWellFormed().slice(0, max);
    const locale = LOCALES.find((known) => known === form.get('locale')) ?? DEFAULT_LOCALE;
    const cookies = c.req.header('cookie');
    const email = text('email', 254);
    const ctx = { ...deps, requestId: c.get('requestId'), address: addressOf(c, deps) };
    try {
      const device = readCookie(cookies, DEVICE_COOKIE);
      const pair = await login(ctx, { email, password: text('password', 201), device, userAgent: c.req.header('user-agent') ?? null });
      setAuthCookies(c, deps, pair);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      c.set('code', error.code);
      return c.redirect(`${redirectTarget('login', locale)}?error=${error.code}`, 303);
    }
    setXsrfCookie(c, deps);
    setDeviceCookie(c, deps, email);
    const remembered = [readCookie(cookies, `${AUTH_COOKIE_PREFIX}redirect`), form.get('next')].find(isReturnPath);
    return c.redirect(remembered ?? redirectTarget('home', locale), 303);
  });
}
