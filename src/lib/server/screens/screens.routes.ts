import * as contract from '../../contract/screens.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { createScreen } from './create-screen.ts';
import { getPanel, listPanels } from './panels.service.ts';
import { publishScreen } from './publish-screen.ts';
import { getScreen, getScreenVersion, listScreens, updateScreen } from './screens.service.ts';

export function registerScreens(app: App, deps: Deps): void {
  bind(app, deps, contract.listScreens, (ctx, { query }) => listScreens(ctx, query));
  bind(app, deps, contract.createScreen, (ctx, { body }) => createScreen(ctx, body));
  bind(app, deps, contract.getScreen, (ctx, { params }) => getScreen(ctx, params.id));
  bind(app, deps, contract.updateScreen, (ctx, { params, body }) => updateScreen(ctx, params.id, body));
  bind(app, deps, contract.publishScreen, (ctx, { params, body }) => publishScreen(ctx, params.id, body));
  bind(app, deps, contract.getScreenVersion, (ctx, { params }) => getScreenVersion(ctx, params.id, params.version));
  bind(app, deps, contract.listPanels, (ctx, { query }) => listPanels(ctx, query));
  bind(app, deps, contract.getPanel, (ctx, { params }) => getPanel(ctx, params.id));
}
