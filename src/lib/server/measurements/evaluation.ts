import type { ActivityFace } from '../../contract/activities.ts';
import type { Evaluation } from '../../contract/measurements.ts';
import { VALUE_ID } from '../../domain/taxonomies/index.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { taxonomiesOf } from '../taxonomies/taxonomies.service.ts';
import { type MeasurementRow, measurementsRepo } from './measurements.repo.ts';

/** How the activities of a measurement are sorted: as today, or as they were when somebody kept it (decision 0013). */
export async function evaluationOf(
  ctx: Ctx,
  db: Db,
  row: Pick<MeasurementRow, 'screen_id' | 'screen_version' | 'categories'>,
): Promise<Evaluation> {
  if (row.categories !== null) return JSON.parse(row.categories) as Evaluation;
  const repo = measurementsRepo({ db, organization_id: ctx.organization.id });
  const version = (await repo.version(row.screen_id, row.screen_version))!;
  const faces = JSON.parse(version.activities) as ActivityFace[];
  const present = await repo.presentCategories(faces.map(({ id }) => id));
  const activities = Object.fromEntries(faces.map(({ id, categories }) => [id, present.get(id) ?? categories]));
  const used = new Set([VALUE_ID, ...Object.values(activities).flatMap((one) => Object.keys(one))]);
  const taxonomies = (await taxonomiesOf(ctx, db))
    .filter(({ id, archived_at }) => archived_at === null && used.has(id))
    .map(({ id, key, names, categories }) => ({ id, key, names, categories }));
  return { kept_at: null, taxonomies, activities };
}

/** What is kept so that later changes of the catalogue leave the figures alone. */
export async function keptEvaluation(ctx: Ctx, db: Db, row: MeasurementRow): Promise<string> {
  return JSON.stringify({ ...(await evaluationOf(ctx, db, row)), kept_at: formatInstant(ctx.clock.now()) });
}
