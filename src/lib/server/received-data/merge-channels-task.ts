import { AppError } from '../../contract/errors.ts';
import type { ReadingChanges } from '../../contract/received-data.ts';
import type { Task } from '../../contract/tasks.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { actorId } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { applyChange, Keys, lockChannels, type Statement } from '../readings/apply-change.ts';
import { type KeyState, outcomeOf, type Record } from '../readings/key-state.ts';
import { readingsRepo } from '../readings/readings.repo.ts';
import type { Slice, TaskKind, TaskRun } from '../tasks/task-kind.ts';
import { mergeChannelsRepo } from './merge-channels.repo.ts';
import type { After } from './received-data.repo.ts';
import { type DecodersOf, decodersOf, type FindDecoder, presentSayings, type SayingChannel } from './sayings.ts';
import { type StoredMessage, storedMessagesRepo } from './stored-messages.repo.ts';

/** Moments that one transaction changes: what loggers send meanwhile waits no longer than that. */
const MOMENTS_OF_SLICE = 250;
const MESSAGES_OF_SLICE = 50;

/** What a task of this kind works on. */
export interface MergeParams {
  channel_id: string;
  into: string;
  /** Of the merged channel before it was. */
  archived_at: number | null;
  merged: Task['merged'];
}

/**
 * `messages`: those of the merged channel's logger say of both channels what they say now. `rest`: readings that no message says any more, since it
 * was deleted or belongs to another logger; they stay where they are beside their copy, and so are known when the merge is taken back.
 */
interface Cursor {
  phase: 'messages' | 'rest';
  after: After;
  /** Moments of the message behind `after` that are done already. */
  offset: number;
  moment: number;
  done: number;
  changes: ReadingChanges;
}

const beginning = (phase: Cursor['phase']): Cursor => ({
  phase,
  after: null,
  offset: 0,
  moment: Number.MIN_SAFE_INTEGER,
  done: 0,
  changes: { new: 0, changed: 0, gone: 0, unchanged: 0 },
});

interface Pair {
  from: Row<'channels'>;
  into: Row<'channels'>;
}

/** Gives the readings of a channel to the one that took it in; whoever says them keeps saying them there. */
export const mergeChannels = (decoders: DecodersOf = decodersOf): TaskKind<Cursor> => ({
  version: 1,
  async step(run, given) {
    const cursor = given ?? beginning('messages');
    const pair = await pairOf(run);
    if (cursor.phase === 'rest') return restSlice(run, pair, cursor, false);
    return messagesSlice(run, pair, cursor, decoders(run.ctx.db, run.ctx.organization.id), false);
  },
  /** First what was copied without a message, then the messages, whose key leads to its own channel again. */
  async undo(run, given) {
    const cursor = given ?? beginning('rest');
    const pair = await pairOf(run);
    if (cursor.phase === 'rest') return restSlice(run, pair, cursor, true);
    return messagesSlice(run, pair, cursor, decoders(run.ctx.db, run.ctx.organization.id), true);
  },
});

/** @throws AppError not_found, forbidden */
async function pairOf({ ctx, params }: TaskRun): Promise<Pair> {
  const { channel_id, into: intoId } = params as MergeParams;
  const [from, into] = await ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return [await repo.channel(channel_id), await repo.channel(intoId)];
  });
  if (!from || !into) throw new AppError('not_found');
  for (const { workspace_id } of [from, into]) if (!can(ctx, 'dlog:write', workspace_id)) throw new AppError('forbidden');
  return { from, into };
}

const repoOf = (ctx: Ctx, db: Db) => mergeChannelsRepo({ db, organization_id: ctx.organization.id });

/** Statements of a part of the messages of the merged channel's logger, about both channels. */
async function messagesSlice(run: TaskRun, pair: Pair, cursor: Cursor, find: FindDecoder, undoing: boolean): Promise<Slice<Cursor>> {
  const { ctx } = run;
  const { from, into } = pair;
  const organization_id = ctx.organization.id;
  if (from.datalogger_id === null) return ended(run, pair, cursor, undoing);
  const datalogger = { org_no: ctx.organization.no, id: from.datalogger_id };
  const { messages, after, channels } = await ctx.db.read(organization_id, async (db) => {
    const repo = storedMessagesRepo({ db, organization_id });
    return {
      ...(await repo.list({ workspaces: 'all', datalogger }, cursor.after, MESSAGES_OF_SLICE)),
      channels: keyed(await repo.channels(datalogger.id)),
    };
  });
  const statements: Statement[] = [];
  const next: Cursor = { ...cursor, changes: { ...cursor.changes } };
  let looked = 0;
  for (const message of messages) {
    const skipped = looked === 0 ? cursor.offset : 0;
    const moments = await saidOfBoth(message, pair, channels, find);
    const part = moments.slice(skipped, skipped + MOMENTS_OF_SLICE - statements.length / 2);
    statements.push(...part.flat());
    if (skipped + part.length < moments.length) {
      next.offset = skipped + part.length;
      break;
    }
    looked += 1;
    next.offset = 0;
    next.after = { received_at: message.received_at, id: message.id };
    next.done += 1;
    if (statements.length >= 2 * MOMENTS_OF_SLICE) break;
  }
  const others = into.datalogger_id === from.datalogger_id ? NOBODY : await othersOf(run, pair, statements, find);
  const isLast = looked === messages.length && after === null;
  const slice: Slice<Cursor> = {
    cursor: isLast && !undoing ? { ...next, phase: 'rest' } : next,
    done: next.done,
    total: null,
    write: (db) => write(run, db, pair, { statements, others, changes: next.changes }),
  };
  if (isLast && undoing) finish(run, pair, slice, next);
  return slice;
}

