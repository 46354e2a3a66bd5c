import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { machinesRepo } from './machines.repo.ts';

/**
 * Checks the machine on which a logger or a channel of that workspace is to be put.
 * @throws AppError validation_failed (`machine_id`) for one that is missing, archived, in another workspace, or not to be read
 */
export async function checkMachine(ctx: Ctx, db: Db, machineId: string, workspaceId: string): Promise<void> {
  const repo = machinesRepo({ db, organization_id: ctx.organization.id });
  if (!can(ctx, 'machines:read', workspaceId) || !(await repo.stands(machineId, workspaceId))) throw invalid('machine_id');
}
