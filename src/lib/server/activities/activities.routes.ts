import * as contract from '../../contract/activities.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createActivity, getActivity, listActivities, updateActivity } from './activities.service.ts';

export function registerActivities(app: App, deps: Deps): void {
  bind(app, deps, contract.listActivities, (ctx, { query }) => listActivities(ctx, query));
  bind(app, deps, contract.createActivity, (ctx, { body }) => createActivity(ctx, body));
  bind(app, deps, contract.getActivity, (ctx, { params }) => getActivity(ctx, params.id));
  bind(app, deps, contract.updateActivity, (ctx, { params, body }) => updateActivity(ctx, params.id, body));
}
