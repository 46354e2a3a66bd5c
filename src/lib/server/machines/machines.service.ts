import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  createMachine as createEndpoint,
  listMachines as listEndpoint,
  Machine,
  listMachinePlaces as placesEndpoint,
  updateMachine as updateEndpoint,
} from '../../contract/machines.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps, workspaceExists } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { type MachineRow, machinesRepo, type ShownRow, SORTS, sortValue } from './machines.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => machinesRepo({ db, organization_id: ctx.organization.id });

/** A row as it is shown. */
export function toMachine(row: ShownRow): Machine {
  const { dataloggers } = row;
  const seen = dataloggers.flatMap(({ last_seen_at }) => (last_seen_at === null ? [] : [last_seen_at]));
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    code: row.code,
    kind: row.kind,
    site: row.site,
    hall: row.hall,
    line: row.line,
    status: row.status,
    manufacturer: row.manufacturer,
    model: row.model,
    serial_number: row.serial_number,
    note: row.note,
    ideal_cycle_s: row.ideal_cycle_s,
    planned_stop_limit_s: row.planned_stop_limit_s,
    micro_stop_limit_s: row.micro_stop_limit_s,
    cost_per_hour: row.cost_per_hour,
    photo_file_id: row.photo_file_id,
    datalogger_count: dataloggers.length,
    datalogger_ids: dataloggers.map(({ id }) => id),
    last_seen_at: seen.length === 0 ? null : formatInstant(seen.reduce((a, b) => Math.max(a, b))),
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    archived_at: formatInstant(row.archived_at),
  };
}

/** What tells loggers apart and what came from them is for those who read loggers there; how many there are, everybody sees. */
export function withoutLoggers<T extends { [key: string]: unknown }>(row: T): T {
  return { ...row, datalogger_ids: [], last_seen_at: null };
}

/** The machine as the actor may see it; the trail keeps the whole. */
const shownTo = (ctx: Ctx, machine: Machine): Machine => (can(ctx, 'dlog:read', machine.workspace_id) ? machine : withoutLoggers(machine));

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listMachines(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'name');
  const { q, status, kind, site, hall, line } = query;
  const workspaces = readableWorkspaces(ctx, query.workspace_id, 'machines:read');
  const filter = { q, status, kind, site, hall, line, workspaces, archived: query.archived === '1' };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => sortValue(row, page.sort),
      items: (rows) => rows.map((row) => shownTo(ctx, toMachine(row))),
      count: () => repo.count(filter),
    });
  });
}

export async function listMachinePlaces(ctx: Ctx, query: QueryOf<typeof placesEndpoint>): Promise<ResponseOf<typeof placesEndpoint>> {
  const workspaces = readableWorkspaces(ctx, query.workspace_id, 'machines:read');
  return { items: await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).places(workspaces)) };
}

/** A machine that the actor may read. @throws AppError not_found */
export async function readableMachine(ctx: Ctx, db: Db, id: string): Promise<MachineRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'machines:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getMachine(ctx: Ctx, id: string): Promise<Machine> {
  return shownTo(ctx, toMachine(await ctx.db.read(ctx.organization.id, (db) => readableMachine(ctx, db, id))));
}

const WORDS = ['code', 'kind', 'site', 'hall', 'line', 'manufacturer', 'model', 'serial_number', 'note'] as const;
const NUMBERS = ['ideal_cycle_s', 'planned_stop_limit_s', 'micro_stop_limit_s', 'cost_per_hour'] as const;
type Fields = Pick<Row<'machines'>, (typeof WORDS)[number] | (typeof NUMBERS)[number]>;

/** The given fields as they are stored: an empty word is none. */
function given(body: Partial<Record<keyof Fields, string | number | null | undefined>>): Partial<Fields> {
  const fields: Record<string, unknown> = {};
  for (const word of WORDS) if (body[word] !== undefined) fields[word] = body[word] || null;
  for (const number of NUMBERS) if (body[number] !== undefined) fields[number] = body[number];
  return fields;
}
const NO_FIELDS = Object.fromEntries([...WORDS, ...NUMBERS].map((field) => [field, null])) as Fields;

function changed(tx: Mutation, id: string, workspaceId: string): void {
  tx.publish({ name: 'changed', data: { entity: 'machines', id, workspace_id: workspaceId } });
}

/** A machine as somebody wants it, with every field: what isn't given is nothing. */
export const newMachine = (body: Omit<BodyOf<typeof createEndpoint>, 'id'>) => ({
  workspace_id: body.workspace_id,
  name: body.name,
  status: body.status ?? ('in_operation' as const),
  ...NO_FIELDS,
  ...given(body),
});

/**
 * Creates a machine. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (no such workspace), conflict (the id is taken by something else)
 */
export async function createMachine(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Machine> {
  const wanted = newMachine(body);
  return mutate(ctx, 'machines.create', async (tx) => {
    tx.allow(body.workspace_id);
    const repo = repoOf(ctx, tx.db);
    if (!(await workspaceExists(tx.db, ctx.organization.id, body.workspace_id))) throw invalid('workspace_id');
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<Machine>(tx.db, ctx.organization.id, 'machines.create', body.id);
      if (!first || Object.keys(changesOf(first, wanted)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return shownTo(ctx, first);
    }
    await repo.insert({ ...stamps(ctx.clock.now(), actorId(ctx.actor)), ...wanted, id, photo_file_id: null });
    const after = toMachine((await repo.find(id))!);
    tx.audit(id, { workspaceId: body.workspace_id, after });
    changed(tx, id, body.workspace_id);
    return shownTo(ctx, after);
  });
}

/**
 * Changes, moves or archives a machine. Its loggers stay on it when it is archived; it can't leave their workspace without them.
 * @throws AppError not_found, forbidden, stale_rev, conflict (moved while loggers or channels are on it), validation_failed
 */
export async function updateMachine(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Machine> {
  const now = ctx.clock.now();
  return mutate(ctx, 'machines.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await readableMachine(ctx, tx.db, id);
    tx.allow(before.workspace_id);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: shownTo(ctx, toMachine(before)) });
    const changes = changesOf<Row<'machines'>, Partial<Row<'machines'>>>(before, {
      ...given(body),
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.status === undefined ? {} : { status: body.status }),
      ...(body.workspace_id === undefined ? {} : { workspace_id: body.workspace_id }),
      ...(body.photo_file_id === undefined ? {} : { photo_file_id: body.photo_file_id }),
      ...(body.archived === undefined ? {} : { archived_at: body.archived ? (before.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return shownTo(ctx, toMachine(before));
    }
    if (changes.workspace_id !== undefined) {
      tx.allow(changes.workspace_id);
      if (!(await workspaceExists(tx.db, ctx.organization.id, changes.workspace_id))) throw invalid('workspace_id');
      await repo.hold(id);
      if (await repo.isMeasured(id)) throw new AppError('conflict');
      await repo.moveFiles(id, changes.workspace_id);
    }
    if (changes.photo_file_id != null && !(await repo.hasPicture(id, changes.photo_file_id))) throw invalid('photo_file_id');
    if (!(await repo.update(before, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: shownTo(ctx, toMachine((await repo.find(id)) ?? before)) });
    const after = toMachine((await repo.find(id))!);
    tx.audit(id, { workspaceId: after.workspace_id, before: toMachine(before), after });
    // Who reads only the workspace that it left hears that it is gone.
    if (after.workspace_id !== before.workspace_id) changed(tx, id, before.workspace_id);
    changed(tx, id, after.workspace_id);
    return shownTo(ctx, after);
  });
}
