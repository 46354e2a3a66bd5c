import * as contract from '../../contract/readings.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { getSeries, listDataDays, listReadings, listRollups, listSeries } from './readings.service.ts';
import { getStatistics } from './statistics.ts';

export function registerReadings(app: App, deps: Deps): void {
  bind(app, deps, contract.listReadings, (ctx, { params, query }) => listReadings(ctx, params.id, query));
  bind(app, deps, contract.getSeries, (ctx, { params, query }) => getSeries(ctx, params.id, query));
  bind(app, deps, contract.getStatistics, (ctx, { params, query }) => getStatistics(ctx, params.id, query));
  bind(app, deps, contract.listSeries, (ctx, { query }) => listSeries(ctx, query));
  bind(app, deps, contract.listRollups, (ctx, { params, query }) => listRollups(ctx, params.id, query));
  bind(app, deps, contract.listDataDays, (ctx, { params, query }) => listDataDays(ctx, params.id, query));
}
