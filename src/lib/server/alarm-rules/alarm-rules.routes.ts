import * as contract from '../../contract/alarm-rules.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createAlarmRule, getAlarmRule, listAlarmRules, updateAlarmRule } from './alarm-rules.service.ts';
import { tryAlarmRule } from './try-rule.ts';

export function registerAlarmRules(app: App, deps: Deps): void {
  bind(app, deps, contract.listAlarmRules, (ctx, { query }) => listAlarmRules(ctx, query));
  bind(app, deps, contract.createAlarmRule, (ctx, { body }) => createAlarmRule(ctx, body));
  bind(app, deps, contract.tryAlarmRule, (ctx, { body }) => tryAlarmRule(ctx, body));
  bind(app, deps, contract.getAlarmRule, (ctx, { params }) => getAlarmRule(ctx, params.id));
  bind(app, deps, contract.updateAlarmRule, (ctx, { params, body }) => updateAlarmRule(ctx, params.id, body));
}
