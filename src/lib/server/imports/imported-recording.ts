import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { ImportedRecording } from '../../contract/imports.ts';
import type { Task } from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { derivedId } from '../kernel/ids.ts';
import { createRecording, suggestLimits } from '../recordings/recordings.service.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import type { TaskRun } from '../tasks/task-kind.ts';
import type { LoggerChannel } from './import-spec.ts';

/** Its channels can't be recorded together any more, or not by whoever began the import: it would fail again. */
const REFUSED: ReadonlySet<ErrorCode> = new Set(['validation_failed', 'conflict', 'forbidden']);

/**
 * Makes the recording of an import whose readings are all stored, or finds the one that was made before: over those of its channels that have readings
 * in its time, from the first of them up to the last, with the limits that a recording of a selected time begins with.
 * @param channels of the file, in its order
 * @param span of the rows of the file, microseconds
 */
export async function recordImport(
  { ctx, id: task_id }: TaskRun,
  {
    import_id,
    wanted,
    channels,
    span,
  }: {
    import_id: string;
    wanted: Pick<ImportedRecording, 'name' | 'purpose'>;
    channels: readonly LoggerChannel[];
    span: { from: number | null; to: number | null };
  },
): Promise<NonNullable<Task['recording']>> {
  const { from, to } = span;
  if (from === null || to === null) return { id: null, failure: 'no_readings' };
  const firsts = await ctx.db.read(ctx.organization.id, async (db) => {
    const reader = readingReader({ db, organization_no: ctx.organization.no });
    const found = new Map<string, number>();
    // Of merged columns two lead to one channel. What its channel doesn't keep wasn't stored, so it is asked where the first reading is.
    for (const { id, no } of channels) {
      const [first] = await reader.range(no, { from, to: to + 1, limit: 1 });
      if (first) found.set(id, first.ts);
    }
    return found;
  });
  if (firsts.size === 0) return { id: null, failure: 'no_readings' };
  const ids = [...firsts.keys()];
  const { items } = await suggestLimits(ctx, { channels: ids.join() });
  const limits = new Map(items.map((one) => [one.channel_id, one.limits]));
  const id = derivedId(`import ${task_id}`);
  try {
    await createRecording(
      ctx,
      {
        ...wanted,
        id,
        channels: ids.map((channel_id) => ({ channel_id, limits: limits.get(channel_id) ?? null })),
        from: formatInstant(Math.min(...firsts.values())),
        // A recording ends before its end: the last reading is one of it.
        to: formatInstant(to + 1),
      },
      { import_id, task_id },
    );
    return { id, failure: null };
  } catch (error) {
    if (!(error instanceof AppError && REFUSED.has(error.code))) throw error;
    ctx.log.info({ task: task_id, err: error }, 'import not recorded');
    return { id: null, failure: 'refused' };
  }
}
