import * as contract from '../../contract/webhooks.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createWebhook, listDeliveries, listWebhooks, testWebhook, updateWebhook } from './webhooks.service.ts';

export function registerWebhooks(app: App, deps: Deps): void {
  bind(app, deps, contract.listWebhooks, (ctx) => listWebhooks(ctx));
  bind(app, deps, contract.createWebhook, (ctx, { body }) => createWebhook(ctx, body));
  bind(app, deps, contract.updateWebhook, (ctx, { params, body }) => updateWebhook(ctx, params.id, body));
  bind(app, deps, contract.testWebhook, (ctx, { params }) => testWebhook(ctx, params.id));
  bind(app, deps, contract.listDeliveries, (ctx, { params }) => listDeliveries(ctx, params.id));
}
