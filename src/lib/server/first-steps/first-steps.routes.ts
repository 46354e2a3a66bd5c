import * as contract from '../../contract/first-steps.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { getFirstSteps } from './first-steps.service.ts';

export function registerFirstSteps(app: App, deps: Deps): void {
  bind(app, deps, contract.getFirstSteps, (ctx) => getFirstSteps(ctx));
}
