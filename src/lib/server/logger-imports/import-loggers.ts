import * as z from 'zod/mini';
import { CHANNEL_LIMIT } from '../../constants.ts';
import { createDatalogger, type Datalogger, updateDatalogger } from '../../contract/dataloggers.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { importDataloggers as importEndpoint, LoggerColumn, undoLoggerImport as undoEndpoint } from '../../contract/logger-imports.ts';
import { folded } from '../../domain/text/folded.ts';
import { readTags } from '../../domain/text/tags.ts';
import { credentialsRepo } from '../credentials/credentials.repo.ts';
import { newCredential, toCredential } from '../credentials/credentials.service.ts';
import { newLoggerToken, TOKEN_BYTES } from '../credentials/logger-token.ts';
import { dataloggersRepo, type TableRow } from '../dataloggers/dataloggers.repo.ts';
import { tableCells } from '../dataloggers/logger-table.ts';
import { storedTags, storeTags } from '../dataloggers/logger-tags.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, stamps, workspaceExists } from '../kernel/rows.ts';
import { inParts, planOfTable, type TablePlan } from '../kernel/table-import.ts';
import { loggerImportsRepo } from './logger-imports.repo.ts';

type ImportBody = BodyOf<typeof importEndpoint>;
type Given = ReadonlyMap<LoggerColumn, string | number | null>;
type Problem = { field: string; code: string };

