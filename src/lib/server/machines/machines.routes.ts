import * as imports from '../../contract/machine-imports.ts';
import * as contract from '../../contract/machines.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { importMachines, undoMachineImport } from './import-machines.ts';
import { listMachineHistory } from './machine-history.ts';
import { createMachine, getMachine, listMachinePlaces, listMachines, updateMachine } from './machines.service.ts';

export function registerMachines(app: App, deps: Deps): void {
  bind(app, deps, contract.listMachines, (ctx, { query }) => listMachines(ctx, query));
  // Before `:id`, which the word would be taken for.
  bind(app, deps, contract.listMachinePlaces, (ctx, { query }) => listMachinePlaces(ctx, query));
  bind(app, deps, contract.createMachine, (ctx, { body }) => createMachine(ctx, body));
  bind(app, deps, imports.importMachines, (ctx, { body }) => importMachines(ctx, body));
  bind(app, deps, imports.undoMachineImport, (ctx, { body }) => undoMachineImport(ctx, body));
  bind(app, deps, contract.getMachine, (ctx, { params }) => getMachine(ctx, params.id));
  bind(app, deps, contract.updateMachine, (ctx, { params, body }) => updateMachine(ctx, params.id, body));
  bind(app, deps, contract.listMachineHistory, (ctx, { params, query }) => listMachineHistory(ctx, params.id, query));
}
