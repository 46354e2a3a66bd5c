import * as contract from '../../contract/menu-counts.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { getMenuCounts } from './menu-counts.service.ts';

export function registerMenuCounts(app: App, deps: Deps): void {
  bind(app, deps, contract.getMenuCounts, (ctx, { query }) => getMenuCounts(ctx, query));
}
