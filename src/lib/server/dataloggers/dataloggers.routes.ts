import * as contract from '../../contract/dataloggers.ts';
import * as imports from '../../contract/logger-imports.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import {
  countDataloggers,
  createDatalogger,
  getDatalogger,
  groupDataloggers,
  listDataloggers,
  listDataloggerTags,
  updateDatalogger,
  type VersionOfBuiltIn,
} from './dataloggers.service.ts';
import { exportDataloggers } from './logger-table.ts';

export function registerDataloggers(app: App, deps: Deps, versionOfBuiltIn: VersionOfBuiltIn): void {
  bind(app, deps, contract.listDataloggers, (ctx, { query }) => listDataloggers(ctx, query));
  bind(app, deps, contract.countDataloggers, (ctx, { query }) => countDataloggers(ctx, query));
  bind(app, deps, contract.groupDataloggers, (ctx, { query }) => groupDataloggers(ctx, query));
  bind(app, deps, contract.listDataloggerTags, (ctx, { query }) => listDataloggerTags(ctx, query));
  bind(app, deps, contract.createDatalogger, (ctx, { body }) => createDatalogger(ctx, body, versionOfBuiltIn));
  bind(app, deps, imports.exportDataloggers, async (ctx, { query, c }) => {
    const body = await exportDataloggers(ctx, query);
    const day = new Date(deps.clock.now() / 1000).toISOString().slice(0, 10);
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Content-Disposition', `attachment; filename="taktlog-loggers-${day}.csv"`);
    return c.body(body);
  });
  bind(app, deps, contract.getDatalogger, (ctx, { params }) => getDatalogger(ctx, params.id));
  bind(app, deps, contract.updateDatalogger, (ctx, { params, body }) => updateDatalogger(ctx, params.id, body));
}
