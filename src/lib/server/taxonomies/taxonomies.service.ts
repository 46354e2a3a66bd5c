import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError, type FieldError } from '../../contract/errors.ts';
import type {
  createTaxonomy as createEndpoint,
  listTaxonomies as listEndpoint,
  Taxonomy,
  updateTaxonomy as updateEndpoint,
} from '../../contract/taxonomies.ts';
import { BUILT_IN, type BuiltIn } from '../../domain/taxonomies/index.ts';
import { categoryProblems } from '../../domain/taxonomies/taxonomy-rules.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { type TaxonomyRow, taxonomiesRepo } from './taxonomies.repo.ts';

const MAX_PROBLEMS = 50;
const repoOf = (ctx: Ctx, db: Db) => taxonomiesRepo({ db, organization_id: ctx.organization.id });
const builtIn = (id: string): BuiltIn | undefined => BUILT_IN.find((one) => one.id === id);

const toTaxonomy = (row: TaxonomyRow): Taxonomy => ({
  id: row.id,
  key: row.key,
  names: JSON.parse(row.names) as Taxonomy['names'],
  to_check: row.to_check === 1,
  categories: JSON.parse(row.categories) as Taxonomy['categories'],
  rev: row.rev,
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});
/** As it came with the product. */
const untouched = (one: BuiltIn): Taxonomy => ({ ...one, categories: [...one.categories], rev: 0, updated_at: null, archived_at: null });

/** Those that come with the product, as they are in the organisation, then its own; archived ones too. */
export async function taxonomiesOf(ctx: Ctx, db: Db): Promise<Taxonomy[]> {
  const rows = (await repoOf(ctx, db).list()).map(toTaxonomy);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return [...BUILT_IN.map((one) => stored.get(one.id) ?? untouched(one)), ...rows.filter(({ id }) => !builtIn(id))];
}

export async function listTaxonomies(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const all = await ctx.db.read(ctx.organization.id, (db) => taxonomiesOf(ctx, db));
  return { items: query.archived === '1' ? all : all.filter(({ archived_at }) => archived_at === null) };
}

/** @throws AppError validation_failed */
function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('validation_failed', { errors: errors.slice(0, MAX_PROBLEMS) });
}

const columnsOf = ({ names, categories }: Pick<Taxonomy, 'names' | 'categories'>) => ({
  names: JSON.stringify(names),
  categories: JSON.stringify(categories),
});

/** What a body says of the words. */
const given = ({ names, categories }: Partial<Pick<Taxonomy, 'names' | 'categories'>>) => ({
  ...(names && { names }),
  ...(categories && { categories }),
});

function changed(tx: Mutation, id: string): void {
  tx.publish({ name: 'changed', data: { entity: 'taxonomies', id, workspace_id: null } });
}

/**
 * Creates a taxonomy. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (see taxonomy-rules.ts), conflict (the id is taken by something else)
 */
export async function createTaxonomy(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Taxonomy> {
  return mutate(ctx, 'taxonomies.create', async (tx) => {
    tx.allow(null);
    refuse(categoryProblems(body.categories));
    const repo = repoOf(ctx, tx.db);
    const id = body.id ?? ctx.ids.uuid();
    const columns = columnsOf(body);
    const row = { ...stamps(ctx.clock.now(), actorId(ctx.actor)), ...columns, id, key: null, to_check: 0 };
    if (builtIn(id)) throw new AppError('conflict');
    if (!(await repo.insert(row))) {
      const first = await firstAnswer<Taxonomy>(tx.db, ctx.organization.id, 'taxonomies.create', id);
      if (!first || Object.keys(changesOf(columnsOf(first), columns)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const after = toTaxonomy((await repo.find(id))!);
    tx.audit(id, { after });
    changed(tx, id);
    return after;
  });
}

/** Codes that the change takes away while activities stand under them. */
async function lostCodes(ctx: Ctx, db: Db, before: Taxonomy, categories: Taxonomy['categories']): Promise<FieldError[]> {
  const kept = new Set(categories.map(({ code }) => code));
  const gone = before.categories.filter(({ code }) => !kept.has(code));
  if (gone.length === 0) return [];
  const used = await repoOf(ctx, db).usedCodes(before.id);
  return gone.filter(({ code }) => used.has(code)).map(({ code }) => ({ path: 'categories', code: 'used', params: { category: code } }));
}

/**
 * Changes or archives a taxonomy; one that came with the product gets a row of its own then, from `rev` 0.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (see taxonomy-rules.ts; `used`: activities stand under a category that goes)
 */
export async function updateTaxonomy(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Taxonomy> {
  const now = ctx.clock.now();
  return mutate(ctx, 'taxonomies.update', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    const product = builtIn(id);
    const row = await repo.find(id);
    if (!row && !product) throw new AppError('not_found');
    const before = row ? toTaxonomy(row) : untouched(product!);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: before });
    if (body.categories) refuse([...categoryProblems(body.categories), ...(await lostCodes(ctx, tx.db, before, body.categories))]);
    const was = { ...columnsOf(before), to_check: Number(before.to_check), archived_at: row?.archived_at ?? null };
    const changes = changesOf(was, {
      ...columnsOf({ ...before, ...given(body) }),
      to_check: Number(body.to_check ?? before.to_check),
      archived_at: body.archived === undefined ? was.archived_at : body.archived ? (was.archived_at ?? now) : null,
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    const by = actorId(ctx.actor);
    const done = row
      ? await repo.update(id, body.rev, changes, { at: now, by })
      : await repo.insert({ ...stamps(now, by), ...was, ...changes, id, key: product!.key });
    const after = toTaxonomy((await repo.find(id))!);
    if (!done) throw new AppError('stale_rev', { current: after });
    tx.audit(id, { before, after });
    changed(tx, id);
    return after;
  });
}
