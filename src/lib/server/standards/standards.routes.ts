import * as contract from '../../contract/operations.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { approveStandard, getOperationStandard, getStudyCard, returnStandard, reviewStandard } from './standards.service.ts';

export function registerStandards(app: App, deps: Deps): void {
  bind(app, deps, contract.getOperationStandard, (ctx, { params }) => getOperationStandard(ctx, params.id));
  bind(app, deps, contract.getStudyCard, (ctx, { params, query }) => getStudyCard(ctx, params.id, query));
  bind(app, deps, contract.reviewStandard, (ctx, { params, body }) => reviewStandard(ctx, params.id, body));
  bind(app, deps, contract.approveStandard, (ctx, { params, body }) => approveStandard(ctx, params.id, body));
  bind(app, deps, contract.returnStandard, (ctx, { params, body }) => returnStandard(ctx, params.id, body));
}