const keyed = (rows: readonly (SayingChannel & { key: string })[]): ReadonlyMap<string, SayingChannel> =>
  new Map(rows.map((row) => [row.key, row]));

/** What a message says of the two channels, a pair of statements for each moment. */
async function saidOfBoth(
  message: StoredMessage,
  { from, into }: Pair,
  channels: ReadonlyMap<string, SayingChannel>,
  find: FindDecoder,
): Promise<[Statement, Statement][]> {
  const src = message.no;
  // What a damaged one said nobody knows: its readings go over with the rest.
  if (src === null || message.damaged) return [];
  const { said } = await presentSayings(message, channels, Number.NEGATIVE_INFINITY, find);
  const [own, other] = [said.get(from.no), said.get(into.no)];
  const moments = [...new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])])].sort((a, b) => a - b);
  return moments.map((ts) => [
    { src, channelNo: from.no, ts, said: own?.get(ts) ?? null },
    { src, channelNo: into.no, ts, said: other?.get(ts) ?? null },
  ]);
}

interface Others {
  seen: { id: string }[];
  newest: ReadonlyMap<number, Record>;
}
const NOBODY: Others = { seen: [], newest: new Map() };

/** Messages of the other channel's own logger that said again what was there already, so that no record of them is kept. */
async function repeating({ ctx }: TaskRun, db: Db, { into }: Pair, statements: readonly Statement[]) {
  const datalogger_no = into.datalogger_id === null ? undefined : await repoOf(ctx, db).loggerNo(into.datalogger_id);
  if (datalogger_no === undefined) return [];
  const moments = statements.map(({ ts }) => ts);
  const span = { from: moments.reduce((a, b) => Math.min(a, b)), to: moments.reduce((a, b) => Math.max(a, b)) };
  return storedMessagesRepo({ db, organization_id: ctx.organization.id }).repeating({ datalogger_no }, span);
}

async function othersOf(run: TaskRun, pair: Pair, statements: readonly Statement[], find: FindDecoder): Promise<Others> {
  const { ctx } = run;
  const { into } = pair;
  if (statements.length === 0 || into.datalogger_id === null) return NOBODY;
  const organization_id = ctx.organization.id;
  const seen = await ctx.db.read(organization_id, (db) => repeating(run, db, pair, statements));
  const newest = new Map<number, Record>();
  if (seen.length === 0) return { seen, newest };
  const channels = await ctx.db.read(organization_id, async (db) =>
    keyed(await storedMessagesRepo({ db, organization_id }).channels(into.datalogger_id!)),
  );
  const wanted = new Set(statements.map(({ ts }) => ts));
  for (let at = 0; at < seen.length; at += MESSAGES_OF_SLICE) {
    const ids = seen.slice(at, at + MESSAGES_OF_SLICE).map(({ id }) => id);
    const rows = await ctx.db.read(organization_id, (db) => storedMessagesRepo({ db, organization_id }).bodies(ids));
    for (const row of rows) {
      if (row.damaged) continue;
      const { said } = await presentSayings(row, channels, Number.NEGATIVE_INFINITY, find);
      for (const [ts, one] of said.get(into.no) ?? [])
        if (wanted.has(ts) && row.no > (newest.get(ts)?.src ?? 0)) newest.set(ts, { ...one, src: row.no });
    }
  }
  return { seen, newest };
}

/** Writes the statements. What was read before must still be so: who is overtaken comes again. */
async function write(
  run: TaskRun,
  db: Db,
  pair: Pair,
  { statements, others, changes }: { statements: readonly Statement[]; others: Others; changes: ReadingChanges },
): Promise<void> {
  const { ctx } = run;
  const { from, into } = pair;
  const place = { organizationId: ctx.organization.id, organizationNo: ctx.organization.no };
  await lockChannels(db, place, [from.no, into.no]);
  if (statements.length === 0) return;
  if (others !== NOBODY && JSON.stringify(await repeating(run, db, pair, statements)) !== JSON.stringify(others.seen))
    throw new AppError('storage_busy', { retryAfter: 1 });
  const keys = await Keys.load(db, place.organizationNo, statements);
  const marked = marksOf(keys, pair);
  for (const statement of statements)
    keys.say(marked(statement), ({ channelNo, ts, src }) => {
      const other = channelNo === into.no ? others.newest.get(ts) : undefined;
      return other && other.src !== src ? other : undefined;
    });
  count(keys, into, changes);
  await applyChange(db, place, keys, { now: ctx.clock.now(), uuid: ctx.ids.uuid, cause: 'merged' });
}

