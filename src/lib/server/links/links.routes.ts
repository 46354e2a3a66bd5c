import * as contract from '../../contract/links.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listLinks } from './links.service.ts';

export function registerLinks(app: App, deps: Deps): void {
  bind(app, deps, contract.listLinks, (ctx, { query }) => listLinks(ctx, query));
}
