import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  countMeasurements as countEndpoint,
  createMeasurement as createEndpoint,
  Evaluation,
  listMeasurements as listEndpoint,
  Measurement,
  MeasurementCounts,
  Observed,
  updateMeasurement as updateEndpoint,
} from '../../contract/measurements.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Definition } from '../../contract/screens.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { actorId, changesOf, stamps } from '../kernel/rows.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { checkOperation } from '../operations/operations.service.ts';
import { evaluationOf, keptEvaluation } from './evaluation.ts';
import { dayOf } from './measurement-day.ts';
import { type MeasurementRow, measurementsRepo, type ShownRow, SORTS } from './measurements.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => measurementsRepo({ db, organization_id: ctx.organization.id });
const ofMs = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms * 1_000));

/** Names of observed people are for those who manage members, unless the organisation does without pseudonyms. */
const seesNames = (ctx: Ctx, row: ShownRow): boolean => row.pseudonymous === 0 || can(ctx, 'members:manage', row.workspace_id);

export function toMeasurement(ctx: Ctx, row: ShownRow): Measurement {
  const named = seesNames(ctx, row);
  const lanes = JSON.parse(row.lanes) as Observed[];
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    screen_id: row.screen_id,
    screen_version: row.screen_version,
    method: row.method,
    machine_id: row.machine_id,
    machine_name: row.machine_name,
    operation_id: row.operation_id,
    operation_name: row.operation_name,
    lanes: named ? lanes : lanes.map((lane) => ({ ...lane, worker_name: null })),
    state: row.state,
    started_at: ofMs(row.started_ms),
    ended_at: ofMs(row.ended_ms),
    day: row.day,
    shift: row.shift === null ? null : (JSON.parse(row.shift) as Measurement['shift']),
    observer_id: row.observer_id,
    observer_name: named || row.observer_id === actorId(ctx.actor) ? row.observer_name : null,
    consent_at: formatInstant(row.consent_at),
    note: row.note,
    tap_count: row.tap_count,
    entry_count: row.entry_count,
    conflict_count: row.conflict_count,
    seq: row.tap_count,
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    archived_at: formatInstant(row.archived_at),
  };
}

/** A row as the audit trail keeps it, without names: not everybody who reads the trail may see them. */
export function toTrail(row: MeasurementRow): Record<string, unknown> {
  const {
    machine_name: _,
    operation_name: ______,
    observer_name: __,
    pseudonymous: ___,
    finished_at: ____,
    finished_seq: _____,
    categories,
    lanes,
    shift,
    ...rest
  } = row;
  const observed = (JSON.parse(lanes) as Observed[]).map(({ worker_name, ...lane }) => ({ ...lane, named: worker_name !== null }));
  return { ...rest, categories_kept: categories !== null, lanes: observed, shift: shift === null ? null : JSON.parse(shift) };
}

/** Workspaces in which the actor may be told what a person measured, also where the organisation does with pseudonyms. */
const seesNamesIn = (ctx: Ctx, personId: string) => (personId === actorId(ctx.actor) ? 'all' : workspacesWith(ctx, 'members:manage'));

const filterOf = (
  ctx: Ctx,
  { q, method, screen_id, machine_id, operation_id, person_id, from, to, workspace_id, archived }: QueryOf<typeof countEndpoint>,
) => ({
  q,
  method,
  screen_id,
  machine_id,
  operation_id,
  person: person_id === undefined ? undefined : { id: person_id, named: seesNamesIn(ctx, person_id) },
  from,
  to,
  workspaces: readableWorkspaces(ctx, workspace_id, 'tm:read'),
  archived: archived === '1',
});

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listMeasurements(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, '-day');
  const { q } = query;
  const filter = { ...filterOf(ctx, query), state: query.state, untapped: query.untapped === '1' };
  const read = async (db: Db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row.place,
      items: (rows) => rows.map((row) => toMeasurement(ctx, row)),
      count: () => repo.count(filter),
    });
  };
  // A search reads every measurement, so it is a long read; a page by day or name reads only its own rows, and a count stops at its maximum.
  return q ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read);
}

/** How many of the list there are, in all and in each state. */
export async function countMeasurements(ctx: Ctx, query: QueryOf<typeof countEndpoint>): Promise<MeasurementCounts> {
  return ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).tally({ ...filterOf(ctx, query), untapped: false }));
}

/** A measurement on which the actor has the scope, or one of them. @throws AppError not_found */
export async function measurementWith(ctx: Ctx, db: Db, scope: Scope | readonly Scope[], id: string): Promise<MeasurementRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || ![scope].flat().some((one) => can(ctx, one, row.workspace_id))) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getMeasurement(ctx: Ctx, id: string): Promise<Measurement> {
  return ctx.db.read(ctx.organization.id, async (db) => toMeasurement(ctx, await measurementWith(ctx, db, 'tm:read', id)));
}

/** @throws AppError not_found */
export async function measurementCategories(ctx: Ctx, id: string): Promise<Evaluation> {
  return ctx.db.read(ctx.organization.id, async (db) => evaluationOf(ctx, db, await measurementWith(ctx, db, 'tm:read', id)));
}

export function changed(tx: Mutation, row: Pick<MeasurementRow, 'id' | 'workspace_id'>): void {
  tx.publish({ name: 'changed', data: { entity: 'measurements', id: row.id, workspace_id: row.workspace_id } });
}