/** A reading keeps its marks when it goes from one of the channels to the other. */
function marksOf(keys: Keys, { from, into }: Pair): (statement: Statement) => Statement {
  const states = new Map<string, KeyState>(keys.all().map((key) => [`${key.channelNo} ${key.ts}`, key.before]));
  return (statement) => {
    const { said, channelNo, ts, src } = statement;
    const there = states.get(`${channelNo === from.no ? into.no : from.no} ${ts}`);
    if (said === null || !there) return statement;
    const known = [there.current, ...there.revisions].find((one) => one?.src === src && one.num === said.num && one.text === said.text);
    return known ? { ...statement, said: { ...said, quality: known.quality } } : statement;
  };
}

/** What became of the readings of the channel that takes the others in. */
function count(keys: Keys, into: Row<'channels'>, changes: ReadingChanges): void {
  for (const { channelNo, before, now } of keys.all()) if (channelNo === into.no) changes[outcomeOf(before, now)] += 1;
}

/** Readings of the merged channel that no message says: their copies come, or go again. */
async function restSlice(run: TaskRun, pair: Pair, cursor: Cursor, undoing: boolean): Promise<Slice<Cursor>> {
  const { ctx } = run;
  const { from, into } = pair;
  const moments = await ctx.db.read(ctx.organization.id, (db) =>
    readingsRepo({ db, organization_no: ctx.organization.no }).moments(from.no, cursor.moment, MOMENTS_OF_SLICE),
  );
  const isLast = moments.length < MOMENTS_OF_SLICE;
  const next: Cursor = { ...cursor, changes: { ...cursor.changes }, moment: moments.at(-1) ?? cursor.moment };
  const isFirst = cursor.moment === Number.MIN_SAFE_INTEGER;
  const slice: Slice<Cursor> = {
    cursor: isLast && undoing ? { ...next, phase: 'messages' } : next,
    done: next.done,
    total: null,
    async write(db) {
      const place = { organizationId: ctx.organization.id, organizationNo: ctx.organization.no };
      // From now on its key leads to itself again, before anything of it is taken out of the other.
      if (undoing && isFirst) await turnBack(run, db, pair);
      await lockChannels(db, place, [from.no, into.no]);
      const both = moments.flatMap((ts) => [from, into].map(({ no: channelNo }) => ({ channelNo, ts })));
      const keys = await Keys.load(db, place.organizationNo, both);
      const states = new Map(keys.all().map((key) => [`${key.channelNo} ${key.ts}`, key.before]));
      for (const ts of moments) {
        const { current, revisions } = states.get(`${from.no} ${ts}`)!;
        const there = states.get(`${into.no} ${ts}`)!;
        const held = [...there.revisions, ...(there.current ? [there.current] : [])];
        for (const { src, num, text, quality } of [...revisions, ...(current ? [current] : [])]) {
          const same = held.find((one) => one.src === src);
          if (undoing ? same && same.num === num && same.text === text : !same)
            keys.say({ src, channelNo: into.no, ts, said: undoing ? null : { num, text, quality } }, () => undefined);
        }
      }
      count(keys, into, next.changes);
      await applyChange(db, place, keys, { now: ctx.clock.now(), uuid: ctx.ids.uuid, cause: 'merged' });
    },
  };
  if (undoing && isFirst) slice.committed = () => tell(ctx, pair);
  if (isLast && !undoing) finish(run, pair, slice, next);
  return slice;
}

async function turnBack({ ctx, params }: TaskRun, db: Db, { from, into }: Pair): Promise<void> {
  if (from.merged_into !== into.id) return;
  await repoOf(ctx, db).turn(from.id, null, (params as MergeParams).archived_at, { at: ctx.clock.now(), by: actorId(ctx.actor) });
  const loggers = [from.datalogger_id, into.datalogger_id].filter((id) => id !== null);
  await channelsRepo({ db, organization_id: ctx.organization.id }).touchLoggers(loggers);
}

function ended(run: TaskRun, pair: Pair, cursor: Cursor, undoing: boolean): Slice<Cursor> {
  const slice: Slice<Cursor> = { cursor: undoing ? cursor : { ...cursor, phase: 'rest' }, done: cursor.done, total: null };
  if (undoing) finish(run, pair, slice, cursor);
  return slice;
}

function finish({ ctx }: TaskRun, pair: Pair, slice: Slice<Cursor>, { changes, done }: Cursor): void {
  slice.finished = { result: { changes } };
  slice.total = done;
  slice.committed = () => tell(ctx, pair);
}

function tell({ bus, organization }: Ctx, { from, into }: Pair): void {
  for (const { id, workspace_id, datalogger_id } of [from, into])
    bus.publish(organization.id, { name: 'changed', data: { entity: 'channels', id, workspace_id, datalogger_id } });
}
