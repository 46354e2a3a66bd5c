import * as contract from '../../contract/allowance-sets.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createAllowanceSet, getAllowanceSet, listAllowanceSets, updateAllowanceSet } from './allowance-sets.service.ts';

export function registerAllowanceSets(app: App, deps: Deps): void {
  bind(app, deps, contract.listAllowanceSets, (ctx, { query }) => listAllowanceSets(ctx, query));
  bind(app, deps, contract.createAllowanceSet, (ctx, { body }) => createAllowanceSet(ctx, body));
  bind(app, deps, contract.getAllowanceSet, (ctx, { params }) => getAllowanceSet(ctx, params.id));
  bind(app, deps, contract.updateAllowanceSet, (ctx, { params, body }) => updateAllowanceSet(ctx, params.id, body));
}
