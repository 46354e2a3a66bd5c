import { AppError } from '../../contract/errors.ts';
import type { ReadingChanges, Reparse } from '../../contract/received-data.ts';
import { parseQueryInstant } from '../../domain/time/instant.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { longRead } from '../kernel/long-read.ts';
import type { AlarmChange } from '../kernel/reading-store.ts';
import { outcomeOf } from '../readings/key-state.ts';
import type { Slice, TaskKind, TaskRun } from '../tasks/task-kind.ts';
import {
  type Aim,
  type Aimed,
  type Counts,
  type Ground,
  groundOf,
  othersOf,
  type Plan,
  planOf,
  type Tally,
  writePart,
} from './change-messages.ts';
import { makeChannels } from './make-channels.ts';
import { Pace } from './pace.ts';
import { type After, type Filter, receivedDataRepo } from './received-data.repo.ts';
import { type DecodersOf, decodedBy, decodersOf, presentDecoder } from './sayings.ts';
import { type MessageState, STATE, type StoredMessage, stateOf, storedMessagesRepo } from './stored-messages.repo.ts';

/** Keys that one transaction changes at most. */
const KEYS_OF_SLICE = 500;
/** Messages that are in memory at once. */
const MESSAGES_OF_SLICE = 50;
/** Open pages hear of what changed at most this often, microseconds, and at the end. */
const TOLD_EVERY_US = 2_000_000;

/** What a task of this kind works on. */
export type ReparseParams = Reparse & { datalogger_id: string };

export interface Cursor {
  after: After;
  /** Statements of the message behind `after` that are done already. */
  offset: number;
  /** What they came to. */
  counted: Counts;
  done: number;
  total: number | null;
  changes: ReadingChanges;
  /** Messages whose bodies can't be read. */
  damaged?: number;
  /** Numbers of channels whose readings changed since open pages were told last. */
  touched: number[];
  /** When they were told last, microseconds. */
  told?: number;
}

const NOTHING: Counts = { new: 0, duplicate: 0, replaced: 0 };
const BEGINNING: Cursor = {
  after: null,
  offset: 0,
  counted: NOTHING,
  done: 0,
  total: null,
  changes: { new: 0, changed: 0, gone: 0, unchanged: 0 },
  touched: [],
};

/** What is learned of the time of slices serves all tasks of a kind. */
export const paceOfSlices = (most = KEYS_OF_SLICE): Pace => new Pace(most);

/**
 * Reads stored messages of one logger again, or takes back what they gave. Each slice is a transaction of as many keys as its time allows; a
 * long message takes several.
 */
export const reparseReceivedData = (decoders: DecodersOf = decodersOf, pace = paceOfSlices()): TaskKind<Cursor> => ({
  version: 1,
  async step(run, given) {
    const params = run.params as ReparseParams;
    const { ctx } = run;
    const logger = await loggerOf(ctx, params.datalogger_id);
    const find = decoders(ctx.db, ctx.organization.id);
    const cursor = given ?? { ...BEGINNING, total: await countOf(ctx, params, run.createdAt) };
    const filter = filterOf(ctx, params, run.createdAt);
    const { messages, after } = await ctx.db.read(ctx.organization.id, (db) =>
      storedMessagesRepo({ db, organization_id: ctx.organization.id }).list(filter, cursor.after, MESSAGES_OF_SLICE),
    );
    const aim = aimOf(params);
    const groundNow = () => ctx.db.read(ctx.organization.id, (db) => groundOf(ctx, db, logger, find));
    let ground = await groundNow();
    if (aim.kind === 'read') {
      const decoded = await Promise.all(
        messages
          .filter(({ damaged }) => !damaged)
          .map((message) => decodedBy(message, aim.decoder ?? presentDecoder(logger, message), find)),
      );
      if (await makeChannels(ctx, logger, decoded, ground.channels)) ground = await groundNow();
    }
    const aims = messages.map((message) => ({ message, aim }));
    return sliceOf(run, cursor, aims, ground, { pace, last: after === null });
  },
  async undo(run, given) {
    const params = run.params as ReparseParams;
    const { ctx } = run;
    const organization_id = ctx.organization.id;
    const logger = await loggerOf(ctx, params.datalogger_id);
    const find = decoders(ctx.db, ctx.organization.id);
    const found = await ctx.db.read(organization_id, async (db) => {
      const repo = storedMessagesRepo({ db, organization_id });
      const changes = await repo.changes(run.id, given?.after?.id ?? '', MESSAGES_OF_SLICE);
      return { total: given?.total ?? (await repo.countChanges(run.id)), changes, rows: await repo.bodiesOf(changes) };
    });
    const aims = restored(found.changes, found.rows, given !== null && given.offset > 0);
    const cursor = given ?? { ...BEGINNING, total: found.total };
    const ground = await ctx.db.read(organization_id, (db) => groundOf(ctx, db, logger, find));
    const last = found.changes.length < MESSAGES_OF_SLICE;
    const end = found.changes.at(-1)?.received_data_id;
    return sliceOf(run, cursor, aims, ground, { pace, last, end, undoing: true });
  },
});