const created = createDatalogger.body.shape;
const changed = updateDatalogger.body.shape;
/** What a row asks for once its names are ids. */
const rowBody = z.object({
  workspace_id: created.workspace_id,
  name: created.name,
  code: created.code,
  kind: created.kind,
  place: created.place,
  tags: changed.tags,
  machine_id: created.machine_id,
  logger_type_id: created.logger_type_id,
  logger_type_version: z.optional(z.number()),
  expected_interval_s: created.expected_interval_s,
  auto_channels: created.auto_channels,
  channel_limit: changed.channel_limit,
  mb_per_day: changed.mb_per_day,
  paused: changed.paused,
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const newLogger = (body: z.infer<typeof rowBody>) => ({
  workspace_id: body.workspace_id,
  name: body.name,
  code: body.code || null,
  kind: body.kind || null,
  place: body.place || null,
  tags: storeTags(body.tags ?? []),
  machine_id: body.machine_id ?? null,
  logger_type_id: body.logger_type_id ?? null,
  logger_type_version: body.logger_type_version ?? null,
  expected_interval_s: body.expected_interval_s ?? null,
  auto_channels: (body.auto_channels ?? true) ? (1 as const) : (0 as const),
  channel_limit: body.channel_limit ?? CHANNEL_LIMIT,
  mb_per_day: body.mb_per_day ?? null,
  paused: body.paused ?? false,
});
type Wanted = ReturnType<typeof newLogger>;

const repoOf = (ctx: Ctx, db: Db) => loggerImportsRepo({ db, organization_id: ctx.organization.id });
const loggersOf = (ctx: Ctx, db: Db) => dataloggersRepo({ db, organization_id: ctx.organization.id });

/** The one thing of that name, or what is wrong. */
function named<T>(field: string, found: readonly T[] | undefined): { one: T } | { problem: Problem } {
  const [one] = found ?? [];
  if (one === undefined) return { problem: { field, code: 'unknown' } };
  return found!.length > 1 ? { problem: { field, code: 'ambiguous' } } : { one };
}

const isFlag = (value: unknown): value is 'true' | 'false' => value === 'true' || value === 'false';

/** Names of a row as ids, each looked up once for the whole table. Only what the person may write to, see and use is called anything. */
async function lookUp(ctx: Ctx, db: Db, base: string) {
  const repo = repoOf(ctx, db);
  const workspaces = (await repo.workspaces()).filter(({ id }) => can(ctx, 'dlog:write', id));
  const byName = Map.groupBy(workspaces, ({ name }) => folded(name));
  const machines = (await repo.machines()).filter(({ workspace_id }) => can(ctx, 'machines:read', workspace_id));
  const machineKey = (workspace: string, text: string) => `${workspace} ${folded(text)}`;
  const machinesBy = Map.groupBy(machines, ({ workspace_id, name }) => machineKey(workspace_id, name));
  const machinesByCode = Map.groupBy(
    machines.filter(({ code }) => code !== null),
    ({ workspace_id, code }) => machineKey(workspace_id, code!),
  );
  const types = Map.groupBy(await repo.types(), ({ name }) => folded(name));
  const versions = await repo.versions();

  function workspaceOf(given: Given) {
    const text = given.get('workspace');
    return text == null ? { one: { id: base } } : named('workspace', byName.get(folded(String(text))));
  }
  function machineOf(given: Given, workspace: string) {
    const text = given.get('machine');
    if (text == null) return { one: null };
    const key = machineKey(workspace, String(text));
    return named('machine', machinesByCode.get(key) ?? machinesBy.get(key));
  }
  function typeOf(given: Given): { one: { id: string; version: number } | null } | { problem: Problem } {
    const text = given.get('type');
    const version = given.get('type_version');
    if (text == null) return version == null ? { one: null } : { problem: { field: 'type', code: 'required' } };
    const type = named('type', types.get(folded(String(text))));
    if ('problem' in type || version == null) return type;
    return versions.has(`${type.one.id} ${version}`)
      ? { one: { id: type.one.id, version: Number(version) } }
      : { problem: { field: 'type_version', code: 'unknown' } };
  }
  return (given: Given): { body: Record<string, unknown> } | { problems: Problem[] } => {
    const workspace = workspaceOf(given);
    if ('problem' in workspace) return { problems: [workspace.problem] };
    const machine = machineOf(given, workspace.one.id);
    const type = typeOf(given);
    const problems = [machine, type].flatMap((one) => ('problem' in one ? [one.problem] : []));
    if ('problem' in machine || 'problem' in type || problems.length > 0) return { problems };
    const body: Record<string, unknown> = { workspace_id: workspace.one.id };
    for (const field of ['name', 'code', 'kind', 'place', 'expected_interval_s', 'channel_limit', 'mb_per_day'] as const)
      if (given.has(field)) body[field] = given.get(field);
    for (const field of ['auto_channels', 'paused'] as const) {
      const flag = given.get(field);
      if (flag != null) body[field] = isFlag(flag) ? flag === 'true' : flag;
    }
    if (given.has('tags')) body.tags = readTags(String(given.get('tags')));
    // Numbers of a file may be names as well.
    for (const field of ['name', 'code', 'kind', 'place'] as const) if (typeof body[field] === 'number') body[field] = String(body[field]);
    if (machine.one) body.machine_id = machine.one.id;
    if (type.one) Object.assign(body, { logger_type_id: type.one.id, logger_type_version: type.one.version });
    return { body };
  };
}

/** The first column in which the row says something else than the logger that it names. */
function differsIn(row: TableRow, columns: readonly LoggerColumn[], given: Given): LoggerColumn | undefined {
  const cells = tableCells(row);
  const text = (column: LoggerColumn, value: string | number | null | undefined) =>
    column === 'tags' ? readTags(String(value ?? '')).join() : String(value ?? '').trim();
  return columns.find((column) => text(column, cells[column]) !== text(column, given.get(column)));
}

async function planOf(ctx: Ctx, db: Db, body: ImportBody): Promise<TablePlan<Wanted>> {
  const { workspace_id, columns, rows } = body;
  if (!(await workspaceExists(db, ctx.organization.id, workspace_id))) throw invalid('workspace_id');
  const repo = repoOf(ctx, db);
  const standing = await repo.standing(rows.map(({ id }) => id));
  const codes = await repo.codes();
  const asked = await lookUp(ctx, db, workspace_id);
  const at = columns.indexOf('id');
  const ids = at < 0 ? [] : rows.flatMap(({ values }) => (UUID.test(String(values[at])) ? [String(values[at])] : []));
  const machines = readableWorkspaces(ctx, undefined, 'machines:read');
  const there = new Map(
    (await inParts([...new Set(ids)], (part) => loggersOf(ctx, db).table({ ids: part }, machines)))
      .filter((row) => can(ctx, 'dlog:read', row.workspace_id))
      .map((row) => [row.id, row]),
  );
  return planOfTable<LoggerColumn, typeof rowBody, Wanted>(body, {
    body: rowBody,
    asked,
    there(given) {
      const row = there.get(String(given.get('id')));
      if (!row) return null;
      const field = differsIn(row, columns, given);
      return field === undefined ? 'same' : { problems: [{ field, code: 'differs' }] };
    },
    wanted: newLogger,
    before: new Map(
      [...standing].map(([id, made]) => [id, made && { name: made.name, isAsked: (wanted: Wanted) => isSame(made, wanted) }]),
    ),
    taken: ({ workspace_id, code }) => codes.has(`${workspace_id} ${code}`),
    codeKey: ({ workspace_id, code }) => `${workspace_id} ${code}`,
  });
}

/** Was the logger made of just that? */
function isSame(made: Datalogger, wanted: Wanted): boolean {
  const { auto_channels, tags, paused, ...rest } = wanted;
  return (
    made.auto_channels === (auto_channels === 1) &&
    made.tags.join() === storedTags(tags).join() &&
    (made.paused_at !== null) === paused &&
    (Object.keys(rest) as (keyof typeof rest)[]).every((field) => made[field] === rest[field])
  );
}

/**
 * Loggers from a table: looked at, all of them or (`good`) those without a problem, in one transaction, each with a token that only this answer
 * tells. Sent again with the same ids and values it makes nothing, and tells no token any more.
 * @throws AppError forbidden, validation_failed (no such workspace)
 */
export async function importDataloggers(ctx: Ctx, body: ImportBody): Promise<ResponseOf<typeof importEndpoint>> {
  const { workspace_id, mode } = body;
  if (!can(ctx, 'dlog:write', workspace_id)) throw new AppError('forbidden');
  if (mode === 'check')
    return ctx.db.read(ctx.organization.id, async (db) => {
      const { same, problems } = await planOf(ctx, db, body);
      return { imported: [], same, problems };
    });
  return mutate(ctx, 'dataloggers.import', async (tx) => {
    tx.allow(workspace_id);
    const { fresh, made, same, problems } = await planOf(ctx, tx.db, body);
    if (fresh.length === 0 || (mode === 'all' && problems.length > 0)) {
      tx.unchanged();
      const before = made.map((one) => ({ ...one, token: null }));
      return { imported: mode === 'all' && problems.length > 0 ? [] : before, same, problems };
    }
    await repoOf(ctx, tx.db).holdMachines([...new Set(fresh.flatMap(({ wanted }) => wanted.machine_id ?? []))]);
    const now = ctx.clock.now();
    const stamp = stamps(now, actorId(ctx.actor));
    await loggersOf(ctx, tx.db).insertAll(
      fresh.map(({ id, wanted: { paused, ...row } }) => ({
        ...stamp,
        ...row,
        id,
        paused_at: paused ? now : null,
        first_seen_at: null,
        last_seen_at: null,
      })),
    );
    const tokens = fresh.map(() => newLoggerToken(ctx.ids.token(TOKEN_BYTES)));
    const credentials = fresh.map(({ id }, at) => newCredential(ctx, { dataloggerId: id, label: null, token: tokens[at]! }));
    await credentialsRepo({ db: tx.db, organization_id: ctx.organization.id }).insertAll(credentials);
    for (const [at, { id, wanted }] of fresh.entries()) {
      tx.allow(wanted.workspace_id);
      const credential = credentials[at]!;
      tx.audit(id, { workspaceId: wanted.workspace_id, after: answered(id, wanted, now) });
      tx.audit(credential.id, { verb: 'credentials.create', workspaceId: wanted.workspace_id, after: toCredential(credential) });
    }
    // Whoever shows loggers of a workspace, or machines, reads them again: one event says as much as thousands.
    for (const [place, [first]] of Map.groupBy(fresh, ({ wanted }) => wanted.workspace_id)) {
      tx.publish({ name: 'changed', data: { entity: 'dataloggers', id: first!.id, workspace_id: place } });
      const machine = fresh.find(({ wanted }) => wanted.workspace_id === place && wanted.machine_id !== null)?.wanted.machine_id;
      if (machine) tx.publish({ name: 'changed', data: { entity: 'machines', id: machine, workspace_id: place } });
    }
    const imported = [
      ...made.map((one) => ({ ...one, token: null })),
      ...fresh.map(({ row, id, wanted }, at) => ({ row, id, name: wanted.name, token: tokens[at]! })),
    ].sort((a, b) => a.row - b.row);
    return { imported, same, problems };
  });
}

/** What the trail tells of a logger that came. */
const answered = (id: string, { paused, tags, auto_channels, ...wanted }: Wanted, now: number) => ({
  id,
  ...wanted,
  tags: storedTags(tags),
  auto_channels: auto_channels === 1,
  paused_at: paused ? new Date(now / 1000).toISOString() : null,
});

/**
 * Takes back what an import brought, with the tokens: each logger that is still as it came, that never sent and that nothing points to. The
 * others stay, and are named.
 * @throws AppError forbidden
 */
export async function undoLoggerImport(
  ctx: Ctx,
  { workspace_id, ids }: BodyOf<typeof undoEndpoint>,
): Promise<ResponseOf<typeof undoEndpoint>> {
  return mutate(ctx, 'dataloggers.remove', async (tx) => {
    tx.allow(workspace_id);
    const repo = repoOf(ctx, tx.db);
    const rows = (await repo.untouched(ids)).filter((row) => can(ctx, 'dlog:write', row.workspace_id));
    if (rows.length === 0) tx.unchanged();
    else {
      await repo.remove(rows.map(({ id }) => id));
      for (const { id, name, workspace_id, ...row } of rows)
        tx.audit(id, { workspaceId: workspace_id, before: { id, name, workspace_id, code: row.code, kind: row.kind, place: row.place } });
      for (const [place, [first]] of Map.groupBy(rows, (row) => row.workspace_id)) {
        tx.publish({ name: 'changed', data: { entity: 'dataloggers', id: first!.id, workspace_id: place } });
        const machine = rows.find((row) => row.workspace_id === place && row.machine_id !== null)?.machine_id;
        if (machine) tx.publish({ name: 'changed', data: { entity: 'machines', id: machine, workspace_id: place } });
      }
    }
    const removed = new Set(rows.map(({ id }) => id));
    return { removed: [...removed], kept: ids.filter((id) => !removed.has(id)) };
  });
}
