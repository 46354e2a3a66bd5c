import * as contract from '../../contract/logger-imports.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { importDataloggers, undoLoggerImport } from './import-loggers.ts';

export function registerLoggerImports(app: App, deps: Deps): void {
  bind(app, deps, contract.importDataloggers, (ctx, { body }) => importDataloggers(ctx, body));
  bind(app, deps, contract.undoLoggerImport, (ctx, { body }) => undoLoggerImport(ctx, body));
}
