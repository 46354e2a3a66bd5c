import * as contract from '../../contract/logger-types.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listTrialMessages, tryLoggerType, tryStoredMessages } from './bench.service.ts';
import {
  createLoggerType,
  exportLoggerType,
  getLoggerType,
  getLoggerTypeVersion,
  listLoggerTypes,
  listTypeCatalogue,
  publishLoggerType,
  updateLoggerType,
} from './logger-types.service.ts';
import { moveLoggers, previewMove } from './move.service.ts';
import { previewTakeOff, takeOffLoggers } from './take-off.service.ts';

export function registerLoggerTypes(app: App, deps: Deps): void {
  bind(app, deps, contract.listLoggerTypes, (ctx, { query }) => listLoggerTypes(ctx, query));
  bind(app, deps, contract.listTypeCatalogue, (ctx) => listTypeCatalogue(ctx));
  bind(app, deps, contract.createLoggerType, (ctx, { body }) => createLoggerType(ctx, body));
  bind(app, deps, contract.getLoggerType, (ctx, { params }) => getLoggerType(ctx, params.id));
  bind(app, deps, contract.getLoggerTypeVersion, (ctx, { params }) => getLoggerTypeVersion(ctx, params.id, params.version));
  bind(app, deps, contract.exportLoggerType, (ctx, { params }) => exportLoggerType(ctx, params.id));
  bind(app, deps, contract.updateLoggerType, (ctx, { params, body }) => updateLoggerType(ctx, params.id, body));
  bind(app, deps, contract.publishLoggerType, (ctx, { params, body }) => publishLoggerType(ctx, params.id, body));
  bind(app, deps, contract.tryLoggerType, (ctx, { body }) => tryLoggerType(ctx, body));
  bind(app, deps, contract.listTrialMessages, (ctx, { params }) => listTrialMessages(ctx, params.id));
  bind(app, deps, contract.tryStoredMessages, (ctx, { params, body }) => tryStoredMessages(ctx, params.id, body));
  bind(app, deps, contract.previewMove, (ctx, { params, body }) => previewMove(ctx, params.id, body));
  bind(app, deps, contract.previewTakeOff, (ctx, { params, body }) => previewTakeOff(ctx, params.id, body));
  bind(app, deps, contract.takeOffLoggers, (ctx, { params, body }) => takeOffLoggers(ctx, params.id, body));
  bind(app, deps, contract.moveLoggers, (ctx, { params, body }) => moveLoggers(ctx, params.id, body));
}
