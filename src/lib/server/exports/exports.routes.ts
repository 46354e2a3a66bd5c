import * as contract from '../../contract/exports.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { beginReadingsExport, countExported, exportReadings } from './exports.service.ts';
import { getMetrics, METRICS_TYPE } from './metrics.ts';
import { listValues } from './values.ts';

export function registerExports(app: App, deps: Deps): void {
  bind(app, deps, contract.exportReadings, async (ctx, { query, c }) => {
    const { body, mediaType, name } = await exportReadings({ ...ctx, db: deps.db }, query);
    c.header('Content-Type', mediaType);
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(body);
  });
  bind(app, deps, contract.countExported, (ctx, { query }) => countExported(ctx, query));
  bind(app, deps, contract.listValues, (ctx, { query }) => listValues(ctx, query));
  bind(app, deps, contract.getMetrics, async (ctx, { query, c }) => {
    const text = await getMetrics(ctx, query);
    c.header('Content-Type', METRICS_TYPE);
    return c.body(text);
  });
  bind(app, deps, contract.beginReadingsExport, (ctx, { body }) => beginReadingsExport(ctx, body));
}
