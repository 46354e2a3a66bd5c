import * as contract from '../../contract/account.ts';
import type { Deps } from '../context.ts';
import { type App, bind } from '../http.ts';
import { readAccount, updateAccount } from './account.service.ts';

export function registerAccount(app: App, deps: Deps): void {
  bind(app, deps, contract.getAccount, (ctx) => readAccount(ctx));
  bind(app, deps, contract.updateAccount, (ctx, { body }) => updateAccount(ctx, body));
}
