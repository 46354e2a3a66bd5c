import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { EFFECTS_NAMED, type reparseEffects as endpoint, type ReparseEffects } from '../../contract/received-data.ts';
import { parseQueryInstant } from '../../domain/time/instant.ts';
import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { foretell } from './foretell.ts';
import { triedMessages } from './reparse.service.ts';
import { MOST_LOOKED, reparseEffectsRepo } from './reparse-effects.repo.ts';

export interface Span {
  from: number;
  to: number;
}

/** Times of channels by their ids. @throws AppError validation_failed for no moment */
function spansOf({ channels }: BodyOf<typeof endpoint>): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const one of channels) {
    const [from, to] = [parseQueryInstant(one.from), parseQueryInstant(one.to)];
    if (Number.isNaN(from) || Number.isNaN(to) || from > to) throw invalid('channels');
    const known = spans.get(one.channel_id);
    spans.set(one.channel_id, known ? { from: Math.min(known.from, from), to: Math.max(known.to, to) } : { from, to });
  }
  return spans;
}

/**
 * Which alarms and recordings lie in times of channels whose readings would change, and what becomes of the alarms.
 * @throws AppError not_found, forbidden, validation_failed, over_read_budget, read_too_long
 */
export async function reparseEffects(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<ReparseEffects> {
  const spans = spansOf(body);
  const tried = body.reparse && (await triedMessages(ctx, body.reparse));
  const { effects, watched } = await longRead(ctx, (db) => effectsIn(ctx, db, spans));
  return { ...effects, foretold: tried ? await foretell(ctx, { ...tried, watched }) : null };
}

export interface EffectsIn {
  effects: Omit<ReparseEffects, 'foretold'>;
  /** Channels that rules watch at their times. */
  watched: ReadonlySet<string>;
}

/** As {@link reparseEffects}, of times that are known already. @throws AppError not_found for a channel that the actor can't read */
export async function effectsIn(ctx: Ctx, db: Db, spans: ReadonlyMap<string, Span>): Promise<EffectsIn> {
  const ids = [...spans.keys()];
  const repo = reparseEffectsRepo({ db, organization_id: ctx.organization.id });
  const channels = await repo.channels(ids);
  if (channels.length < ids.length || channels.some(({ workspace_id }) => !can(ctx, 'dlog:read', workspace_id)))
    throw new AppError('not_found');
  const alarms = await alarmsIn(repo, spans);
  const recordings = await recordingsIn(repo, spans);
  const readable = recordings.found.filter(({ workspace_id }) => can(ctx, 'dlog:read', workspace_id));
  const signed = recordings.found.filter(({ is_signed }) => is_signed);
  const effects = {
    rule_count: alarms.rules.length,
    alarm_count: alarms.rules.reduce((sum, rule) => sum + rule.alarms, 0),
    rules: alarms.rules.slice(0, EFFECTS_NAMED),
    recording_count: recordings.found.length,
    signed_count: signed.length,
    recordings: readable
      .toSorted((a, b) => Number(b.is_signed) - Number(a.is_signed))
      .slice(0, EFFECTS_NAMED)
      .map(({ id, name, is_signed }) => ({ id, name, is_signed })),
    is_shortened: alarms.isShortened || recordings.isShortened,
  };
  return { effects, watched: alarms.watched };
}
type Repo = ReturnType<typeof reparseEffectsRepo>;

/** Rules that watch the channels at their times, each with its alarms there. */
async function alarmsIn(repo: Repo, spans: ReadonlyMap<string, Span>) {
  const watches = (await repo.watches([...spans.keys()])).flatMap((watch) => {
    const { from, to } = spans.get(watch.channel_id)!;
    if (to < Math.max(Number(watch.valid_from), watch.since)) return [];
    // A rule of changes looks back, and a breach soon after an alarm goes on with it.
    return [{ ...watch, from: from - Number(watch.cool_down_s) * 1e6, to: to + Number(watch.window_s) * 1e6 }];
  });
  const rules = new Map(watches.map(({ id, name }) => [id, { id, name, alarms: 0 }]));
  const byWatch = new Map(watches.map((watch) => [`${watch.id} ${watch.channel_id}`, watch]));
  const found = await repo.alarms([...new Set(watches.map(({ channel_id }) => channel_id))], around(watches));
  for (const { rule_id, channel_id, since, over_at } of found) {
    const watch = byWatch.get(`${rule_id} ${channel_id}`);
    if (watch && since <= watch.to && (over_at === null || over_at >= watch.from)) rules.get(rule_id)!.alarms += 1;
  }
  return {
    rules: [...rules.values()].sort((a, b) => b.alarms - a.alarms || (a.name < b.name ? -1 : 1)),
    watched: new Set(watches.map(({ channel_id }) => channel_id)),
    isShortened: found.length > MOST_LOOKED,
  };
}

/** Recordings over the times of their channels, the newest first. */
async function recordingsIn(repo: Repo, spans: ReadonlyMap<string, Span>) {
  const rows = await repo.recordings([...spans.keys()], around([...spans.values()]));
  const touched = rows.filter(({ channel_id, from_ts, to_ts }) => {
    const { from, to } = spans.get(channel_id)!;
    return from_ts !== null && from_ts <= to && (to_ts === null || to_ts > from);
  });
  const found = new Map(touched.map(({ id, name, workspace_id, revision }) => [id, { id, name, workspace_id, is_signed: revision > 0 }]));
  return { found: [...found.values()], isShortened: rows.length > MOST_LOOKED };
}

function around(spans: readonly Span[]): Span {
  let [from, to] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  for (const one of spans) {
    from = Math.min(from, one.from);
    to = Math.max(to, one.to);
  }
  return { from, to };
}
