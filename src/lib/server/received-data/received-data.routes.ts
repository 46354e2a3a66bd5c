import { previewChannelMerge } from '../../contract/channels.ts';
import * as contract from '../../contract/received-data.ts';
import { mergeChannel, reparseReceivedData } from '../../contract/tasks.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createMerge, previewMerge } from './merge-channels.service.ts';
import { countReceivedData, getReceivedData, getReceivedDataNeighbours, listReceivedData } from './received-data.service.ts';
import { createReparse, tryReparse } from './reparse.service.ts';
import { reparseEffects } from './reparse-effects.ts';

export function registerReceivedData(app: App, deps: Deps): void {
  bind(app, deps, contract.listReceivedData, (ctx, { query }) => listReceivedData(ctx, query));
  bind(app, deps, contract.countReceivedData, (ctx, { query }) => countReceivedData(ctx, query));
  bind(app, deps, contract.tryReparse, (ctx, { query }) => tryReparse(ctx, query));
  bind(app, deps, contract.reparseEffects, (ctx, { body }) => reparseEffects(ctx, body));
  bind(app, deps, reparseReceivedData, (ctx, { body }) => createReparse(ctx, body));
  bind(app, deps, previewChannelMerge, (ctx, { params, query }) => previewMerge(ctx, params.id, query.into));
  bind(app, deps, mergeChannel, (ctx, { params, body }) => createMerge(ctx, params.id, body));
  bind(app, deps, contract.getReceivedData, (ctx, { params }) => getReceivedData(ctx, params.id));
  bind(app, deps, contract.getReceivedDataNeighbours, (ctx, { params, query }) => getReceivedDataNeighbours(ctx, params.id, query));
}
