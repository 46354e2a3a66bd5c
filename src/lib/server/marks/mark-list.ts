import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { listAllMarks as listEndpoint } from '../../contract/mark-lists.ts';
import { typesOf } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { listed, momentAsked, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { MARK_SORTS, marksRepo } from './marks.repo.ts';
import { toMark } from './marks.service.ts';

/** Marks of all loggers that the actor reads. @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listAllMarks(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, MARK_SORTS, '-from');
  const filter = {
    workspaces: readableWorkspaces(ctx, query.workspace_id),
    q: query.q?.trim(),
    id: query.mark_id,
    kind: query.kind,
    standing: query.standing,
    from: momentAsked(query, 'from'),
    to: momentAsked(query, 'to'),
  };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = marksRepo({ db, organization_id: ctx.organization.id });
    return listed(query, page, await repo.page(filter, page), {
      place: (row) => (page.sort === 'from' ? row.from_ts : row.created_at),
      async items(rows) {
        const types = await typesOf(ctx, db, rows);
        return rows.map((row) => ({ ...toMark(row, types), datalogger_name: row.datalogger_name }));
      },
      count: () => repo.countAll(filter),
    });
  });
}
