import { AppError } from '../../contract/errors.ts';
import type { IngestError } from '../../contract/received-data.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { keptFrom } from '../kernel/kept-from.ts';
import type { AlarmChange } from '../kernel/reading-store.ts';
import { applyChange, type DirtySpan, Keys, lockChannels, type Statement, type Unrecorded } from '../readings/apply-change.ts';
import type { Record, Said } from '../readings/key-state.ts';
import { type FindDecoder, presentDecoder, presentSayings, type Sayings, sayingsBy, statusOf } from './sayings.ts';
import { type MessageState, STATE, type StoredMessage, stateOf, storedMessagesRepo } from './stored-messages.repo.ts';

/** Messages that are read again, taken back or put as they were: what of their logger's readings follows, and the writing of it. */

/** What is to become of a message. */
export type Aim =
  | { kind: 'read'; decoder: string | undefined }
  | { kind: 'withdraw' }
  /** As it was. */
  | { kind: 'restore'; state: MessageState };

/** A message, and what is to become of it. */
export interface Aimed {
  message: StoredMessage;
  aim: Aim;
}

/** What messages of one logger speak to. */
export interface Ground {
  logger: LoggerOfMessages;
  channels: ReadonlyMap<string, ChannelOfMessage>;
  /** What is said of a key that has no channel. */
  missing: IngestError['code'];
  /** Readings before it are kept no longer. */
  oldest: number;
  find: FindDecoder;
}

export async function groundOf(ctx: Ctx, db: Db, logger: LoggerOfMessages, find: FindDecoder): Promise<Ground> {
  const repo = storedMessagesRepo({ db, organization_id: ctx.organization.id });
  const channels = await repo.channels(logger.id);
  return {
    logger,
    channels: new Map(channels.map((channel) => [channel.key, channel])),
    missing: logger.auto_channels === 1 ? 'channel_limit' : 'unknown_channel',
    oldest: keptFrom(ctx.clock.now(), await repo.keepReadingsDays()),
    find,
  };
}
export type LoggerOfMessages = NonNullable<Awaited<ReturnType<ReturnType<typeof storedMessagesRepo>['logger']>>>;
type ChannelOfMessage = Awaited<ReturnType<ReturnType<typeof storedMessagesRepo>['channels']>>[number];

export interface Plan {
  message: StoredMessage;
  after: Sayings;
  /** The row as it is to be, but for what only the writing tells. */
  next: MessageState;
  statements: Statement[];
}

/**
 * Plans what becomes of a message; null when it stays as it is, or when nobody knows what it gave: it came before messages had numbers, or what
 * was stored of its body is damaged.
 * @param was its row before the task began with it, where a part of it is done
 */
export async function planOf(message: StoredMessage, aim: Aim, ground: Ground, now: number, was?: MessageState): Promise<Plan | null> {
  const { no } = message;
  if (no < 0 || message.damaged || (aim.kind === 'withdraw' && message.withdrawn_at !== null && !was)) return null;
  const before = await presentSayings({ ...message, ...was }, ground.channels, ground.oldest, ground.find);
  const { after, next } = await aimed(message, aim, ground, now);
  return { message, after, next, statements: statementsOf(no, before, after) };
}

const MAX_STORED_ERRORS = 100;

const kept = (errors: readonly IngestError[]): string | null =>
  errors.length === 0 ? null : JSON.stringify(errors.slice(0, MAX_STORED_ERRORS));

async function aimed(message: StoredMessage, aim: Aim, ground: Ground, now: number): Promise<Pick<Plan, 'after' | 'next'>> {
  const { channels, oldest, find } = ground;
  const state = stateOf(message);
  if (aim.kind === 'withdraw')
    return {
      after: { said: new Map(), errors: [], warnings: [], failed: false, points: 0 },
      next: { ...state, withdrawn_at: message.withdrawn_at ?? now },
    };
  if (aim.kind === 'restore') return { after: await presentSayings({ ...message, ...aim.state }, channels, oldest, find), next: aim.state };
  const decoder = aim.decoder ?? presentDecoder(ground.logger, message);
  const after = await sayingsBy(message, decoder, channels, ground, find);
  const [min_ts, max_ts] = spanOf(after);
  return {
    after,
    next: {
      ...state,
      decoder,
      withdrawn_at: null,
      status: statusOf(after),
      errors: kept(after.errors),
      error_count: after.errors.length,
      warnings: kept(after.warnings),
      warning_count: after.warnings.length,
      points: after.points,
      min_ts,
      max_ts,
    },
  };
}

function spanOf({ said }: Sayings): [min: number | null, max: number | null] {
  let min: number | null = null;
  let max: number | null = null;
  for (const channel of said.values())
    for (const ts of channel.keys()) {
      if (min === null || ts < min) min = ts;
      if (max === null || ts > max) max = ts;
    }
  return [min, max];
}

/** Every key of which the message said something, or says something now. */
function statementsOf(src: number, before: Sayings, after: Sayings): Statement[] {
  const statements: Statement[] = [];
  for (const channelNo of new Set([...before.said.keys(), ...after.said.keys()])) {
    const now = after.said.get(channelNo) ?? new Map<number, Said>();
    for (const ts of new Set([...(before.said.get(channelNo)?.keys() ?? []), ...now.keys()]))
      statements.push({ src, channelNo, ts, said: now.get(ts) ?? null });
  }
  return statements;
}

/** What a part of the work is about: statements of these plans. */
export interface Part {
  plans: Plan[];
  statements: Statement[];
}

