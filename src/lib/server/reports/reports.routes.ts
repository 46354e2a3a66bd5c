import type { Context } from 'hono';
import * as contract from '../../contract/reports.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { askedReport, type MadeFile, recordingReport } from './reports.service.ts';
import { standardReport } from './standard.service.ts';

function sent(c: Context, { bytes, mediaType, name }: MadeFile): Response {
  c.header('Content-Type', mediaType);
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return c.body(bytes as Uint8Array<ArrayBuffer>);
}

export function registerReports(app: App, deps: Deps): void {
  bind(app, deps, contract.getRecordingReport, async (ctx, { params, query, c }) => sent(c, await recordingReport(ctx, params.id, query)));
  bind(app, deps, contract.getStandardReport, async (ctx, { params, query, c }) => sent(c, await standardReport(ctx, params.id, query)));
  bind(app, deps, contract.getPeriodReport, async (ctx, { query, c }) => sent(c, await askedReport(ctx, query)));
}
