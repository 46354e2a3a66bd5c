import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';
import { EFFECTS_NAMED, type Foretold, type ForetoldAlarm } from '../../contract/received-data.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { typesOf } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { longRead } from '../kernel/long-read.ts';
import { Keys } from '../readings/apply-change.ts';
import { outcomeOf } from '../readings/key-state.ts';
import { type AlarmSeen, type ForetoldAlarm as Fate, foretellAlarms } from '../storage/alarms/foretell-alarms.ts';
import type { StoredReading } from '../storage/readings/chunks.ts';
import { type Aimed, groundOf, type LoggerOfMessages, othersUpTo, type Part, planOf, tally } from './change-messages.ts';
import { reparseEffectsRepo } from './reparse-effects.repo.ts';
import { decodersOf } from './sayings.ts';

/** What is looked at, at most; beyond it alarms are only counted. */
interface Bounds {
  messages: number;
  /** Values that these say or said. */
  statements: number;
  /** Messages that said the same. */
  others: number;
  channels: number;
}
const BOUNDS: Bounds = { messages: 2_000, statements: 20_000, others: 500, channels: 100 };

/** Messages and values that are looked at without a pause. */
const OF_TURN = 500;

/** Nothing becomes of any. */
const NO_FATE: Foretold = { withdrawn: 0, begun: 0, changed: 0, alarms: [] };

export interface ForetellOf {
  logger: LoggerOfMessages;
  /** Ids of the channels that rules watch at the times that would change. */
  watched: ReadonlySet<string>;
  /** What would become of which messages, in parts. */
  aims: AsyncIterable<Aimed[]>;
}

/**
 * Which alarms would go, begin or change: what would become of the readings is worked out as a task does it, and the rules of today are folded
 * over that. Nothing is written.
 * @returns null where there is too much of it
 */
export async function foretell(ctx: Ctx, { logger, watched, aims }: ForetellOf, bounds: Bounds = BOUNDS): Promise<Foretold | null> {
  if (watched.size === 0) return NO_FATE;
  if (watched.size > bounds.channels) return null;
  const find = decodersOf(ctx.db, ctx.organization.id);
  const ground = await ctx.db.read(ctx.organization.id, (db) => groundOf(ctx, db, logger, find));
  const nos = new Set([...ground.channels.values()].filter(({ id }) => watched.has(id)).map(({ no }) => no));
  const now = ctx.clock.now();
  const part: Part = { plans: [], statements: [] };
  let [messages, statements, inTurn] = [0, 0, 0];
  for await (const page of aims) {
    messages += page.length;
    if (messages > bounds.messages) return null;
    for (const { message, aim } of page) {
      const plan = await planOf(message, aim, ground, now);
      inTurn += 1 + (plan?.statements.length ?? 0);
      if (inTurn >= OF_TURN) {
        // Decoding is work of this thread: others get their turns.
        await nextTurn();
        inTurn = 0;
      }
      if (!plan) continue;
      statements += plan.statements.length;
      if (statements > bounds.statements) return null;
      part.plans.push(plan);
      part.statements.push(...plan.statements.filter(({ channelNo }) => nos.has(channelNo)));
    }
  }
  const others = await othersUpTo(ctx, part, ground, bounds.others);
  if (!others) return null;
  try {
    return await longRead(ctx, async (db) => {
      const keys = await Keys.load(db, ctx.organization.no, part.statements);
      tally(part, keys, others);
      const place = { organizationId: ctx.organization.id, organizationNo: ctx.organization.no };
      const fates = await foretellAlarms(db, place, changesOf(keys), now);
      return fates && said(ctx, db, fates);
    });
  } catch (error) {
    // It isn't known, and what it is asked for may be done all the same.
    if (error instanceof AppError && (error.code === 'read_too_long' || error.code === 'over_read_budget')) return null;
    throw error;
  }
}

function changesOf(keys: Keys): Map<number, Map<number, StoredReading | null>> {
  const changes = new Map<number, Map<number, StoredReading | null>>();
  for (const { channelNo, ts, before, now } of keys.all()) {
    if (outcomeOf(before, now) === 'unchanged') continue;
    const channel = changes.get(channelNo) ?? new Map<number, StoredReading | null>();
    changes.set(channelNo, channel);
    channel.set(
      ts,
      now.current && { ts, num: now.current.num, text: now.current.text, quality: now.current.quality, src: now.current.src },
    );
  }
  return changes;
}

const momentOf = ({ before, after }: Fate): number => (before ?? after)!.since;

/** Counted, and some of each named. */
async function said(ctx: Ctx, db: Db, fates: readonly Fate[]): Promise<Foretold> {
  const withdrawn = fates.filter(({ after }) => after === null);
  const begun = fates.filter(({ before }) => before === null);
  const changed = fates.filter(({ before, after }) => before !== null && after !== null);
  const named = [withdrawn, begun, changed].flatMap((some) => some.toSorted((a, b) => momentOf(a) - momentOf(b)).slice(0, EFFECTS_NAMED));
  return { withdrawn: withdrawn.length, begun: begun.length, changed: changed.length, alarms: await withNames(ctx, db, named) };
}

async function withNames(ctx: Ctx, db: Db, fates: readonly Fate[]): Promise<ForetoldAlarm[]> {
  if (fates.length === 0) return [];
  const repo = reparseEffectsRepo({ db, organization_id: ctx.organization.id });
  const rules = new Map((await repo.rules(fates.map(({ rule_id }) => rule_id))).map((rule) => [rule.id, rule]));
  const rows = await repo.channels(fates.map(({ channel_id }) => channel_id));
  const types = await typesOf(ctx, db, rows);
  const channels = new Map(
    rows.map((row) => [row.id, { name: row.name, shown: shownAs(row, types.get(row.sensor_type_id ?? '') ?? null) }]),
  );
  return fates.map(({ id, rule_id, channel_id, before, after }) => {
    const channel = channels.get(channel_id)!;
    const rule = rules.get(rule_id)!;
    return {
      ...{ id, rule_id, rule_name: rule.name, kind: rule.kind, channel_id, channel_name: channel.name },
      ...channel.shown,
      before: spanOf(before),
      after: spanOf(after),
    };
  });
}

const spanOf = (alarm: AlarmSeen | null): ForetoldAlarm['before'] =>
  alarm && { since: formatInstant(alarm.since), over_at: formatInstant(alarm.over_at), peak: alarm.peak };
