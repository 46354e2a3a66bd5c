import * as contract from '../../contract/exports.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { beginReadingsExport, exportReadings } from './exports.service.ts';

export function registerExports(app: App, deps: Deps): void {
  bind(app, deps, contract.exportReadings, async (ctx, { query, c }) => {
    const { body, mediaType, name } = await exportReadings({ ...ctx, db: deps.db }, query);
    c.header('Content-Type', mediaType);
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(body);
  });
  bind(app, deps, contract.beginReadingsExport, (ctx, { body }) => beginReadingsExport(ctx, body));
}
