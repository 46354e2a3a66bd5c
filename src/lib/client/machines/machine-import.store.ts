import { importMachines, type MachineColumn, undoMachineImport } from '../../contract/machine-imports.ts';
import { MACHINE_HEADINGS, machineValue } from '../../domain/machines/machine-columns.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { createTableImport, type TableImport } from '../kernel/table-import.store.ts';

/** A table of machines on its way. */
export function createMachineImport(deps: StoreDeps, workspace: string): TableImport<MachineColumn> {
  const params = { organization_id: deps.organization };
  return createTableImport(deps, workspace, {
    headings: MACHINE_HEADINGS,
    needed: 'name',
    value: machineValue,
    send: (body) => deps.call(importMachines, { params, body }),
    undo: (body) => deps.call(undoMachineImport, { params, body }),
  });
}
