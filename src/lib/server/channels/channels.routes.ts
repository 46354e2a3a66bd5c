import * as contract from '../../contract/channels.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listChannelChoices } from './channel-choices.ts';
import { createChannel, removeChannel } from './channel-life.ts';
import { listChannels, updateChannel } from './channels.service.ts';

export function registerChannels(app: App, deps: Deps): void {
  bind(app, deps, contract.listChannels, (ctx, { query }) => listChannels(ctx, query));
  bind(app, deps, contract.listChannelChoices, (ctx, { query }) => listChannelChoices(ctx, query));
  bind(app, deps, contract.createChannel, (ctx, { body }) => createChannel(ctx, body));
  bind(app, deps, contract.updateChannel, (ctx, { params, body }) => updateChannel(ctx, params.id, body));
  bind(app, deps, contract.removeChannel, (ctx, { params }) => removeChannel(ctx, params.id));
}
