import type {
  AllowancePoints,
  AllowanceSet,
  AllowanceShares,
  createAllowanceSet as createEndpoint,
  listAllowanceSets as listEndpoint,
  updateAllowanceSet as updateEndpoint,
} from '../../contract/allowance-sets.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { columnOf, fatigueOfPoints } from '../../domain/time-study/allowance-points.ts';
import { ALLOWANCE_KINDS } from '../../domain/time-study/standard-card.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { allowanceSetsRepo, type SetRow, SORTS } from './allowance-sets.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => allowanceSetsRepo({ db, organization_id: ctx.organization.id });

const pointsOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as AllowancePoints));
const summaryOf = (points: AllowancePoints | null): AllowanceSet['versions'][number]['points'] =>
  points && { sex: points.sex, with_personal: points.with_personal, factors: points.factors };

async function shown(ctx: Ctx, db: Db, rows: readonly SetRow[]): Promise<AllowanceSet[]> {
  const versions = await repoOf(ctx, db).versionsOf(rows.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    basis: row.basis,
    shares: JSON.parse(row.shares) as AllowanceShares,
    points: pointsOf(row.points),
    version: row.version,
    to_confirm: row.to_confirm === 1,
    versions: versions
      .filter(({ set_id }) => set_id === row.id)
      .map(({ version, basis, shares, points, made_at, maker }) => ({
        version,
        basis,
        shares: JSON.parse(shares) as AllowanceShares,
        made_at: formatInstant(made_at),
        made_by: maker,
        points: summaryOf(pointsOf(points)),
      })),
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    archived_at: formatInstant(row.archived_at),
  }));
}

/** JSON in one order of keys, so that the same shares are the same text. */
function sharesText(shares: AllowanceShares): string {
  const together = ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0);
  if (together >= 1) throw invalid('shares');
  return JSON.stringify(Object.fromEntries(ALLOWANCE_KINDS.map((kind) => [kind, shares[kind]])));
}

/** Rows of the table in one order, each once. */
function checkedPoints(points: AllowancePoints): AllowancePoints {
  const keys = points.table.map(({ points: of, sex }) => `${of} ${sex}`);
  if (new Set(keys).size < keys.length) throw invalid('points.table');
  return { ...points, table: [null, 'f' as const, 'm' as const].flatMap((sex) => columnOf(points.table, sex)) };
}

/** What is stored of shares and points: with points, the share for fatigue is theirs. */
function termsOf(shares: AllowanceShares, points: AllowancePoints | null): { shares: string; points: string | null } {
  if (points === null) return { shares: sharesText(shares), points: null };
  const checked = checkedPoints(points);
  const fatigue = fatigueOfPoints(checked, shares.personal);
  if (fatigue === null) throw invalid('points.factors');
  const { table, sex, with_personal, factors } = checked;
  return { shares: sharesText({ ...shares, fatigue }), points: JSON.stringify({ table, sex, with_personal, factors }) };
}

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listAllowanceSets(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'name');
  const filter = { q: query.q, archived: query.archived === '1' };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row.place,
      items: (rows) => shown(ctx, db, rows),
      count: () => repo.count(filter),
    });
  });
}

async function one(ctx: Ctx, db: Db, id: string): Promise<{ row: SetRow; set: AllowanceSet }> {
  const row = await repoOf(ctx, db).find(id);
  if (!row) throw new AppError('not_found');
  return { row, set: (await shown(ctx, db, [row]))[0]! };
}

/** @throws AppError not_found */
export async function getAllowanceSet(ctx: Ctx, id: string): Promise<AllowanceSet> {
  return ctx.db.read(ctx.organization.id, async (db) => (await one(ctx, db, id)).set);
}

async function told(ctx: Ctx, tx: Mutation, id: string, before?: AllowanceSet): Promise<AllowanceSet> {
  const { set } = await one(ctx, tx.db, id);
  tx.audit(id, { ...(before ? { before } : {}), after: set });
  tx.publish({ name: 'changed', data: { entity: 'allowance-sets', id, workspace_id: null } });
  return set;
}

/** @throws AppError forbidden, validation_failed (`shares`: the whole day is allowance; `points`: no row of the table), conflict (the id is taken) */
export async function createAllowanceSet(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<AllowanceSet> {
  const now = ctx.clock.now();
  return mutate(ctx, 'allowance-sets.create', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(id))) {
      const first = await firstAnswer<AllowanceSet>(tx.db, ctx.organization.id, 'allowance-sets.create', id);
      if (first?.name !== body.name) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const by = actorId(ctx.actor);
    const terms = { basis: body.basis, ...termsOf(body.shares, body.points ?? null) };
    await repo.insert({ ...stamps(now, by), id, name: body.name, ...terms, to_confirm: Number(body.to_confirm ?? true), version: 1 });
    await repo.addVersion({ set_id: id, version: 1, ...terms, made_at: now, made_by: by });
    return told(ctx, tx, id);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed (`shares`) */
export async function updateAllowanceSet(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<AllowanceSet> {
  const now = ctx.clock.now();
  return mutate(ctx, 'allowance-sets.update', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    const { row, set: before } = await one(ctx, tx.db, id);
    if (row.rev !== body.rev) throw new AppError('stale_rev', { current: before });
    const changes = changesOf<SetRow, Partial<SetRow>>(row, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.basis === undefined ? {} : { basis: body.basis }),
      ...(body.shares === undefined && body.points === undefined
        ? {}
        : termsOf(body.shares ?? before.shares, body.points === undefined ? before.points : body.points)),
      ...(body.to_confirm === undefined ? {} : { to_confirm: Number(body.to_confirm) }),
      ...(body.archived === undefined ? {} : { archived_at: body.archived ? (row.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    const by = actorId(ctx.actor);
    const { basis, shares, points } = { ...row, ...changes };
    const isOther = changes.basis !== undefined || changes.shares !== undefined || changes.points !== undefined;
    const version = isOther ? row.version + 1 : row.version;
    if (!(await repo.update(row, { ...changes, version }, { at: now, by })))
      throw new AppError('stale_rev', { current: (await one(ctx, tx.db, id)).set });
    if (version !== row.version) await repo.addVersion({ set_id: id, version, basis, shares, points, made_at: now, made_by: by });
    return told(ctx, tx, id, before);
  });
}
