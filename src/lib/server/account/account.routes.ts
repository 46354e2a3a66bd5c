import * as contract from '../../contract/account.ts';
import { deleteLogo as deleteLogoEndpoint, getLogo as getLogoEndpoint, putLogo as putLogoEndpoint } from '../../contract/organizations.ts';
import { getPersonAvatar as getPersonAvatarEndpoint } from '../../contract/people.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { readAccount, updateAccount } from './account.service.ts';
import { deleteAvatar, deleteLogo, getAvatar, getLogo, getPersonAvatar, putAvatar, putLogo } from './own-pictures.service.ts';

export function registerAccount(app: App, deps: Deps): void {
  bind(app, deps, contract.getAccount, (ctx) => readAccount(ctx));
  bind(app, deps, contract.updateAccount, (ctx, { body }) => updateAccount(ctx, body));
  bind(app, deps, contract.putAvatar, (ctx, { c }) => putAvatar(ctx, c));
  bind(app, deps, contract.deleteAvatar, (ctx) => deleteAvatar(ctx));
  bind(app, deps, contract.getAvatar, (ctx, { c }) => getAvatar(ctx, c));
  bind(app, deps, getPersonAvatarEndpoint, (ctx, { params, c }) => getPersonAvatar(ctx, params.id, c));
  bind(app, deps, putLogoEndpoint, (ctx, { c }) => putLogo(ctx, c));
  bind(app, deps, deleteLogoEndpoint, (ctx) => deleteLogo(ctx));
  bind(app, deps, getLogoEndpoint, (ctx, { c }) => getLogo(ctx, c));
}