/** The lanes of the version, with who is observed on them. */
function observedOn({ lanes }: Definition, given: readonly Observed[] = []): Observed[] {
  return lanes.map(({ id, name, kind }) => {
    const found = given.find((one) => one.id === id);
    return { id, name: found?.name || name, kind, worker: found?.worker || null, worker_name: found?.worker_name || null };
  });
}

/**
 * Opens a measurement. Repeated with the same id for the same version of a screen it answers with what stands, and whoever repeats it while
 * it runs has joined it.
 * @throws AppError forbidden, validation_failed (no such version or machine), conflict (the id is another measurement's)
 */
export async function createMeasurement(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Measurement> {
  const now = ctx.clock.now();
  return mutate(ctx, 'measurements.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const version = await repo.version(body.screen_id, body.screen_version);
    // A screen of a workspace where one may not capture doesn't exist for him.
    if (!version || !can(ctx, 'tm:capture', version.workspace_id)) {
      if (!can(ctx, 'tm:capture')) throw new AppError('forbidden');
      throw invalid('screen_id');
    }
    tx.allow(version.workspace_id);
    const id = body.id ?? ctx.ids.uuid();
    const by = actorId(ctx.actor);
    const before = body.id === undefined ? undefined : await repo.find(body.id);
    if (before) {
      if (before.screen_id !== body.screen_id || before.screen_version !== body.screen_version) throw new AppError('conflict');
      if (by !== null && before.state === 'running' && before.archived_at === null) await repo.join(id, by, now);
      tx.unchanged();
      return toMeasurement(ctx, before);
    }
    const machine = body.machine_id === undefined ? version.machine_id : body.machine_id;
    if (body.machine_id != null) await checkMachine(ctx, tx.db, body.machine_id, version.workspace_id);
    const opened = Math.floor((body.opened_at === undefined ? now : parseInstant(body.opened_at)) / 1_000);
    const { day, shift } = dayOf((await repo.calendar(version.workspace_id))!, opened);
    await repo.insert({
      ...stamps(now, by),
      id,
      workspace_id: version.workspace_id,
      name: body.name ?? version.name,
      screen_id: body.screen_id,
      screen_version: body.screen_version,
      method: version.method,
      machine_id: machine,
      lanes: JSON.stringify(observedOn(JSON.parse(version.definition) as Definition, body.lanes)),
      state: 'running',
      started_ms: null,
      ended_ms: null,
      day,
      shift: shift && JSON.stringify(shift),
      observer_id: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      consent_at: body.consent ? now : null,
      note: body.note || null,
    });
    if (by !== null) await repo.join(id, by, now);
    const row = (await repo.find(id))!;
    const after = toMeasurement(ctx, row);
    tx.audit(id, { workspaceId: row.workspace_id, after: toTrail(row) });
    changed(tx, row);
    return after;
  });
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed (no such machine, lanes that the screen doesn't have) */
export async function updateMeasurement(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Measurement> {
  const now = ctx.clock.now();
  return mutate(ctx, 'measurements.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await measurementWith(ctx, tx.db, 'tm:read', id);
    tx.allow(before.workspace_id);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toMeasurement(ctx, before) });
    const lanes = body.lanes === undefined ? undefined : changedLanes(ctx, before, body.lanes);
    const changes = changesOf<MeasurementRow, Partial<MeasurementRow>>(before, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.machine_id === undefined ? {} : { machine_id: body.machine_id }),
      ...(body.operation_id === undefined ? {} : { operation_id: body.operation_id }),
      ...(body.note === undefined ? {} : { note: body.note || null }),
      ...(lanes === undefined ? {} : { lanes: JSON.stringify(lanes) }),
      ...(body.keep_categories === undefined || body.keep_categories === (before.categories !== null)
        ? {}
        : { categories: body.keep_categories ? await keptEvaluation(ctx, tx.db, before) : null }),
      ...(body.archived === undefined ? {} : { archived_at: body.archived ? (before.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toMeasurement(ctx, before);
    }
    if (changes.machine_id != null) await checkMachine(ctx, tx.db, changes.machine_id, before.workspace_id);
    if (changes.operation_id != null) await checkOperation(ctx, tx.db, changes.operation_id, before.workspace_id);
    const stale = async () => new AppError('stale_rev', { current: toMeasurement(ctx, (await repo.find(id)) ?? before) });
    if (!(await repo.update(before, changes, { at: now, by: actorId(ctx.actor) }))) throw await stale();
    const row = (await repo.find(id))!;
    const after = toMeasurement(ctx, row);
    tx.audit(id, { workspaceId: row.workspace_id, before: toTrail(before), after: toTrail(row) });
    changed(tx, row);
    return after;
  });
}

/** Keeps the stored names when somebody who can't see them sends the lanes back without them. */
function changedLanes(ctx: Ctx, before: MeasurementRow, given: readonly Observed[]): Observed[] {
  const own = JSON.parse(before.lanes) as Observed[];
  const strange = given.findIndex(({ id }) => !own.some((lane) => lane.id === id));
  if (strange >= 0) throw invalid(`lanes.${strange}.id`);
  const named = seesNames(ctx, before);
  return own.map((lane) => {
    const found = given.find(({ id }) => id === lane.id);
    if (!found) return lane;
    const worker_name = named || found.worker_name ? found.worker_name || null : lane.worker_name;
    return { ...lane, name: found.name || lane.name, worker: found.worker || null, worker_name };
  });
}
