import * as contract from '../../contract/embeds.ts';
import type { Deps } from '../kernel/context.ts';
import { createHourCounter } from '../kernel/hour-counter.ts';
import { type App, bind } from '../kernel/http.ts';
import { createEmbed, listEmbeds, revokeEmbed, updateEmbed } from './embeds.service.ts';
import { type KeptAnswers, openEmbed } from './open-embed.ts';

export function registerEmbeds(app: App, deps: Deps): void {
  const kept: KeptAnswers = new Map();
  const openings = createHourCounter(deps.clock);
  bind(app, deps, contract.listEmbeds, (ctx, { query }) => listEmbeds(ctx, query));
  bind(app, deps, contract.createEmbed, (ctx, { body }) => createEmbed(ctx, body));
  bind(app, deps, contract.updateEmbed, (ctx, { params, body }) => updateEmbed(ctx, params.id, body));
  bind(app, deps, contract.revokeEmbed, (ctx, { params }) => revokeEmbed(ctx, params.id));
  bind(app, deps, contract.openEmbed, (ctx, { body }) => openEmbed(ctx, body, kept, openings));
}
