import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Observed } from '../../contract/measurements.ts';
import type { listPanels as listEndpoint, Panel } from '../../contract/screens.ts';
import type { Words } from '../../contract/taxonomies.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { definitionOf, facesOf, repoOf } from './screens.service.ts';

/** More would be no choice any more. */
const JOINABLE = 20;

export async function listPanels(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const workspaces = readableWorkspaces(ctx, query.workspace_id, 'tm:capture');
  return { items: await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).listPanels(workspaces)) };
}

/** The newest version under the name that the screen has now. @throws AppError not_found */
export async function getPanel(ctx: Ctx, id: string): Promise<Panel> {
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).findPanel(id, JOINABLE));
  const [row] = rows;
  if (!row || !can(ctx, 'tm:capture', row.workspace_id)) throw new AppError('not_found');
  const consent = row.consent_text === null ? null : (JSON.parse(row.consent_text) as Words);
  return {
    screen_id: row.id,
    version: row.version,
    name: row.name,
    method: row.method,
    definition: definitionOf(row.definition),
    activities: facesOf(row.activities),
    published_at: formatInstant(row.published_at),
    workspace_id: row.workspace_id,
    machine_id: row.machine_id,
    machine_name: row.machine_name,
    time_zone: row.time_zone,
    running: rows.flatMap(({ running_id, running_name, running_lanes, running_started }) =>
      running_id === null
        ? []
        : {
            id: running_id,
            name: running_name ?? '',
            workers: (JSON.parse(running_lanes ?? '[]') as Observed[]).flatMap(({ worker }) => worker ?? []),
            started_at: running_started === null ? null : formatInstant(running_started * 1_000),
          },
    ),
    consent_text: consent?.[row.locale as keyof Words] || null,
  };
}
