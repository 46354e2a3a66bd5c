import * as contract from '../../contract/report-schedules.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createSchedule, getSchedule, listSchedules, runContent, updateSchedule } from './report-schedules.service.ts';

export function registerReportSchedules(app: App, deps: Deps): void {
  bind(app, deps, contract.listReportSchedules, (ctx, { query }) => listSchedules(ctx, query));
  bind(app, deps, contract.createReportSchedule, (ctx, { body }) => createSchedule(ctx, body));
  bind(app, deps, contract.getReportSchedule, (ctx, { params }) => getSchedule(ctx, params.id));
  bind(app, deps, contract.updateReportSchedule, (ctx, { params, body }) => updateSchedule(ctx, params.id, body));
  bind(app, deps, contract.getReportRun, async (ctx, { params, c }) => {
    const { bytes, mediaType, name } = await runContent(ctx, params.id, params.run_id);
    c.header('Content-Type', mediaType);
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(bytes as Uint8Array<ArrayBuffer>);
  });
}
