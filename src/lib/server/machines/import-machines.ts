import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  createMachine as createEndpoint,
  type ImportProblem,
  type importMachines as importEndpoint,
  type Machine,
  type undoMachineImport as undoEndpoint,
} from '../../contract/machines.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { fieldErrors } from '../kernel/problem.ts';
import { actorId, changesOf, stamps, workspaceExists } from '../kernel/rows.ts';
import { machineImportsRepo } from './machine-imports.repo.ts';
import { machinesRepo } from './machines.repo.ts';
import { newMachine, toMachine } from './machines.service.ts';

type ImportBody = BodyOf<typeof importEndpoint>;
type Wanted = ReturnType<typeof newMachine>;
interface Plan {
  /** What has no problem and isn't there yet. */
  fresh: { row: number; id: string; wanted: Wanted }[];
  /** What an earlier sending of the same import made. */
  made: { row: number; id: string; name: string }[];
  problems: ImportProblem[];
}

const repoOf = (ctx: Ctx, db: Db) => machineImportsRepo({ db, organization_id: ctx.organization.id });

/** Checks each row as a creation is checked, and that codes are unique; rows keep their place in the file. */
async function planOf(ctx: Ctx, db: Db, { workspace_id, columns, rows }: ImportBody): Promise<Plan> {
  if (!(await workspaceExists(db, ctx.organization.id, workspace_id))) throw invalid('workspace_id');
  const repo = repoOf(ctx, db);
  const before = await repo.standing(rows.map(({ id }) => id));
  const taken = await repo.codes(workspace_id);
  const inFile = new Set<string>();
  const ids = new Set<string>();
  const plan: Plan = { fresh: [], made: [], problems: [] };
  for (const [row, { id, values }] of rows.entries()) {
    const given = columns.flatMap((column, at) => (values[at] === '' || values[at] == null ? [] : [[column, values[at]] as const]));
    const body = { id, workspace_id, ...Object.fromEntries(given) };
    const parsed = createEndpoint.body.safeParse(body);
    if (!parsed.success) {
      for (const { path, code } of fieldErrors(parsed.error.issues, body)) plan.problems.push({ row, field: path, code });
      continue;
    }
    const wanted = newMachine(parsed.data);
    const earlier = before.get(id);
    if (earlier !== undefined || ids.has(id)) {
      const same = earlier?.imported && Object.keys(changesOf(earlier.imported, wanted as Partial<Machine>)).length === 0;
      if (same && !ids.has(id)) plan.made.push({ row, id, name: earlier.imported!.name });
      else plan.problems.push({ row, field: 'id', code: 'taken' });
      ids.add(id);
      continue;
    }
    ids.add(id);
    if (wanted.code !== null) {
      const code = taken.has(wanted.code) ? 'taken' : inFile.has(wanted.code) ? 'repeated' : null;
      if (code !== null) {
        plan.problems.push({ row, field: 'code', code });
        continue;
      }
      inFile.add(wanted.code);
    }
    plan.fresh.push({ row, id, wanted });
  }
  return plan;
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
