import type { QueryOf } from '../../contract/endpoint.ts';
import { ENTITIES } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { LINKED_ENTITIES, type Links, type listLinks as linksEndpoint } from '../../contract/links.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { actorId } from '../kernel/rows.ts';
import { linksRepo } from './links.repo.ts';

/** Links of one kind that are named; whether there are more is said. */
const NAMED = 5;

/**
 * What a row belongs together with, as far as the reader may open it; in two queries.
 * @throws AppError not_found for a row that he may not read
 */
export async function listLinks(ctx: Ctx, { entity, id }: QueryOf<typeof linksEndpoint>): Promise<Links> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = linksRepo({ db, organization_id: ctx.organization.id }, { entity, id });
    const row = await repo.row();
    if (!row || !can(ctx, ENTITIES[entity].read, row.workspace_id)) throw new AppError('not_found');
    const readable = LINKED_ENTITIES.filter((kind) => can(ctx, ENTITIES[kind].read, row.workspace_id));
    const rows = await repo.links(row, readable, NAMED + 1);
    // Who measured is told as names in measurements are: to those who may see names, and to each of himself.
    const named = row.pseudonymous === 0 || can(ctx, 'members:manage', row.workspace_id);
    const shown = rows.filter((link) => link.entity !== 'people' || named || link.id === actorId(ctx.actor));
    const of = (kind: (typeof LINKED_ENTITIES)[number]) => shown.filter((link) => link.entity === kind);
    return {
      items: LINKED_ENTITIES.flatMap((kind) => of(kind).slice(0, NAMED)),
      more: LINKED_ENTITIES.filter((kind) => of(kind).length > NAMED),
    };
  });
}
