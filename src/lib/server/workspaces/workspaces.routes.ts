import * as contract from '../../contract/workspaces.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createWorkspace, getWorkspace, listWorkspaces, updateWorkspace } from './workspaces.service.ts';

export function registerWorkspaces(app: App, deps: Deps): void {
  bind(app, deps, contract.listWorkspaces, (ctx, { query }) => listWorkspaces(ctx, query));
  bind(app, deps, contract.createWorkspace, (ctx, { body }) => createWorkspace(ctx, body));
  bind(app, deps, contract.getWorkspace, (ctx, { params }) => getWorkspace(ctx, params.id));
  bind(app, deps, contract.updateWorkspace, (ctx, { params, body }) => updateWorkspace(ctx, params.id, body));
}
