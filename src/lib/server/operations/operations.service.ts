import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  createOperation as createEndpoint,
  ElementSettings,
  listOperations as listEndpoint,
  Operation,
  updateOperation as updateEndpoint,
} from '../../contract/operations.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { ALLOWANCE_KINDS } from '../../domain/time-study/standard-card.ts';
import { allowanceSetsRepo } from '../allowance-sets/allowance-sets.repo.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps, workspaceExists } from '../kernel/rows.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { type OperationRow, operationsRepo, SORTS } from './operations.repo.ts';

export const repoOf = (ctx: Ctx, db: Db) => operationsRepo({ db, organization_id: ctx.organization.id });

export const toOperation = (row: OperationRow): Operation => ({
  id: row.id,
  workspace_id: row.workspace_id,
  code: row.code,
  name: row.name,
  product: row.product,
  machine_id: row.machine_id,
  machine_name: row.machine_name,
  unit: row.unit,
  pieces_per_cycle: row.pieces_per_cycle,
  setup_s: row.setup_s,
  batch: row.batch,
  shift_h: row.shift_h,
  allowance_set_id: row.allowance_set_id,
  elements: JSON.parse(row.elements) as ElementSettings[],
  note: row.note,
  measurement_count: row.measurement_count,
  active:
    row.active_version === null
      ? null
      : { version: row.active_version, standard: row.active_standard!, approved_at: formatInstant(row.active_at!) },
  waiting:
    row.waiting_version === null
      ? null
      : { version: row.waiting_version, standard: row.waiting_standard!, reviewed_at: formatInstant(row.waiting_at!) },
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listOperations(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'code');
  const filter = {
    q: query.q,
    workspaces: readableWorkspaces(ctx, query.workspace_id, 'tm:read'),
    machine_id: query.machine_id,
    standard: query.standard,
    archived: query.archived === '1',
  };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row.place,
      items: (rows) => rows.map(toOperation),
      count: () => repo.count(filter),
    });
  });
}

/** One that the actor may read. @throws AppError not_found */
export async function readable(ctx: Ctx, db: Db, id: string): Promise<OperationRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'tm:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getOperation(ctx: Ctx, id: string): Promise<Operation> {
  return ctx.db.read(ctx.organization.id, async (db) => toOperation(await readable(ctx, db, id)));
}

/** An operation to which a measurement of the workspace is to belong. @throws AppError validation_failed (`operation_id`) */
export async function checkOperation(ctx: Ctx, db: Db, id: string, workspaceId: string): Promise<void> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || row.workspace_id !== workspaceId || row.archived_at !== null) throw invalid('operation_id');
}

/** Elements of people are done within elements of machines, and no deeper. @throws AppError validation_failed */
function checkElements(elements: readonly ElementSettings[]): void {
  const machines = new Set(elements.filter(({ machine_paced, within }) => machine_paced && within === null).map((one) => one.activity_id));
  for (const [at, { activity_id, within, shares }] of elements.entries()) {
    if (within !== null && (within === activity_id || !machines.has(within))) throw invalid(`elements.${at}.within`);
    if (shares && ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0) >= 1) throw invalid(`elements.${at}.shares`);
  }
}

type Content = Partial<Omit<BodyOf<typeof updateEndpoint>, 'rev' | 'archived'>>;

async function check(ctx: Ctx, db: Db, content: Content, workspaceId: string): Promise<void> {
  if (content.machine_id != null) await checkMachine(ctx, db, content.machine_id, workspaceId);
  if (content.allowance_set_id != null) {
    const set = await allowanceSetsRepo({ db, organization_id: ctx.organization.id }).find(content.allowance_set_id);
    if (!set) throw invalid('allowance_set_id');
  }
  if (content.elements) checkElements(content.elements);
}

/** Says what became of it to the trail and to open pages. */
export function tell(tx: Mutation, row: OperationRow, rows: { before?: unknown; after: unknown }): void {
  tx.audit(row.id, { workspaceId: row.workspace_id, ...(rows as { after: object }) });
  tx.publish({ name: 'changed', data: { entity: 'operations', id: row.id, workspace_id: row.workspace_id } });
}

/** @throws AppError forbidden, validation_failed (no such workspace, machine or set, elements within what is no machine's), conflict */
export async function createOperation(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Operation> {
  return mutate(ctx, 'operations.create', async (tx) => {
    tx.allow(body.workspace_id);
    const repo = repoOf(ctx, tx.db);
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(id))) {
      const first = await firstAnswer<Operation>(tx.db, ctx.organization.id, 'operations.create', id);
      if (first?.name !== body.name || first.code !== body.code || first.workspace_id !== body.workspace_id) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    if (!(await workspaceExists(tx.db, ctx.organization.id, body.workspace_id))) throw invalid('workspace_id');
    await check(ctx, tx.db, body, body.workspace_id);
    await repo.insert({
      ...stamps(ctx.clock.now(), actorId(ctx.actor)),
      id,
      workspace_id: body.workspace_id,
      code: body.code,
      name: body.name,
      product: body.product ?? null,
      machine_id: body.machine_id ?? null,
      unit: body.unit ?? 'ks',
      pieces_per_cycle: body.pieces_per_cycle ?? 1,
      setup_s: body.setup_s ?? 0,
      batch: body.batch ?? 1,
      shift_h: body.shift_h ?? 7.5,
      allowance_set_id: body.allowance_set_id ?? null,
      elements: JSON.stringify(body.elements ?? []),
      note: body.note || null,
    });
    const row = (await repo.find(id))!;
    tell(tx, row, { after: toOperation(row) });
    return toOperation(row);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed (as at its creation) */
export async function updateOperation(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Operation> {
  const now = ctx.clock.now();
  return mutate(ctx, 'operations.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await readable(ctx, tx.db, id);
    tx.allow(before.workspace_id);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toOperation(before) });
    const { rev: _, archived, elements, note, ...plain } = body;
    const changes = changesOf<OperationRow, Partial<OperationRow>>(before, {
      ...(plain as Partial<OperationRow>),
      ...(note === undefined ? {} : { note: note || null }),
      ...(elements === undefined ? {} : { elements: JSON.stringify(elements) }),
      ...(archived === undefined ? {} : { archived_at: archived ? (before.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toOperation(before);
    }
    await check(ctx, tx.db, body, before.workspace_id);
    if (!(await repo.update(before, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: toOperation((await repo.find(id)) ?? before) });
    const row = (await repo.find(id))!;
    tell(tx, row, { before: toOperation(before), after: toOperation(row) });
    return toOperation(row);
  });
}
