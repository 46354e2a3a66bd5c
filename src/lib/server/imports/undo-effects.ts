import { AppError } from '../../contract/errors.ts';
import type { ReparseEffects } from '../../contract/received-data.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { longRead } from '../kernel/long-read.ts';
import { effectsIn, type Span } from '../received-data/reparse-effects.ts';
import type { ReparseParams } from '../received-data/reparse-task.ts';
import type { TaskRow } from '../tasks/tasks.repo.ts';
import { undoableTask } from '../tasks/tasks.service.ts';
import type { ImportParams } from './imports.service.ts';
import { MOST_CHANGES, undoEffectsRepo } from './undo-effects.repo.ts';

interface Touched {
  spans: Map<string, Span>;
  isShortened: boolean;
}
const over = (ids: readonly string[], span: Span | null, isShortened = false): Touched => ({
  spans: new Map(span ? ids.map((id) => [id, span]) : []),
  isShortened,
});

/**
 * Times of channels whose readings a task of the kind may have changed; rather too much than too little.
 * Of messages read again: all channels of their logger, from the first to the last moment that they say or said.
 * Of a file: its channels, over its times. Of merged channels: all that both have.
 */
const TOUCHED: Partial<Record<string, (repo: ReturnType<typeof undoEffectsRepo>, row: TaskRow, now: number) => Promise<Touched>>> = {
  async 'received-data.reparse'(repo, { id, params }) {
    const { datalogger_id } = JSON.parse(params) as ReparseParams;
    const { span, count } = await repo.changed(id);
    return over(await repo.channels(datalogger_id), span, count > MOST_CHANGES);
  },
  async 'imports.run'(repo, { params, created_at, ended_at }, now) {
    const { about, settings } = JSON.parse(params) as ImportParams;
    const keys = settings.columns.map(({ key }) => key);
    const span = await repo.imported(about.datalogger_id, { from: created_at, to: ended_at ?? now });
    return over(await repo.channels(about.datalogger_id, keys), span);
  },
  async 'channels.merge'(_, { params }, now) {
    const { channel_id, into } = JSON.parse(params) as { channel_id: string; into: string };
    return over([channel_id, into], { from: 0, to: now });
  },
};

/**
 * What else changes when a task is undone: alarms and recordings in the times of the channels that it changed.
 * @throws AppError not_found, forbidden, conflict (there is nothing to undo), over_read_budget, read_too_long
 */
export async function undoEffects(ctx: Ctx, id: string): Promise<ReparseEffects> {
  const organization_id = ctx.organization.id;
  const row = await ctx.db.read(organization_id, (db) => undoableTask(ctx, db, id));
  const touched = TOUCHED[row.kind];
  if (!touched) throw new AppError('conflict');
  return longRead(ctx, async (db: Db) => {
    const { spans, isShortened } = await touched(undoEffectsRepo({ db, organization_id }), row, ctx.clock.now());
    const effects = await effectsIn(ctx, db, spans);
    return { ...effects, is_shortened: effects.is_shortened || isShortened };
  });
}
