import * as contract from '../../contract/credentials.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createCredential, listCredentials, revokeCredential } from './credentials.service.ts';

export function registerCredentials(app: App, deps: Deps): void {
  bind(app, deps, contract.listCredentials, (ctx, { params }) => listCredentials(ctx, params.id));
  bind(app, deps, contract.createCredential, (ctx, { params, body }) => createCredential(ctx, params.id, body));
  bind(app, deps, contract.revokeCredential, (ctx, { params }) => revokeCredential(ctx, params.id, params.credential_id));
}
