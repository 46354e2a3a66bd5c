import { CHANNEL_LIMIT } from '../../constants.ts';
import {
  type countDataloggers as countEndpoint,
  type createDatalogger as createEndpoint,
  DATALOGGER_FILTERS,
  type Datalogger,
  type DataloggerCounts,
  type DataloggerGroup,
  type groupDataloggers as groupEndpoint,
  type listDataloggers as listEndpoint,
  MOST_GROUPS,
  MOST_TAGS_OFFERED,
  type listDataloggerTags as tagsEndpoint,
  type updateDatalogger as updateEndpoint,
} from '../../contract/dataloggers.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { dataloggerState } from '../../domain/datalogger-state.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { aheadOf, failingOf, fromStored } from '../channels/channel-values.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, type Page, pageAsked, readableWorkspaces, readCursor, writeCursor } from '../kernel/list.ts';
import { nameKey } from '../kernel/name-keys.ts';
import { actorId, changesOf, firstAnswer, stamps, workspaceExists } from '../kernel/rows.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { shownBy } from '../sensor-types/shown-by.ts';
import { storedWords } from '../sensor-types/stored-words.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import { dayOf } from '../storage/readings/reading-store-slices.ts';
import { type DataloggerRow, dataloggersRepo, SORTS, type Sort } from './dataloggers.repo.ts';
import { storedTags, storeTags } from './logger-tags.ts';
import { healthOfRow } from './with-health.ts';

const repoOf = (ctx: Ctx, db: Db) => dataloggersRepo({ db, organization_id: ctx.organization.id });

/** @param now µs: the moment for which the state is told */
function toDatalogger(row: DataloggerRow, now: number): Datalogger {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    code: row.code,
    kind: row.kind,
    place: row.place,
    tags: storedTags(row.tags),
    machine_id: row.machine_id,
    logger_type_id: row.logger_type_id,
    logger_type_version: row.logger_type_version,
    logger_type_name: row.logger_type_name,
    expected_interval_s: row.expected_interval_s,
    type_interval_s: row.type_interval_s,
    type_sampling_s: row.type_sampling_s,
    offline_after: row.offline_after,
    auto_channels: row.auto_channels === 1,
    channel_limit: row.channel_limit,
    state: dataloggerState(
      {
        expected_interval_s: row.expected_interval_s,
        type_interval_s: row.type_interval_s,
        offline_after: row.offline_after,
        paused_at: row.paused_at,
        last_seen_at: row.last_seen_at === null ? null : row.last_seen_at / 1000,
        refused_at: row.refused_at,
        filed_at: filedAt(row),
      },
      now / 1000,
    ),
    paused_at: formatInstant(row.paused_at),
    first_seen_at: formatInstant(row.first_seen_at),
    last_seen_at: formatInstant(row.last_seen_at),
    refused_at: formatInstant(row.refused_at),
    filed_at: formatInstant(filedAt(row)),
    mb_per_day: row.mb_per_day,
    bytes_today: row.used_day === dayOf(now) ? row.used_bytes : 0,
    channel_count: row.channel_count ?? 0,
    last: lastOf(row),
    ahead_ts: aheadOf({ ahead_ts: row.ahead_ts ?? null, last_ts: row.last_ts ?? null }),
    failing_ts: failingOf({ left_out_ts: row.left_out_ts ?? null, last_ts: row.last_ts ?? null }),
    failing: row.failing,
    health: healthOfRow(row),
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    archived_at: formatInstant(row.archived_at),
  };
}

/** When a file brought its readings last; none of a file that was undone. */
const filedAt = ({ filed_at, last_ts }: DataloggerRow): number | null => (last_ts === null ? null : filed_at);

