import { changePassword as changePasswordEndpoint } from '../../contract/account.ts';
import * as contract from '../../contract/auth.ts';
import * as sessions from '../../contract/sessions.ts';
import type { Deps } from '../kernel/context.ts';
import { readCookie } from '../kernel/cookies.ts';
import { type App, bind } from '../kernel/http.ts';
import { setLoginCookies, setSessionMark, setXsrfCookie } from './answer-cookies.ts';
import { getProfile, login } from './auth.service.ts';
import { BROWSER_COOKIE } from './browser-cookie.ts';
import { changePassword } from './change-password.ts';
import { registerDemoDoor } from './demo-door.ts';
import { registerAuthForm } from './form.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './own-sessions.ts';
import { rotate } from './sessions.ts';
import { setUp } from './setup.ts';

export function registerAuth(app: App, deps: Deps): void {
  bind(app, deps, contract.login, async (ctx, { body, c }) => {
    const browserCookie = readCookie(c.req.header('cookie'), BROWSER_COOKIE);
    const pair = await login(ctx, { ...body, browserCookie, userAgent: c.req.header('user-agent') ?? null });
    await setLoginCookies(c, deps, body.email, pair);
    return pair;
  });
  bind(app, deps, contract.refreshToken, async (ctx, { body, c }) => {
    const pair = await rotate(ctx, body.token);
    setXsrfCookie(c, deps);
    return pair;
  });
  bind(app, deps, contract.getProfile, async (ctx, { c }) => {
    const profile = await getProfile(ctx);
    setSessionMark(c, deps, ctx.actor.sessionId);
    return profile;
  });
  bind(app, deps, changePasswordEndpoint, (ctx, { body, c }) => {
    const browserCookie = readCookie(c.req.header('cookie'), BROWSER_COOKIE);
    return changePassword(ctx, { ...body, browserCookie, userAgent: c.req.header('user-agent') ?? null });
  });
  bind(app, deps, sessions.listSessions, (ctx) => listSessions(ctx));
  bind(app, deps, sessions.revokeSession, (ctx, { params }) => revokeSession(ctx, params.session_id));
  bind(app, deps, sessions.revokeOtherSessions, (ctx) => revokeOtherSessions(ctx));
  bind(app, deps, contract.setup, async (ctx, { body, c }) => {
    const pair = await setUp(ctx, body, c.req.header('user-agent') ?? null);
    await setLoginCookies(c, deps, body.email, pair);
    return pair;
  });
  registerAuthForm(app, deps);
  registerDemoDoor(app, deps);
}
