import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  REPARSE_EXAMPLES,
  type ReadingChanges,
  type Reparse,
  type ReparseTrial,
  type tryReparse as tryEndpoint,
} from '../../contract/received-data.ts';
import type { reparseReceivedData as createEndpoint, Task } from '../../contract/tasks.ts';
import { formatInstant, parseQueryInstant } from '../../domain/time/instant.ts';
import { fromStored, kindOf } from '../channels/channel-values.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readCursor, writeCursor } from '../kernel/list.ts';
import { Keys } from '../readings/apply-change.ts';
import { outcomeOf, type Record } from '../readings/key-state.ts';
import { queueTask } from '../tasks/tasks.service.ts';
import { type Aim, type Aimed, type Ground, groundOf, othersOf, type Plan, planOf, tally } from './change-messages.ts';
import { newKeys } from './make-channels.ts';
import type { After } from './received-data.repo.ts';
import { aimOf, countOf, filterOf, type ReparseParams } from './reparse-task.ts';
import { decodedBy, decodersOf, presentDecoder } from './sayings.ts';
import { type StoredMessage, storedMessagesRepo } from './stored-messages.repo.ts';

/** What one answer of a trial looks at, at most: messages, and of them so many that they have about so many readings. */
const TRIED_MESSAGES = 100;
const TRIED_KEYS = 5_000;

/** @throws AppError validation_failed for a decoder that there isn't */
async function checkDecoder(ctx: Ctx, { decoder }: Reparse): Promise<void> {
  try {
    if (decoder !== undefined) await decodersOf(ctx.db, ctx.organization.id)(decoder);
  } catch {
    throw invalid('decoder');
  }
}

/** The messages that are meant, by their logger. @throws AppError validation_failed, not_found, forbidden */
async function meant(ctx: Ctx, db: Db, wanted: Reparse) {
  for (const field of ['from', 'to'] as const) {
    const text = wanted[field];
    if (text !== undefined && Number.isNaN(parseQueryInstant(text))) throw invalid(field);
  }
  if ((wanted.id === undefined) === (wanted.datalogger_id === undefined)) throw invalid('datalogger_id');
  if (wanted.id !== undefined && wanted.ids !== undefined) throw invalid('ids');
  const repo = storedMessagesRepo({ db, organization_id: ctx.organization.id });
  const loggerId = wanted.id === undefined ? wanted.datalogger_id : await repo.loggerOf(wanted.id);
  const logger = loggerId === undefined ? undefined : await repo.logger(loggerId);
  if (!logger || !can(ctx, 'dlog:read', logger.workspace_id)) throw new AppError('not_found');
  return { logger, params: { ...wanted, datalogger_id: logger.id } satisfies ReparseParams };
}

/** @throws AppError validation_failed, not_found, forbidden, too_many_tasks */
export async function createReparse(ctx: Ctx, wanted: BodyOf<typeof createEndpoint>): Promise<Task> {
  await checkDecoder(ctx, wanted);
  return mutate(ctx, 'received-data.reparse', async (tx) => {
    const { logger, params } = await meant(ctx, tx.db, wanted);
    tx.allow(logger.workspace_id);
    const workspaceId = logger.workspace_id;
    const about: Task['about'] = { name: logger.name, datalogger_id: logger.id };
    const task = await queueTask(ctx, tx, {
      id: ctx.ids.uuid(),
      kind: 'received-data.reparse',
      workspaceId,
      params: JSON.stringify({ ...params, workspace_id: workspaceId, about }),
    });
    tx.audit(task.id, { workspaceId, after: params });
    tx.publish({ name: 'changed', data: { entity: 'tasks', id: task.id, workspace_id: workspaceId } });
    return task;
  });
}

/** Messages of one answer, decoded without a pause. */
const AIMED_AT_ONCE = 50;

/**
 * The messages that a trial is about, with what is to become of them.
 * @throws AppError validation_failed, not_found, forbidden
 */
export async function triedMessages(ctx: Ctx, wanted: Reparse) {
  const organization_id = ctx.organization.id;
  await checkDecoder(ctx, wanted);
  const { logger, params } = await ctx.db.read(organization_id, (db) => meant(ctx, db, wanted));
  if (!can(ctx, 'dlog:write', logger.workspace_id)) throw new AppError('forbidden');
  const aim = aimOf(params);
  const filter = filterOf(ctx, params, ctx.clock.now());
  async function* aims(): AsyncGenerator<Aimed[]> {
    let after: After = null;
    do {
      const page = await ctx.db.read(organization_id, (db) =>
        storedMessagesRepo({ db, organization_id }).list(filter, after, AIMED_AT_ONCE),
      );
      yield page.messages.map((message) => ({ message, aim }));
      after = page.after;
    } while (after !== null);
  }
  return { logger, aims: aims() };
}

type Trial = ReparseTrial;
const none = (): ReadingChanges => ({ new: 0, changed: 0, gone: 0, unchanged: 0 });