function lastOf(row: DataloggerRow): Datalogger['last'] {
  if (row.channel_id === null || row.channel_name === null || row.channel_kind === null || row.last_ts === null) return null;
  return {
    channel_id: row.channel_id,
    channel_name: row.channel_name,
    ...shownAs(row, shownBy(row)),
    state_words: storedWords(row.state_words),
    ts: formatInstant(row.last_ts),
    value: fromStored(row.channel_kind, { num: row.last_num, text: row.last_text }),
  };
}

/** The moment that an order by trouble was begun at, and the rest of the cursor's value. */
const MOMENT = /^(\d{1,16}) (.*)$/s;

/**
 * The page as its repo reads it, and the moment that decides states. The order by trouble moves with the clock: all its pages are cut at the
 * moment of the first, else the silence of a logger would carry it over the edge of a page that was read already, and nobody would see it.
 */
function pageAt(query: QueryOf<typeof listEndpoint>, now: number): { page: Page<Sort>; now: number; group: string | null } {
  const { page, group } = query.group === undefined ? { page: pageAsked(query, SORTS, 'name'), group: null } : pageInGroup(query);
  if (page.sort !== 'trouble' || page.cursor === null) return { page, now, group };
  const [, moment, place] = MOMENT.exec(String(page.cursor[0])) ?? [];
  if (moment === undefined || place === undefined) throw invalid('cursor');
  return { page: { ...page, cursor: [place, page.cursor[1]] }, now: Number(moment), group };
}

/** A page of a list of groups: its cursor stands in one of them. */
function pageInGroup(query: QueryOf<typeof listEndpoint>): { page: Page<Sort>; group: string | null } {
  const { cursor: given, ...rest } = query;
  const page = pageAsked(rest, SORTS, 'name');
  const cursor = readCursor(given, 'string', 'string');
  if (cursor === null) return { page, group: null };
  const at = readCursor(String(cursor[0]), SORTS[page.sort].type, 'string');
  if (at === null) throw invalid('cursor');
  return { page: { ...page, cursor: [at[0], cursor[1]] }, group: String(at[1]) };
}

/** What of the list a query leaves. */
export const filterOf = (ctx: Ctx, query: QueryOf<typeof countEndpoint>, now: number) => ({
  q: query.q?.trim(),
  workspaces: readableWorkspaces(ctx, query.workspace_id),
  tag: query.tag,
  health: query.health,
  archived: query.archived === '1',
  now,
});

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listDataloggers(
  ctx: Ctx,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ items: Datalogger[]; next_cursor: string | null; total?: number }> {
  const shownAt = ctx.clock.now();
  const { page, now, group } = pageAt(query, shownAt);
  const filter = { ...filterOf(ctx, query, now), state: query.state, machine_id: query.machine_id };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page, query.group && { group: query.group, after: group }), {
      place({ place_in_list, group_in_list }) {
        const place = page.sort === 'trouble' ? `${now} ${place_in_list}` : place_in_list;
        return group_in_list === null ? place : writeCursor(place, group_in_list);
      },
      items: (rows) => rows.map((row) => toDatalogger(row, shownAt)),
      count: () => repo.count(filter),
    });
  });
}

/** Groups of the list that the same filters leave, in its order; one query. */
export async function groupDataloggers(ctx: Ctx, query: QueryOf<typeof groupEndpoint>): Promise<{ items: DataloggerGroup[] }> {
  const filter = { ...filterOf(ctx, query, ctx.clock.now()), state: query.state };
  const machines = readableWorkspaces(ctx, undefined, 'machines:read');
  return { items: await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).groups(filter, query.group, machines, MOST_GROUPS)) };
}

/** Tags in use there, by their letters; one query. */
export async function listDataloggerTags(ctx: Ctx, query: QueryOf<typeof tagsEndpoint>): Promise<{ items: string[] }> {
  const found = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).tags(readableWorkspaces(ctx, query.workspace_id)));
  return { items: found.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1)).slice(0, MOST_TAGS_OFFERED) };
}

