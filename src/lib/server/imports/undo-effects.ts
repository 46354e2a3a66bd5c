import { AppError } from '../../contract/errors.ts';
import type { ReparseEffects } from '../../contract/received-data.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { longRead } from '../kernel/long-read.ts';
import type { Aimed } from '../received-data/change-messages.ts';
import { foretell } from '../received-data/foretell.ts';
import { effectsIn, type Span } from '../received-data/reparse-effects.ts';
import { type ReparseParams, restored } from '../received-data/reparse-task.ts';
import { storedMessagesRepo } from '../received-data/stored-messages.repo.ts';
import type { TaskRow } from '../tasks/tasks.repo.ts';
import { undoableTask } from '../tasks/tasks.service.ts';
import { partId } from './import-task.ts';
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

/** What an undo makes of which messages of which logger; a kind that isn't here tells of alarms only how many there are. */
const AIMED: Partial<Record<string, (ctx: Ctx, row: TaskRow) => { dataloggerId: string; aims: AsyncIterable<Aimed[]> }>> = {
  'received-data.reparse': (ctx, { id, params }) => ({
    dataloggerId: (JSON.parse(params) as ReparseParams).datalogger_id,
    aims: putBack(ctx, id),
  }),
  'imports.run': (ctx, { id, params, created_at }) => ({
    dataloggerId: (JSON.parse(params) as ImportParams).about.datalogger_id,
    aims: takenBack(ctx, { id, createdAt: created_at }),
  }),
};
const AT_ONCE = 20;

async function* putBack(ctx: Ctx, taskId: string): AsyncGenerator<Aimed[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const { changes, rows } = await ctx.db.read(ctx.organization.id, async (db) => {
      const repo = storedMessagesRepo({ db, organization_id: ctx.organization.id });
      const changes = await repo.changes(taskId, from, AT_ONCE);
      return { changes, rows: await repo.bodiesOf(changes) };
    });
    yield restored(changes, rows);
    after = changes.length < AT_ONCE ? undefined : changes.at(-1)?.received_data_id;
  }
}

async function* takenBack(ctx: Ctx, task: Parameters<typeof partId>[0]): AsyncGenerator<Aimed[]> {
  for (let part = 0, isLast = false; !isLast; part += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, n) => partId(task, part + n));
    const messages = await ctx.db.read(ctx.organization.id, (db) =>
      storedMessagesRepo({ db, organization_id: ctx.organization.id }).bodies(ids),
    );
    isLast = messages.length < AT_ONCE;
    yield messages.map((message) => ({ message, aim: { kind: 'withdraw' as const } }));
  }
}

/**
 * What else changes when a task is undone: alarms and recordings in the times of the channels that it changed, and what becomes of the alarms.
 * @throws AppError not_found, forbidden, conflict (there is nothing to undo), over_read_budget, read_too_long
 */
export async function undoEffects(ctx: Ctx, id: string): Promise<ReparseEffects> {
  const organization_id = ctx.organization.id;
  const row = await ctx.db.read(organization_id, (db) => undoableTask(ctx, db, id));
  const touched = TOUCHED[row.kind];
  if (!touched) throw new AppError('conflict');
  const { effects, watched, logger, aims } = await longRead(ctx, async (db: Db) => {
    const { spans, isShortened } = await touched(undoEffectsRepo({ db, organization_id }), row, ctx.clock.now());
    const { effects, watched } = await effectsIn(ctx, db, spans);
    const { dataloggerId, aims } = AIMED[row.kind]?.(ctx, row) ?? {};
    const logger = dataloggerId === undefined ? undefined : await storedMessagesRepo({ db, organization_id }).logger(dataloggerId);
    return { effects: { ...effects, is_shortened: effects.is_shortened || isShortened }, watched, logger, aims };
  });
  return { ...effects, foretold: logger && aims ? await foretell(ctx, { logger, watched, aims }) : null };
}
