import * as contract from '../../contract/sensor-types.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { mergeSensorType, unmergeSensorType } from './merge-sensor-types.ts';
import { createSensorType, getSensorType, listSensorTypes, updateSensorType } from './sensor-types.service.ts';

export function registerSensorTypes(app: App, deps: Deps): void {
  bind(app, deps, contract.listSensorTypes, (ctx, { query }) => listSensorTypes(ctx, query));
  bind(app, deps, contract.createSensorType, (ctx, { body }) => createSensorType(ctx, body));
  bind(app, deps, contract.getSensorType, (ctx, { params }) => getSensorType(ctx, params.id));
  bind(app, deps, contract.updateSensorType, (ctx, { params, body }) => updateSensorType(ctx, params.id, body));
  bind(app, deps, contract.mergeSensorType, (ctx, { params, body }) => mergeSensorType(ctx, params.id, body));
  bind(app, deps, contract.unmergeSensorType, (ctx, { params, body }) => unmergeSensorType(ctx, params.id, body));
}
