import * as contract from '../../contract/imports.ts';
import { getUndoEffects } from '../../contract/undo-effects.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { checkImport, createImport, getImport, previewImport, runImport } from './imports.service.ts';
import { undoEffects } from './undo-effects.ts';

export function registerImports(app: App, deps: Deps): void {
  bind(app, deps, contract.createImport, (ctx, { query, c }) => createImport(ctx, query, c));
  bind(app, deps, contract.getImport, (ctx, { params }) => getImport(ctx, params.id));
  bind(app, deps, contract.previewImport, (ctx, { params, body }) => previewImport(ctx, params.id, body));
  bind(app, deps, contract.checkImport, (ctx, { params, body }) => checkImport(ctx, params.id, body));
  bind(app, deps, contract.runImport, (ctx, { params, body }) => runImport(ctx, params.id, body));
  bind(app, deps, getUndoEffects, (ctx, { params }) => undoEffects(ctx, params.id));
}
