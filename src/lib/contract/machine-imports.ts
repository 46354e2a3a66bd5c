import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { broughtRow, TABLE_MAX_BYTES, tableBody, tableProblem, undoneTable, undoTableBody } from './table-imports.ts';

/** Fields of a machine that a table may bring, in the order in which a table of them is written. */
export const MACHINE_COLUMNS = [
  'name',
  'code',
  'kind',
  'site',
  'hall',
  'line',
  'status',
  'manufacturer',
  'model',
  'serial_number',
  'note',
  'ideal_cycle_s',
  'planned_stop_limit_s',
  'micro_stop_limit_s',
  'cost_per_hour',
] as const;
export type MachineColumn = (typeof MACHINE_COLUMNS)[number];

/** Problems: as of a form's field; `taken` a machine in use has it, `repeated` an earlier row has it. */
export const importMachines = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/machines/import',
  access: 'user',
  scope: 'machines:write',
  body: tableBody(MACHINE_COLUMNS),
  maxBytes: 4 * TABLE_MAX_BYTES,
  response: z.object({ imported: z.array(z.object(broughtRow)), problems: z.array(tableProblem) }),
  summary: 'Create machines from the rows of a table in one transaction, or only look what is wrong with them',
});

export const undoMachineImport = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/machines/import/undo',
  access: 'user',
  scope: 'machines:write',
  body: undoTableBody,
  maxBytes: TABLE_MAX_BYTES,
  response: undoneTable,
  summary: 'Remove machines that an import brought, as far as nobody touched them since',
});
