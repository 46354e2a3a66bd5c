import * as contract from '../../contract/api-keys.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export function registerApiKeys(app: App, deps: Deps): void {
  bind(app, deps, contract.listApiKeys, (ctx) => listApiKeys(ctx));
  bind(app, deps, contract.createApiKey, (ctx, { body }) => createApiKey(ctx, body));
  bind(app, deps, contract.revokeApiKey, (ctx, { params }) => revokeApiKey(ctx, params.id));
}
