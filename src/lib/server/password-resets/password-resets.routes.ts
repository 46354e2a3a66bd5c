import * as contract from '../../contract/account.ts';
import { setLoginCookies } from '../auth/answer-cookies.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { confirmPasswordReset, lookAtPasswordReset, requestPasswordReset } from './password-resets.service.ts';

export function registerPasswordResets(app: App, deps: Deps): void {
  bind(app, deps, contract.requestPasswordReset, (ctx, { body }) => requestPasswordReset(ctx, body));
  bind(app, deps, contract.lookAtPasswordReset, (ctx, { body }) => lookAtPasswordReset(ctx, body.token));
  bind(app, deps, contract.confirmPasswordReset, async (ctx, { body, c }) => {
    const { pair, email } = await confirmPasswordReset(ctx, body, c.req.header('user-agent') ?? null);
    await setLoginCookies(c, deps, email, pair);
    return pair;
  });
}
