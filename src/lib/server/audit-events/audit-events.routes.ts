import * as contract from '../../contract/audit-events.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { exportAuditEvents, listAuditEvents } from './audit-events.service.ts';

export function registerAuditEvents(app: App, deps: Deps): void {
  bind(app, deps, contract.listAuditEvents, (ctx, { query }) => listAuditEvents(ctx, query));
  bind(app, deps, contract.exportAuditEvents, async (ctx, { query, c }) => {
    const body = await exportAuditEvents(ctx, query);
    const day = new Date(deps.clock.now() / 1000).toISOString().slice(0, 10);
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Content-Disposition', `attachment; filename="taktlog-audit-${day}.csv"`);
    return c.body(body);
  });
}
