import { listAlarmNotices as listAlarmNoticesEndpoint } from '../../contract/alarm-notices.ts';
import * as contract from '../../contract/alarms.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { acknowledgeAlarm, countAlarms, getAlarm, listAlarmLimits, listAlarmNotices, listAlarms } from './alarms.service.ts';

export function registerAlarms(app: App, deps: Deps): void {
  bind(app, deps, contract.listAlarms, (ctx, { query }) => listAlarms(ctx, query));
  bind(app, deps, contract.countAlarms, (ctx, { query }) => countAlarms(ctx, query));
  bind(app, deps, contract.listAlarmLimits, (ctx, { query }) => listAlarmLimits(ctx, query));
  bind(app, deps, contract.getAlarm, (ctx, { params }) => getAlarm(ctx, params.id));
  bind(app, deps, listAlarmNoticesEndpoint, (ctx, { params }) => listAlarmNotices(ctx, params.id));
  bind(app, deps, contract.acknowledgeAlarm, (ctx, { params, body }) => acknowledgeAlarm(ctx, params.id, body));
}
