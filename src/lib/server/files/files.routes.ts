import * as contract from '../../contract/files.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createFile, getFileContent, listFiles, updateFile } from './files.service.ts';

export function registerFiles(app: App, deps: Deps): void {
  bind(app, deps, contract.listFiles, (ctx, { query }) => listFiles(ctx, query));
  bind(app, deps, contract.createFile, (ctx, { query, c }) => createFile(ctx, query, c));
  bind(app, deps, contract.updateFile, (ctx, { params, body }) => updateFile(ctx, params.id, body));
  bind(app, deps, contract.getFileContent, (ctx, { params, query, c }) => getFileContent(ctx, params.id, query, c));
}