/** How many loggers each filter of the list would leave; one query. */
export async function countDataloggers(ctx: Ctx, query: QueryOf<typeof countEndpoint>): Promise<DataloggerCounts> {
  const filter = filterOf(ctx, query, ctx.clock.now());
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).tally({ ...filter, archived: true }));
  const by = Object.fromEntries(DATALOGGER_FILTERS.map((name) => [name, 0])) as DataloggerCounts['by'];
  let [used, archived] = [0, 0];
  for (const { state, trouble, count } of rows) {
    if (state === null) {
      archived += count;
      continue;
    }
    used += count;
    by[state] += count;
    if (trouble === 'ahead' || trouble === 'failing') by[trouble] += count;
    if (trouble !== null) by.trouble += count;
  }
  return { total: filter.archived ? used + archived : used, archived, by };
}

/** @throws AppError not_found */
export async function getDatalogger(ctx: Ctx, id: string): Promise<Datalogger> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id));
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return toDatalogger(row, ctx.clock.now());
}

const orNull = (text: string | null | undefined): string | null => text || null;

const absent = () => ({
  health: null,
  tags: [] as string[],
  machine_id: null,
  logger_type_id: null,
  logger_type_version: null,
  logger_type_name: null,
  type_interval_s: null,
  type_sampling_s: null,
  offline_after: null,
  refused_at: null,
  filed_at: null,
  mb_per_day: null,
  bytes_today: 0,
});

/** The version by which loggers are read that are of a type that comes with the product. Handed in: types know of loggers, not the other way round. */
export type VersionOfBuiltIn = (ctx: Ctx, tx: Mutation, key: string) => Promise<{ id: string; version: number }>;

/** The newest version of a type of the organisation. @throws AppError validation_failed */
async function chosenType(repo: ReturnType<typeof repoOf>, id: string | null): Promise<{ id: string; version: number } | null> {
  if (id === null) return null;
  const version = await repo.newestVersion(id);
  if (version === null) throw invalid('logger_type_id');
  return { id, version };
}

/**
 * Creates a logger. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden (also where a type would have to be copied and the actor may not make types), validation_failed (no such workspace or
 * machine, a type without a version, no such type of the product), conflict (the id is taken by something else)
 */
export async function createDatalogger(
  ctx: Ctx,
  body: BodyOf<typeof createEndpoint>,
  versionOfBuiltIn: VersionOfBuiltIn,
): Promise<Datalogger> {
  const now = ctx.clock.now();
  const wanted = {
    workspace_id: body.workspace_id,
    name: body.name,
    code: orNull(body.code),
    kind: orNull(body.kind),
    place: orNull(body.place),
    expected_interval_s: body.expected_interval_s ?? null,
    auto_channels: body.auto_channels ?? true,
    machine_id: body.machine_id ?? null,
    logger_type_id: body.logger_type_id ?? null,
  };
  const builtIn = body.built_in_type ?? null;
  if (builtIn !== null && wanted.logger_type_id !== null) throw invalid('built_in_type');
  return mutate(ctx, 'dataloggers.create', async (tx) => {
    tx.allow(body.workspace_id);
    const repo = repoOf(ctx, tx.db);
    if (!(await workspaceExists(tx.db, ctx.organization.id, body.workspace_id))) throw invalid('workspace_id');
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(body.id))) {
      const answered = await firstAnswer<Datalogger>(tx.db, ctx.organization.id, 'dataloggers.create', body.id);
      // An answer from before loggers had these doesn't name them.
      const first: Datalogger | null | undefined = answered && Object.assign(absent(), answered);
      // Which type it became was decided when it was made.
      const asked = builtIn === null ? wanted : { ...wanted, logger_type_id: undefined };
      const isOther = !first || Object.keys(changesOf(first, asked)).length > 0;
      if (isOther || (builtIn !== null && (await repo.typeKey(first.logger_type_id)) !== builtIn)) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    if (wanted.machine_id !== null) await checkMachine(ctx, tx.db, wanted.machine_id, body.workspace_id);
    const type = builtIn === null ? await chosenType(repo, wanted.logger_type_id) : await versionOfBuiltIn(ctx, tx, builtIn);
    await repo.insert({
      ...stamps(now, actorId(ctx.actor)),
      ...wanted,
      id,
      logger_type_id: type?.id ?? null,
      logger_type_version: type?.version ?? null,
      auto_channels: wanted.auto_channels ? 1 : 0,
      channel_limit: CHANNEL_LIMIT,
      paused_at: null,
      first_seen_at: null,
      last_seen_at: null,
    });
    const after = toDatalogger((await repo.find(id))!, now);
    tx.audit(id, { workspaceId: body.workspace_id, after });
    tx.publish({ name: 'changed', data: { entity: 'dataloggers', id, workspace_id: body.workspace_id } });
    changedMachines(tx, body.workspace_id, after.machine_id);
    return after;
  });
}

