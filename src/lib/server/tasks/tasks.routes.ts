import * as contract from '../../contract/tasks.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { cancelTask, createTask, getTask, getTaskContent, listTasks, undoTask } from './tasks.service.ts';

export function registerTasks(app: App, deps: Deps): void {
  bind(app, deps, contract.listTasks, (ctx, { query }) => listTasks(ctx, query));
  bind(app, deps, contract.createTask, (ctx, { body }) => createTask(ctx, body));
  bind(app, deps, contract.getTask, (ctx, { params }) => getTask(ctx, params.id));
  bind(app, deps, contract.cancelTask, (ctx, { params }) => cancelTask(ctx, params.id));
  bind(app, deps, contract.undoTask, (ctx, { params }) => undoTask(ctx, params.id));
  bind(app, deps, contract.getTaskContent, (ctx, { params, c }) => getTaskContent(ctx, params.id, c));
}
