import * as contract from '../../contract/recording-plans.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createPlan, getPlan, listPlans, updatePlan } from './recording-plans.service.ts';

export function registerRecordingPlans(app: App, deps: Deps): void {
  bind(app, deps, contract.listRecordingPlans, (ctx, { query }) => listPlans(ctx, query));
  bind(app, deps, contract.createRecordingPlan, (ctx, { body }) => createPlan(ctx, body));
  bind(app, deps, contract.getRecordingPlan, (ctx, { params }) => getPlan(ctx, params.id));
  bind(app, deps, contract.updateRecordingPlan, (ctx, { params, body }) => updatePlan(ctx, params.id, body));
}