/**
 * Changes, moves or archives a logger.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (no such machine or workspace), conflict (it can't leave its machine)
 */
export async function updateDatalogger(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Datalogger> {
  const now = ctx.clock.now();
  return mutate(ctx, 'dataloggers.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before || !can(ctx, 'dlog:read', before.workspace_id)) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toDatalogger(before, now) });
    const changes = changesOf(before, {
      name: body.name,
      workspace_id: body.workspace_id,
      code: body.code === undefined ? undefined : orNull(body.code),
      kind: body.kind === undefined ? undefined : orNull(body.kind),
      place: body.place === undefined ? undefined : orNull(body.place),
      tags: body.tags && storeTags(body.tags),
      expected_interval_s: body.expected_interval_s,
      auto_channels: body.auto_channels === undefined ? undefined : Number(body.auto_channels),
      machine_id: body.machine_id,
      mb_per_day: body.mb_per_day,
      channel_limit: body.channel_limit,
      paused_at: sinceWhen(body.paused, before.paused_at, now),
      archived_at: sinceWhen(body.archived, before.archived_at, now),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toDatalogger(before, now);
    }
    const { workspace_id: place = before.workspace_id } = changes;
    if (place !== before.workspace_id) {
      tx.allow(place);
      if (!(await workspaceExists(tx.db, ctx.organization.id, place))) throw invalid('workspace_id');
      const stands = changes.machine_id === undefined && before.machine_id !== null;
      if (stands || (await repo.moveChannels(id, place))) throw new AppError('conflict');
    }
    if (changes.machine_id != null) await checkMachine(ctx, tx.db, changes.machine_id, place);
    if (!(await repo.update({ ...before, rev: body.rev }, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: toDatalogger((await repo.find(id)) ?? before, now) });
    const after = toDatalogger((await repo.find(id))!, now);
    tx.audit(id, { workspaceId: place, before: toDatalogger(before, now), after });
    await followRules(ctx, tx, { dataloggers: [id] });
    // Who reads only the workspace that it left hears that it is gone.
    for (const workspace_id of new Set([before.workspace_id, place]))
      tx.publish({ name: 'changed', data: { entity: 'dataloggers', id, workspace_id } });
    // What a machine tells of its loggers: which they are, and that one of them is archived.
    if (changes.machine_id !== undefined) changedMachines(tx, before.workspace_id, before.machine_id, after.machine_id);
    else if (changes.archived_at !== undefined) changedMachines(tx, before.workspace_id, before.machine_id);
    return after;
  });
}

function changedMachines(tx: Mutation, workspaceId: string, ...ids: (string | null)[]): void {
  for (const id of ids) if (id !== null) tx.publish({ name: 'changed', data: { entity: 'machines', id, workspace_id: workspaceId } });
}

/** A switch that remembers since when it is on; undefined = not asked for. */
function sinceWhen(on: boolean | undefined, since: number | null, now: number): number | null | undefined {
  if (on === undefined) return undefined;
  return on ? (since ?? now) : null;
}