/**
 * Takes back what messages of one logger gave, for the undo of the task that stored them.
 * @param ids of the next messages behind the cursor; where there are fewer messages than ids, they are the last
 * @throws AppError not_found, forbidden
 */
export async function takeBack(
  run: TaskRun,
  given: Cursor | null,
  dataloggerId: string,
  { ids, decoders, pace }: { ids: readonly string[]; decoders: DecodersOf; pace: Pace },
): Promise<Slice<Cursor>> {
  const { ctx } = run;
  const organization_id = ctx.organization.id;
  const logger = await loggerOf(ctx, dataloggerId);
  const { rows, ground } = await ctx.db.read(organization_id, async (db) => ({
    rows: new Map((await storedMessagesRepo({ db, organization_id }).bodies(ids)).map((row) => [row.id, row])),
    ground: await groundOf(ctx, db, logger, decoders(ctx.db, organization_id)),
  }));
  const aims = ids.flatMap((id) => {
    const message = rows.get(id);
    return message ? [{ message, aim: { kind: 'withdraw' as const } }] : [];
  });
  return sliceOf(run, given ?? BEGINNING, aims, ground, { pace, last: aims.length < ids.length });
}

export const aimOf = ({ withdraw, decoder }: ReparseParams): Aim => (withdraw ? { kind: 'withdraw' } : { kind: 'read', decoder });

/**
 * Messages that a task changed, to be put as they were.
 * @param isHalf the first of them is half undone already
 */
export function restored(
  changes: readonly { received_data_id: string; before: string; after: string }[],
  rows: ReadonlyMap<string, StoredMessage>,
  isHalf = false,
): Aimed[] {
  return changes.flatMap(({ received_data_id, before, after }) => {
    const message = rows.get(received_data_id);
    // Gone, or changed by somebody else since: it stays as it is.
    if (!message || !isAs(message, after, isHalf ? before : null)) return [];
    return [{ message, aim: { kind: 'restore' as const, state: JSON.parse(before) as MessageState } }];
  });
}

/** Is the message as the task left it (or, half undone, as it was before)? */
function isAs(message: StoredMessage, after: string, before: string | null): boolean {
  return [after, before].some((text) => {
    if (text === null) return false;
    const { decoder, withdrawn_at } = JSON.parse(text) as MessageState;
    return message.decoder === decoder && message.withdrawn_at === withdrawn_at;
  });
}

/** @throws AppError not_found, forbidden */
async function loggerOf(ctx: Ctx, id: string) {
  const logger = await ctx.db.read(ctx.organization.id, (db) =>
    storedMessagesRepo({ db, organization_id: ctx.organization.id }).logger(id),
  );
  if (!logger) throw new AppError('not_found');
  if (!can(ctx, 'dlog:write', logger.workspace_id)) throw new AppError('forbidden');
  return logger;
}

