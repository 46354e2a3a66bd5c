import * as contract from '../../contract/search.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { search } from './search.service.ts';

export function registerSearch(app: App, deps: Deps): void {
  bind(app, deps, contract.search, (ctx, { query }) => search(ctx, query));
}
