import * as contract from '../../contract/favorites.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listFavoriteReadings, listFavorites, setFavorite } from './favorites.service.ts';

export function registerFavorites(app: App, deps: Deps): void {
  bind(app, deps, contract.listFavorites, (ctx) => listFavorites(ctx));
  bind(app, deps, contract.listFavoriteReadings, (ctx) => listFavoriteReadings(ctx));
  bind(app, deps, contract.setFavorite, (ctx, { body }) => setFavorite(ctx, body));
}