export function filterOf(
  ctx: Ctx,
  params: Pick<ReparseParams, 'id' | 'datalogger_id' | 'ids' | 'from' | 'to' | 'status' | 'door' | 'topic' | 'warned'>,
  before: number,
): Filter {
  return {
    id: params.id,
    ids: params.ids?.split(','),
    workspaces: 'all',
    datalogger: { org_no: ctx.organization.no, id: params.datalogger_id },
    status: params.status,
    door: params.door,
    topic: params.topic,
    warned: params.warned,
    from: params.from === undefined ? undefined : parseQueryInstant(params.from),
    // What comes meanwhile is read as the logger's messages are.
    to: Math.min(params.to === undefined ? before : parseQueryInstant(params.to), before),
  };
}

/** Null where counting takes too long. */
export async function countOf(ctx: Ctx, params: ReparseParams, before: number): Promise<number | null> {
  const filter = filterOf(ctx, params, before);
  const count = longRead(ctx, (db) => receivedDataRepo({ db, organization_id: ctx.organization.id }).countAll(filter));
  return count.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'read_too_long') return null;
    throw error;
  });
}

/** The next part of the messages as a slice of the task. */
async function sliceOf(
  run: TaskRun,
  cursor: Cursor,
  aims: Aimed[],
  ground: Ground,
  { pace, last, end, undoing = false }: { pace: Pace; last: boolean; end?: string | undefined; undoing?: boolean },
): Promise<Slice<Cursor>> {
  const { ctx } = run;
  const { offset } = cursor;
  const keysOfSlice = pace.keys;
  let begun = 0;
  const { plans, looked } = await planned(run, aims, ground, { offset, keysOfSlice, undoing });
  const whole = plans.flatMap(({ statements }) => statements).slice(offset);
  const statements = whole.slice(0, keysOfSlice);
  // Only a message that is alone in its part may be longer than it.
  const unfinished = statements.length < whole.length;
  const part = { plans, statements };
  const others = await othersOf(ctx, part, ground);
  const isEnd = !unfinished && looked === aims.length;
  const isFinished = isEnd && last;
  const reached = aims[looked - 1]?.message;
  const next: Cursor = {
    ...cursor,
    offset: unfinished ? offset + statements.length : 0,
    done: cursor.done + (unfinished ? 0 : looked),
    damaged: (cursor.damaged ?? 0) + aims.slice(0, looked).filter(({ message }) => message.damaged).length,
    changes: { ...cursor.changes },
  };
  // What was passed over on undoing isn't among the messages.
  if (isEnd && end !== undefined) next.after = { received_at: 0, id: end };
  else if (!unfinished && reached) next.after = { received_at: reached.received_at, id: reached.id };
  const learn = () => pace.took(statements.length, performance.now() - begun);
  const slice: Slice<Cursor> = {
    cursor: next,
    done: next.done,
    total: cursor.total,
    committed: learn,
    async write(db) {
      begun = performance.now();
      const { keys, tallies, spans, alarms } = await writePart(ctx, db, part, others);
      const repo = storedMessagesRepo({ db, organization_id: ctx.organization.id });
      for (const [i, plan] of plans.entries()) {
        const goesOn = i === 0 && offset > 0;
        const tally = added(tallies.get(plan.message.id)!, goesOn ? cursor.counted : NOTHING);
        next.counted = unfinished ? tally : NOTHING;
        if (!tally.changed && !unfinished && !goesOn && isSame(plan)) continue;
        if (!undoing && !goesOn)
          await repo.keepChange({
            task_id: run.id,
            received_data_id: plan.message.id,
            before: JSON.stringify(stateOf(plan.message)),
            after: JSON.stringify(plan.next),
          });
        await repo.rewrite(plan.message.no, { ...plan.next, ...countsOf(aims[0]!.aim, plan, tally, unfinished) });
      }
      for (const { before, now } of keys.all()) next.changes[outcomeOf(before, now)] += 1;
      const touched = new Set([...cursor.touched, ...spans.map(({ channelNo }) => channelNo)]);
      const now = ctx.clock.now();
      slice.committed = () => {
        learn();
        tellAlarms(ctx, alarms);
      };
      const isDue = now - (cursor.told ?? 0) >= TOLD_EVERY_US;
      next.touched = isDue || isFinished ? [] : [...touched];
      if (!isDue && !isFinished) return;
      next.told = now;
      slice.committed = () => {
        learn();
        tellAlarms(ctx, alarms);
        tell(ctx, touched, ground);
      };
    },
  };
  if (isFinished) {
    slice.finished = { result: { changes: next.changes, damaged: next.damaged ?? 0 } };
    slice.total = next.done;
  }
  return slice;
}

