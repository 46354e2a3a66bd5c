import { listAllMarks } from '../../contract/mark-lists.ts';
import * as contract from '../../contract/marks.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listAllMarks as readAllMarks } from './mark-list.ts';
import { createMark, getMark, listMarks, updateMark } from './marks.service.ts';
import { tryMark } from './try-mark.ts';

export function registerMarks(app: App, deps: Deps): void {
  bind(app, deps, contract.listMarks, (ctx, { query }) => listMarks(ctx, query));
  bind(app, deps, listAllMarks, (ctx, { query }) => readAllMarks(ctx, query));
  bind(app, deps, contract.createMark, (ctx, { body }) => createMark(ctx, body));
  bind(app, deps, contract.tryMark, (ctx, { body }) => tryMark(ctx, body));
  bind(app, deps, contract.getMark, (ctx, { params }) => getMark(ctx, params.id));
  bind(app, deps, contract.updateMark, (ctx, { params, body }) => updateMark(ctx, params.id, body));
}