type Seen = Awaited<ReturnType<ReturnType<typeof storedMessagesRepo>['repeating']>>;
interface Others {
  unrecorded: Unrecorded;
  /** The messages that were looked into. */
  seen: Seen;
}
const NOBODY: Others = { unrecorded: () => undefined, seen: [] };
const BODIES = 50;

/** What other messages say of the keys, where the series may hold no record of it. Outside of a transaction, as bodies are unzipped. */
export async function othersOf(ctx: Ctx, part: Part, ground: Ground): Promise<Others> {
  return (await othersUpTo(ctx, part, ground, Number.POSITIVE_INFINITY))!;
}

/** As {@link othersOf}; null where more than `most` messages would have to be looked into. */
export async function othersUpTo(ctx: Ctx, { plans, statements }: Part, ground: Ground, most: number): Promise<Others | null> {
  const [first] = plans;
  if (!first || statements.length === 0) return NOBODY;
  const organization_id = ctx.organization.id;
  const own = new Set(plans.map(({ message }) => message.id));
  const seen = await ctx.db.read(organization_id, (db) => repeating(db, organization_id, first, statements, own));
  if (seen.length > most) return null;
  const wanted = new Map<number, Set<number>>();
  for (const { channelNo, ts } of statements) {
    const moments = wanted.get(channelNo) ?? new Set<number>();
    wanted.set(channelNo, moments.add(ts));
  }
  const records = new Map<string, Record[]>();
  const note = (src: number, { said }: Sayings) => {
    for (const [channelNo, moments] of wanted)
      for (const [ts, one] of said.get(channelNo) ?? [])
        if (moments.has(ts)) {
          const key = `${channelNo} ${ts}`;
          const list = records.get(key);
          if (list) list.push({ ...one, src });
          else records.set(key, [{ ...one, src }]);
        }
  };
  for (const { message, after } of plans) note(message.no, after);
  for (let at = 0; at < seen.length; at += BODIES) {
    const ids = seen.slice(at, at + BODIES).map(({ id }) => id);
    const rows = await ctx.db.read(organization_id, (db) => storedMessagesRepo({ db, organization_id }).bodies(ids));
    // What damaged ones said nobody knows: the rest decides.
    for (const row of rows) if (!row.damaged) note(row.no, await presentSayings(row, ground.channels, ground.oldest, ground.find));
  }
  return {
    seen,
    unrecorded({ channelNo, ts, src }) {
      let newest: Record | undefined;
      for (const one of records.get(`${channelNo} ${ts}`) ?? []) if (one.src !== src && (!newest || one.src > newest.src)) newest = one;
      return newest;
    },
  };
}

async function repeating(
  db: Db,
  organization_id: string,
  { message }: Plan,
  statements: readonly Statement[],
  own: ReadonlySet<string>,
): Promise<Seen> {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { ts } of statements) {
    if (ts < from) from = ts;
    if (ts > to) to = ts;
  }
  const found = await storedMessagesRepo({ db, organization_id }).repeating(message, { from, to });
  return found.filter(({ id }) => !own.has(id));
}

/** What a message's statements came to: readings by what they are counted as. */
export type Counts = { new: number; duplicate: number; replaced: number };
export type Tally = Counts & { changed: boolean };

/**
 * Writes a part, in the transaction of the task. What was read before it must still be so: who is overtaken comes again.
 * @throws AppError storage_busy
 */
export async function writePart(
  ctx: Ctx,
  db: Db,
  part: Part,
  others: Others,
): Promise<{ keys: Keys; tallies: Map<string, Tally>; spans: DirtySpan[]; alarms: AlarmChange[] }> {
  const organization_id = ctx.organization.id;
  const place = { organizationId: organization_id, organizationNo: ctx.organization.no };
  const { plans, statements } = part;
  await lockChannels(db, place, new Set(statements.map(({ channelNo }) => channelNo)));
  const repo = storedMessagesRepo({ db, organization_id });
  const states = new Map((plans.length === 0 ? [] : await repo.states(plans.map(({ message }) => message.no))).map((row) => [row.no, row]));
  for (const { message } of plans) {
    const state = states.get(message.no);
    if (!state || STATE.some((column) => state[column] !== message[column])) throw overtaken();
  }
  if (statements.length > 0) {
    const own = new Set(plans.map(({ message }) => message.id));
    const seen = await repeating(db, organization_id, plans[0]!, statements, own);
    if (JSON.stringify(seen) !== JSON.stringify(others.seen)) throw overtaken();
  }
  const keys = await Keys.load(db, place.organizationNo, statements);
  const tallies = tally(part, keys, others);
  const changed = await applyChange(db, place, keys, { now: ctx.clock.now(), uuid: ctx.ids.uuid, cause: 'reread' });
  return { keys, tallies, ...changed };
}

const overtaken = () => new AppError('storage_busy', { retryAfter: 1 });

/** Has the keys told everything; by message what it came to. */
export function tally({ plans, statements }: Part, keys: Keys, { unrecorded }: Others): Map<string, Tally> {
  const idOf = new Map(plans.map(({ message }) => [message.no, message.id]));
  const tallies = new Map<string, Tally>(plans.map(({ message }) => [message.id, { new: 0, duplicate: 0, replaced: 0, changed: false }]));
  for (const statement of statements) {
    const { counted, changed } = keys.say(statement, unrecorded);
    const own = tallies.get(idOf.get(statement.src)!)!;
    if (counted) own[counted] += 1;
    own.changed ||= changed;
  }
  return tallies;
}
