import * as contract from '../../contract/received-data.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { countReceivedData, getReceivedData, listReceivedData } from './received-data.service.ts';

export function registerReceivedData(app: App, deps: Deps): void {
  bind(app, deps, contract.listReceivedData, (ctx, { query }) => listReceivedData(ctx, query));
  bind(app, deps, contract.countReceivedData, (ctx, { query }) => countReceivedData(ctx, query));
  bind(app, deps, contract.getReceivedData, (ctx, { params }) => getReceivedData(ctx, params.id));
}