/** Plans of as many of the messages as one part takes, and how many were looked at for it. */
async function planned(
  run: TaskRun,
  aims: Aimed[],
  ground: Ground,
  { offset, keysOfSlice, undoing }: { offset: number; keysOfSlice: number; undoing: boolean },
): Promise<{ plans: Plan[]; looked: number }> {
  const plans: Plan[] = [];
  let keys = 0;
  let looked = 0;
  for (const { message, aim } of aims) {
    const goesOn = looked === 0 && offset > 0;
    const plan = await planOf(message, aim, ground, run.createdAt, goesOn ? await stateBefore(run, message, undoing) : undefined);
    const left = (plan?.statements.length ?? 0) - (goesOn ? offset : 0);
    if (looked > 0 && keys + left > keysOfSlice) break;
    looked += 1;
    if (plan) plans.push(plan);
    keys += left;
  }
  return { plans, looked };
}

/** What a message was before the task began with it; its row says already what it is to be. */
async function stateBefore({ ctx, id }: TaskRun, message: StoredMessage, undoing: boolean): Promise<MessageState> {
  const organization_id = ctx.organization.id;
  const change = await ctx.db.read(organization_id, (db) => storedMessagesRepo({ db, organization_id }).change(id, message.id));
  if (!change) throw new Error(`task ${id} goes on with a message that it never began`);
  return JSON.parse(undoing ? change.after : change.before) as MessageState;
}

const added = (tally: Tally, before: Counts): Tally => ({
  new: tally.new + before.new,
  duplicate: tally.duplicate + before.duplicate,
  replaced: tally.replaced + before.replaced,
  changed: tally.changed,
});

/** Is the row to be what it is, but for what is counted? */
const isSame = ({ message, next }: Plan): boolean =>
  STATE.every((column) => column === 'duplicate' || column === 'new' || column === 'replaced' || message[column] === next[column]);

/** A message that said again what was there must be known for one, also before all of it is looked at. */
function countsOf({ kind }: Aim, { next }: Plan, tally: Counts, unfinished: boolean): Partial<Counts> {
  const atLeast = unfinished ? 1 : 0;
  if (kind === 'withdraw') return {};
  if (kind === 'restore') return { duplicate: Math.max(next.duplicate, tally.duplicate, atLeast) };
  return { new: tally.new, replaced: tally.replaced, duplicate: Math.max(tally.duplicate, atLeast) };
}

function tellAlarms({ bus, organization }: Ctx, alarms: readonly AlarmChange[]): void {
  for (const alarm of alarms) bus.publish(organization.id, { name: 'changed', data: { entity: 'alarms', ...alarm } });
}

/** Open pages read the channels, their charts and the list of messages anew. */
function tell({ bus, organization }: Ctx, touched: ReadonlySet<number>, { channels, logger }: Ground): void {
  const about = { workspace_id: logger.workspace_id, datalogger_id: logger.id };
  for (const { id, no } of channels.values())
    if (touched.has(no))
      bus.publish(organization.id, {
        name: 'changed',
        data: { entity: 'channels', id, ...about },
      });
  bus.publish(organization.id, { name: 'changed', data: { entity: 'received-data', id: logger.id, ...about } });
}
