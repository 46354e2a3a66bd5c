import * as contract from '../../contract/saved-views.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createSavedView, getSavedView, listSavedViews, updateSavedView } from './saved-views.service.ts';

export function registerSavedViews(app: App, deps: Deps): void {
  bind(app, deps, contract.listSavedViews, (ctx, { query }) => listSavedViews(ctx, query));
  bind(app, deps, contract.createSavedView, (ctx, { body }) => createSavedView(ctx, body));
  bind(app, deps, contract.getSavedView, (ctx, { params }) => getSavedView(ctx, params.id));
  bind(app, deps, contract.updateSavedView, (ctx, { params, body }) => updateSavedView(ctx, params.id, body));
}
