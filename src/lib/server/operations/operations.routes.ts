import * as contract from '../../contract/operations.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createOperation, getOperation, listOperations, updateOperation } from './operations.service.ts';

export function registerOperations(app: App, deps: Deps): void {
  bind(app, deps, contract.listOperations, (ctx, { query }) => listOperations(ctx, query));
  bind(app, deps, contract.createOperation, (ctx, { body }) => createOperation(ctx, body));
  bind(app, deps, contract.getOperation, (ctx, { params }) => getOperation(ctx, params.id));
  bind(app, deps, contract.updateOperation, (ctx, { params, body }) => updateOperation(ctx, params.id, body));
}
