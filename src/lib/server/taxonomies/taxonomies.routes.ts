import * as contract from '../../contract/taxonomies.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createTaxonomy, listTaxonomies, updateTaxonomy } from './taxonomies.service.ts';

export function registerTaxonomies(app: App, deps: Deps): void {
  bind(app, deps, contract.listTaxonomies, (ctx, { query }) => listTaxonomies(ctx, query));
  bind(app, deps, contract.createTaxonomy, (ctx, { body }) => createTaxonomy(ctx, body));
  bind(app, deps, contract.updateTaxonomy, (ctx, { params, body }) => updateTaxonomy(ctx, params.id, body));
}
