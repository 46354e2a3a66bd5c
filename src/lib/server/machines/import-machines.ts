import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { importMachines as importEndpoint, MachineColumn, undoMachineImport as undoEndpoint } from '../../contract/machine-imports.ts';
import { createMachine as createEndpoint, type Machine } from '../../contract/machines.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, stamps, workspaceExists } from '../kernel/rows.ts';
import { planOfTable, type TablePlan } from '../kernel/table-import.ts';
import { machineImportsRepo } from './machine-imports.repo.ts';
import { machinesRepo } from './machines.repo.ts';
import { newMachine, toMachine } from './machines.service.ts';

type ImportBody = BodyOf<typeof importEndpoint>;
type Wanted = ReturnType<typeof newMachine>;

const repoOf = (ctx: Ctx, db: Db) => machineImportsRepo({ db, organization_id: ctx.organization.id });

/** Checks each row as a creation is checked, and that codes are unique. */
async function planOf(ctx: Ctx, db: Db, body: ImportBody): Promise<TablePlan<Wanted>> {
  const { workspace_id, rows } = body;
  if (!(await workspaceExists(db, ctx.organization.id, workspace_id))) throw invalid('workspace_id');
  const repo = repoOf(ctx, db);
  const standing = await repo.standing(rows.map(({ id }) => id));
  const codes = await repo.codes(workspace_id);
  return planOfTable<MachineColumn, typeof createEndpoint.body, Wanted>(body, {
    body: createEndpoint.body,
    asked: (given, id) => ({ body: { id, workspace_id, ...Object.fromEntries(given) } }),
    wanted: newMachine,
    before: new Map(
      [...standing].map(([id, { imported }]) => [
        id,
        imported && {
          name: imported.name,
          isAsked: (wanted: Wanted) => Object.keys(changesOf(imported, wanted as Partial<Machine>)).length === 0,
        },
      ]),
    ),
    taken: ({ code }) => codes.has(code ?? ''),
    codeKey: ({ code }) => code ?? '',
  });
}

/**
 * Machines from a table: looked at, all of them or (`good`) those without a problem, in one transaction. Sent again with the same ids and
 * values it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (no such workspace)
 */
export async function importMachines(ctx: Ctx, body: ImportBody): Promise<ResponseOf<typeof importEndpoint>> {
  const { workspace_id, mode } = body;
  if (!can(ctx, 'machines:write', workspace_id)) throw new AppError('forbidden');
  if (mode === 'check')
    return ctx.db.read(ctx.organization.id, async (db) => ({ imported: [], problems: (await planOf(ctx, db, body)).problems }));
  return mutate(ctx, 'machines.import', async (tx) => {
    tx.allow(workspace_id);
    const { fresh, made, problems } = await planOf(ctx, tx.db, body);
    if (fresh.length === 0 || (mode === 'all' && problems.length > 0)) {
      tx.unchanged();
      return { imported: mode === 'all' && problems.length > 0 ? [] : made, problems };
    }
    const stamp = stamps(ctx.clock.now(), actorId(ctx.actor));
    const rows = fresh.map(({ id, wanted }) => ({ ...stamp, ...wanted, id, photo_file_id: null }));
    await machinesRepo({ db: tx.db, organization_id: ctx.organization.id }).insertAll(rows);
    const empty = { organization_id: ctx.organization.id, name_key: '', search: '', dataloggers: [] };
    for (const row of rows) tx.audit(row.id, { workspaceId: workspace_id, after: toMachine({ ...empty, ...row }) });
    // Whoever shows machines reads them again: one event says as much as thousands.
    tx.publish({ name: 'changed', data: { entity: 'machines', id: rows[0]!.id, workspace_id } });
    const imported = [...made, ...fresh.map(({ row, id, wanted }) => ({ row, id, name: wanted.name }))].sort((a, b) => a.row - b.row);
    return { imported, problems };
  });
}

/**
 * Takes back what an import brought: each machine that is still as it came and that nothing points to. The others stay, and are named.
 * @throws AppError forbidden
 */
export async function undoMachineImport(
  ctx: Ctx,
  { workspace_id, ids }: BodyOf<typeof undoEndpoint>,
): Promise<ResponseOf<typeof undoEndpoint>> {
  return mutate(ctx, 'machines.remove', async (tx) => {
    tx.allow(workspace_id);
    const repo = repoOf(ctx, tx.db);
    const rows = await repo.untouched(workspace_id, ids);
    if (rows.length === 0) tx.unchanged();
    else {
      await repo.remove(rows.map(({ id }) => id));
      for (const row of rows) tx.audit(row.id, { workspaceId: workspace_id, before: toMachine({ ...row, dataloggers: [] }) });
      tx.publish({ name: 'changed', data: { entity: 'machines', id: rows[0]!.id, workspace_id } });
    }
    const removed = new Set(rows.map(({ id }) => id));
    return { removed: [...removed], kept: ids.filter((id) => !removed.has(id)) };
  });
}
