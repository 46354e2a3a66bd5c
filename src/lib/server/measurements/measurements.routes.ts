import * as contract from '../../contract/measurements.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listEntries } from './entries.service.ts';
import { exportEntries } from './entries-export.ts';
import { machineWork } from './machine-work.ts';
import {
  countMeasurements,
  createMeasurement,
  getMeasurement,
  listMeasurements,
  measurementCategories,
  updateMeasurement,
} from './measurements.service.ts';
import { listTaps, sendTaps } from './taps.service.ts';

export function registerMeasurements(app: App, deps: Deps): void {
  bind(app, deps, contract.listMeasurements, (ctx, { query }) => listMeasurements(ctx, query));
  bind(app, deps, contract.countMeasurements, (ctx, { query }) => countMeasurements(ctx, query));
  bind(app, deps, contract.createMeasurement, (ctx, { body }) => createMeasurement(ctx, body));
  bind(app, deps, contract.getMeasurement, (ctx, { params }) => getMeasurement(ctx, params.id));
  bind(app, deps, contract.updateMeasurement, (ctx, { params, body }) => updateMeasurement(ctx, params.id, body));
  bind(app, deps, contract.measurementCategories, (ctx, { params }) => measurementCategories(ctx, params.id));
  bind(app, deps, contract.sendTaps, (ctx, { params, body }) => sendTaps(ctx, params.id, body));
  bind(app, deps, contract.listTaps, (ctx, { params, query }) => listTaps(ctx, params.id, query));
  bind(app, deps, contract.listEntries, (ctx, { params, query }) => listEntries(ctx, params.id, query));
  bind(app, deps, contract.machineWork, (ctx, { params, query }) => machineWork(ctx, params.id, query));
  bind(app, deps, contract.exportEntries, async (ctx, { params, query, c }) => {
    const { bytes, type, name } = await exportEntries(ctx, params.id, query);
    c.header('Content-Type', type);
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(bytes);
  });
}
