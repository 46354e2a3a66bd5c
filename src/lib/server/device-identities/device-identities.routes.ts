import * as contract from '../../contract/device-identities.ts';
import type { Ingest } from '../ingest/ingest.service.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { listDeviceIdentities, removeDeviceIdentity, updateDeviceIdentity } from './device-identities.service.ts';

/** @param ingest processes what waited of a device that was assigned */
export function registerDeviceIdentities(app: App, deps: Deps, ingest: Ingest): void {
  bind(app, deps, contract.listDeviceIdentities, (ctx, { query }) => listDeviceIdentities(ctx, query));
  bind(app, deps, contract.updateDeviceIdentity, (ctx, { params, body }) => updateDeviceIdentity(ctx, ingest, params.id, body));
  bind(app, deps, contract.removeDeviceIdentity, (ctx, { params }) => removeDeviceIdentity(ctx, params.id));
}
