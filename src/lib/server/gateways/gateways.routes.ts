import * as contract from '../../contract/gateways.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createGateway, listGateways, revokeGateway, updateGateway } from './gateways.service.ts';

export function registerGateways(app: App, deps: Deps): void {
  bind(app, deps, contract.listGateways, (ctx, { query }) => listGateways(ctx, query));
  bind(app, deps, contract.createGateway, (ctx, { body }) => createGateway(ctx, body));
  bind(app, deps, contract.updateGateway, (ctx, { params, body }) => updateGateway(ctx, params.id, body));
  bind(app, deps, contract.revokeGateway, (ctx, { params }) => revokeGateway(ctx, params.id));
}
