import * as contract from '../../contract/push.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { deletePush, listPush, putPush, testPush } from './push.service.ts';

export function registerPush(app: App, deps: Deps): void {
  bind(app, deps, contract.listPush, (ctx) => listPush(ctx));
  bind(app, deps, contract.putPush, (ctx, { body }) => putPush(ctx, body));
  bind(app, deps, contract.deletePush, (ctx, { params }) => deletePush(ctx, params.push_id));
  bind(app, deps, contract.testPush, (ctx, { params }) => testPush(ctx, params.push_id));
}
