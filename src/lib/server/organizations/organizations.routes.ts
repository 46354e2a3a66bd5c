import * as contract from '../../contract/organizations.ts';
import * as types from '../../contract/type-retention.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { getOrganization, getUsage, listOrganizations, updateOrganization } from './organizations.service.ts';
import { getTypeRetention, setTypeRetention, tryTypeRetention } from './type-retention.ts';

export function registerOrganizations(app: App, deps: Deps): void {
  bind(app, deps, contract.listOrganizations, (ctx, { query }) => listOrganizations(ctx, query));
  bind(app, deps, contract.getOrganization, (ctx) => getOrganization(ctx));
  bind(app, deps, contract.getUsage, (ctx) => getUsage(ctx));
  bind(app, deps, contract.updateOrganization, (ctx, { body }) => updateOrganization(ctx, body));
  bind(app, deps, types.getTypeRetention, (ctx, { params }) => getTypeRetention(ctx, params.id));
  bind(app, deps, types.tryTypeRetention, (ctx, { params, body }) => tryTypeRetention(ctx, params.id, body));
  bind(app, deps, types.setTypeRetention, (ctx, { params, body }) => setTypeRetention(ctx, params.id, body));
}
