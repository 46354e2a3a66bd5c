import * as contract from '../../contract/calibrations.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { countCalibratedChannels, listCalibratedChannels } from './calibrated-channels.ts';
import { createCalibration, getCalibration, listCalibrations, updateCalibration } from './calibrations.service.ts';
import { tryCalibration } from './try-calibration.ts';

export function registerCalibrations(app: App, deps: Deps): void {
  bind(app, deps, contract.listCalibrations, (ctx, { query }) => listCalibrations(ctx, query));
  bind(app, deps, contract.createCalibration, (ctx, { body }) => createCalibration(ctx, body));
  bind(app, deps, contract.listCalibratedChannels, (ctx, { query }) => listCalibratedChannels(ctx, query));
  bind(app, deps, contract.countCalibratedChannels, (ctx, { query }) => countCalibratedChannels(ctx, query));
  bind(app, deps, contract.tryCalibration, (ctx, { body }) => tryCalibration(ctx, body));
  bind(app, deps, contract.getCalibration, (ctx, { params }) => getCalibration(ctx, params.id));
  bind(app, deps, contract.updateCalibration, (ctx, { params, body }) => updateCalibration(ctx, params.id, body));
}
