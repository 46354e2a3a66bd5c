import * as contract from '../../contract/channels.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listChannels, updateChannel } from './channels.service.ts';

export function registerChannels(app: App, deps: Deps): void {
  bind(app, deps, contract.listChannels, (ctx, { query }) => listChannels(ctx, query));
  bind(app, deps, contract.updateChannel, (ctx, { params, body }) => updateChannel(ctx, params.id, body));
}