/** What a part of the messages would change. @throws AppError validation_failed, not_found, forbidden */
export async function tryReparse(ctx: Ctx, { cursor, ...wanted }: QueryOf<typeof tryEndpoint>): Promise<Trial> {
  const organization_id = ctx.organization.id;
  await checkDecoder(ctx, wanted);
  const { logger, params } = await ctx.db.read(organization_id, (db) => meant(ctx, db, wanted));
  if (!can(ctx, 'dlog:write', logger.workspace_id)) throw new AppError('forbidden');
  const now = ctx.clock.now();
  const at = readCursor(cursor, 'number', 'string');
  const after = at && { received_at: Number(at[0]), id: String(at[1]) };
  const found = await ctx.db.read(organization_id, async (db) => ({
    ...(await storedMessagesRepo({ db, organization_id }).list(filterOf(ctx, params, now), after, TRIED_MESSAGES)),
    ground: await groundOf(ctx, db, logger, decodersOf(ctx.db, organization_id)),
  }));
  const aim = aimOf(params);
  const { channels, known } = await withNewChannels(found.messages, aim, found.ground);
  const ground = { ...found.ground, channels };

  const plans: Plan[] = [];
  let looked = 0;
  let keysCount = 0;
  for (const message of found.messages) {
    if (keysCount >= TRIED_KEYS) break;
    const plan = await planOf(message, aim, ground, now);
    looked += 1;
    keysCount += plan?.statements.length ?? 0;
    if (plan) plans.push(plan);
  }
  const part = { plans, statements: plans.flatMap(({ statements }) => statements) };
  const others = await othersOf(ctx, part, ground);
  const keys = await ctx.db.read(organization_id, (db) => Keys.load(db, ctx.organization.no, part.statements));
  tally(part, keys, others);

  const seen = found.messages.slice(0, looked);
  const last = seen.at(-1);
  const hasMore = looked < found.messages.length || found.after !== null;
  return {
    messages: looked,
    total: cursor === undefined ? await countOf(ctx, params, now) : null,
    left_out: seen.filter(({ no }) => no < 0).length,
    damaged: seen.filter(({ damaged }) => damaged).length,
    unparsed: plans.filter(({ after }) => after.failed).length,
    until: last ? formatInstant(last.received_at) : null,
    ...told(keys, ground, known),
    next_cursor: last && hasMore ? writeCursor(last.received_at, last.id) : null,
  };
}

/** The channels and, under numbers that none has, those that would be made. */
async function withNewChannels(messages: readonly StoredMessage[], aim: Aim, ground: Ground) {
  const known = new Set([...ground.channels.values()].map(({ no }) => no));
  if (aim.kind !== 'read') return { channels: ground.channels, known };
  const channels = new Map(ground.channels);
  const decoded = await Promise.all(
    messages
      .filter(({ damaged }) => !damaged)
      .map((message) => decodedBy(message, aim.decoder ?? presentDecoder(ground.logger, message), ground.find)),
  );
  for (const [key, { value, unit, name, kind }] of newKeys(ground.logger, decoded, channels)) {
    const made = {
      id: '',
      no: -channels.size - 1,
      key,
      name: name ?? key,
      kind: kind ?? kindOf(value),
      unit,
      decimals: null,
      pruned_to: null,
      merged_into: null,
    };
    channels.set(key, made);
  }
  return { channels, known };
}

/** First and last moment, microseconds. */
interface Span {
  from: number;
  to: number;
}

function told(keys: Keys, ground: Ground, known: ReadonlySet<number>): Pick<Trial, 'changes' | 'channels' | 'examples'> {
  const changes = none();
  const byNo = new Map(
    [...ground.channels.values()].map((channel) => [channel.no, { channel, changes: none(), touched: null as Span | null }]),
  );
  const examples: Trial['examples'] = [];
  for (const { channelNo, ts, before, now } of keys.all()) {
    const outcome = outcomeOf(before, now);
    const found = byNo.get(channelNo)!;
    const { channel } = found;
    changes[outcome] += 1;
    found.changes[outcome] += 1;
    if (outcome === 'unchanged') continue;
    found.touched = { from: Math.min(ts, found.touched?.from ?? ts), to: Math.max(ts, found.touched?.to ?? ts) };
    if (examples.length === REPARSE_EXAMPLES) continue;
    const value = (record: Record | null) => record && fromStored(channel.kind, record);
    examples.push({ key: channel.key, ts: formatInstant(ts), before: value(before.current), after: value(now.current) });
  }
  return {
    changes,
    channels: [...byNo.values()]
      .filter(({ changes: own }) => own.new + own.changed + own.gone + own.unchanged > 0)
      .map(({ channel: { no, id, key, name, unit, decimals }, changes: own, touched }) => ({
        channel_id: known.has(no) ? id : null,
        key,
        name,
        unit,
        decimals,
        ...own,
        touched: touched && { from: formatInstant(touched.from), to: formatInstant(touched.to) },
      })),
    examples,
  };
}
