import * as contract from '../../contract/invitations.ts';
import { setLoginCookies } from '../auth/answer-cookies.ts';
import { BROWSER_COOKIE } from '../auth/browser-cookie.ts';
import type { Deps } from '../kernel/context.ts';
import { readCookie } from '../kernel/cookies.ts';
import { type App, bind } from '../kernel/http.ts';
import { acceptInvitation, lookAtInvitation } from './accept-invitation.ts';
import { createInvitation, listInvitations, resendInvitation, revokeInvitation } from './invitations.service.ts';

export function registerInvitations(app: App, deps: Deps): void {
  bind(app, deps, contract.listInvitations, (ctx, { query }) => listInvitations(ctx, query));
  bind(app, deps, contract.createInvitation, (ctx, { body }) => createInvitation(ctx, body));
  bind(app, deps, contract.resendInvitation, (ctx, { params }) => resendInvitation(ctx, params.id));
  bind(app, deps, contract.revokeInvitation, (ctx, { params }) => revokeInvitation(ctx, params.id));
  bind(app, deps, contract.getMailState, async (ctx) => ({ leaves: ctx.mail.leaves }));
  bind(app, deps, contract.lookAtInvitation, (ctx, { body }) => lookAtInvitation(ctx, body.token));
  bind(app, deps, contract.acceptInvitation, async (ctx, { body, c }) => {
    const cookie = readCookie(c.req.header('cookie'), BROWSER_COOKIE);
    const { pair, email } = await acceptInvitation(ctx, body, { cookie, userAgent: c.req.header('user-agent') ?? null });
    await setLoginCookies(c, deps, email, pair);
    return pair;
  });
}
