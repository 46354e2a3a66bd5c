import type { QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { listPeople as listEndpoint, Person } from '../../contract/people.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import type { Verb } from '../kernel/verbs.ts';
import { type PersonRow, peopleRepo, SORTS } from './people.repo.ts';
import { roleSetOf } from './role-set.ts';

export const repoOf = (ctx: Ctx, db: Db) => peopleRepo({ db, organization_id: ctx.organization.id, dialect: ctx.db.dialect });

/** `mutate` for what decides who may do what: such writes go one after another, each with the rights that the one before left. */
export const mutatePeople = <T>(ctx: Ctx, verb: Verb, work: (tx: Mutation) => Promise<T>): Promise<T> =>
  mutate(ctx, verb, work, (db) => repoOf(ctx, db).lock());

/** E-mails are for those who manage members, of whatever workspace. */
const seesEmail = (ctx: Ctx) => can(ctx, 'members:manage');

/** @param email whether the reader may know it */
export function toPerson(row: PersonRow, email: boolean): Person {
  const roles = (JSON.parse(row.roles) as [string | null, string][]).map(([workspace_id, role]) => ({ workspace_id, role }));
  return {
    id: row.id,
    name: row.name,
    email: email ? row.email : null,
    avatar: row.avatar_hash,
    roles: roleSetOf(roles),
    last_active_at: formatInstant(row.last_active_at),
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    deactivated_at: formatInstant(row.archived_at),
  };
}

/**
 * Who reads the organisation sees everybody; who reads workspaces only sees the people of these and those with a role of the organisation.
 * @throws AppError validation_failed for an unknown sort or a damaged cursor
 */
export async function listPeople(
  ctx: Ctx,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ items: Person[]; next_cursor: string | null; total?: number }> {
  const page = pageAsked(query, SORTS, 'name');
  const email = seesEmail(ctx);
  const filter = {
    q: query.q?.trim(),
    email,
    visible: readableWorkspaces(ctx, undefined, 'org:read'),
    workspace: query.workspace_id,
    role: query.role,
    state: query.state ?? 'active',
  };
  // Nobody learns from an empty answer whether a workspace that he doesn't see exists.
  if (query.workspace_id !== undefined && !can(ctx, 'org:read', query.workspace_id))
    return { items: [], next_cursor: null, ...(query.count ? { total: 0 } : {}) };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => (page.sort === 'name' ? row.name_key : row[page.sort]),
      items: (rows) => rows.map((row) => toPerson(row, email)),
      count: () => repo.count(filter),
    });
  });
}

/** Active people by a part of their name, or of their e-mail where the reader may know it, as {@link listPeople} would list them. */
export async function findPeople(ctx: Ctx, db: Db, q: string, limit: number): Promise<Person[]> {
  const email = seesEmail(ctx);
  const filter = { q: q.trim(), email, visible: readableWorkspaces(ctx, undefined, 'org:read'), state: 'active' as const };
  const rows = await repoOf(ctx, db).list(filter, { sort: 'name', descending: false, cursor: null, limit });
  return rows.map((row) => toPerson(row, email));
}

/** @throws AppError not_found */
export async function getPerson(ctx: Ctx, id: string): Promise<Person> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id, readableWorkspaces(ctx, undefined, 'org:read')));
  if (!row) throw new AppError('not_found');
  return toPerson(row, seesEmail(ctx));
}
