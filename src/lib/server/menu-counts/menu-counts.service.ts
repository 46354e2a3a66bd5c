import type { QueryOf } from '../../contract/endpoint.ts';
import type { getMenuCounts as endpoint, MenuCounts } from '../../contract/menu-counts.ts';
import type { Ctx } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { menuCountsRepo } from './menu-counts.repo.ts';

/** What the menu counts, with the rights of the lists that it leads to. */
export async function getMenuCounts(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<MenuCounts> {
  const readable = {
    dataloggers: readableWorkspaces(ctx, query.workspace_id, 'dlog:read'),
    measurements: readableWorkspaces(ctx, query.workspace_id, 'tm:read'),
  };
  const { organization, clock } = ctx;
  const counts = await ctx.db.read(organization.id, (db) =>
    menuCountsRepo({ db, organization_id: organization.id }).read(readable, clock.now()),
  );
  return {
    dataloggers: readable.dataloggers.length === 0 ? null : counts.dataloggers,
    alarms: readable.dataloggers.length === 0 ? null : counts.alarms,
    measurements: readable.measurements.length === 0 ? null : counts.measurements,
    quarantine: readable.dataloggers.length === 0 ? null : counts.quarantine,
  };
}
