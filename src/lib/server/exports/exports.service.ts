import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type beginReadingsExport as beginEndpoint,
  type countExported as countEndpoint,
  EXPORT_DIRECT_READINGS,
  type exportReadings as exportEndpoint,
} from '../../contract/exports.ts';
import type { Task } from '../../contract/tasks.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import { firstAnswer } from '../kernel/rows.ts';
import { tasksRepo } from '../tasks/tasks.repo.ts';
import { queueTask } from '../tasks/tasks.service.ts';
import { formatOf, nextPart, type Progress } from './parts.ts';
import { type Plan, planOf } from './plan.ts';
import { word } from './table.ts';
import { countOf } from './walk.ts';

/** Readings of one piece of an answer. */
const PIECE = 8_000;

/** `hodnoty-2026-11-24-0830.csv`: when it was asked for, by the clock of the place. @param at microseconds */
export function fileNameOf(plan: Plan, at: number): string {
  const when = new Date(wallOf(Math.floor(at / 1_000), plan.zone)).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `${word(plan.locale, 'readings-file:file')}-${when}.${formatOf(plan).ending}`;
}

/**
 * @param ctx with a storage that reads on when the handler is done
 * @throws AppError not_found, validation_failed, too_many_rows
 */
export async function exportReadings(
  ctx: Ctx,
  { channels, locale = 'en', ...asked }: QueryOf<typeof exportEndpoint>,
): Promise<{ body: ReadableStream<Uint8Array>; mediaType: string; name: string }> {
  const plan = await planOf(ctx, { ...asked, locale, channels: channels.split(',') });
  if ((await countOf(ctx, plan, EXPORT_DIRECT_READINGS)) > EXPORT_DIRECT_READINGS) throw new AppError('too_many_rows');
  const { slices = 1 } = formatOf(plan);
  let progress: Progress | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        for (;;) {
          const part = await nextPart(ctx, plan, progress, PIECE * slices);
          progress = part.progress;
          if (part.bytes.byteLength > 0) out.enqueue(new Uint8Array(part.bytes));
          if (part.isLast) return out.close();
          // A format without a head begins with nothing.
          if (part.bytes.byteLength > 0) return;
        }
      },
    },
    // Nothing is read before somebody takes it.
    { highWaterMark: 0 },
  );
  return { body, mediaType: formatOf(plan).mediaType, name: fileNameOf(plan, ctx.clock.now()) };
}

/** @throws AppError not_found, validation_failed */
export async function countExported(
  ctx: Ctx,
  { channels, ...window }: QueryOf<typeof countEndpoint>,
): Promise<ResponseOf<typeof countEndpoint>> {
  const plan = await planOf(ctx, { ...window, channels: channels.split(','), format: 'csv', locale: 'en' });
  const count = await countOf(ctx, plan, EXPORT_DIRECT_READINGS);
  return { count, at_once: count <= EXPORT_DIRECT_READINGS };
}

/** @throws AppError not_found, validation_failed, too_many_tasks, conflict (the id is taken) */
export async function beginReadingsExport(ctx: Ctx, { id: given, ...asked }: BodyOf<typeof beginEndpoint>): Promise<Task> {
  const { actor } = ctx;
  if (actor.kind !== 'user' && actor.kind !== 'key') throw new AppError('forbidden');
  const { sources } = await planOf(ctx, asked);
  const places = new Set(sources.map(({ channel }) => channel.workspace_id));
  const workspaceId = places.size === 1 ? [...places][0]! : null;
  return mutate(ctx, 'tasks.create', async (tx) => {
    for (const place of places) {
      tx.allow(place);
      if (!can(ctx, 'dlog:read', place)) throw new AppError('forbidden');
    }
    const params = JSON.stringify(asked);
    const before = given === undefined ? undefined : await tasksRepo({ db: tx.db, organization_id: ctx.organization.id }).find(given);
    if (before) {
      const first = await firstAnswer<Task>(tx.db, ctx.organization.id, 'tasks.create', before.id);
      if (!first || before.created_by !== actor.id || before.params !== params) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const after = await queueTask(ctx, tx, { id: given ?? ctx.ids.uuid(), kind: 'readings.export', workspaceId, params });
    tx.audit(after.id, { workspaceId, after });
    tx.publish({ name: 'changed', data: { entity: 'tasks', id: after.id, workspace_id: workspaceId } });
    return after;
  });
}
