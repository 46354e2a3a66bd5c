import type * as contract from '../../contract/embeds.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { silenceLimits } from '../../domain/datalogger-state.ts';
import { shownNumber, shownValue } from '../../domain/quantities/shown.ts';
import { findGaps } from '../../domain/readings/find-gaps.ts';
import { linesOf } from '../../domain/readings/lines.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { toChannel, typesOf } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import type { HourCounter } from '../kernel/hour-counter.ts';
import type { PublicCtx } from '../kernel/http.ts';
import { networkOf } from '../kernel/throttle.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { getSeries } from '../readings/readings.service.ts';
import { suggestLimits } from '../recordings/recordings.service.ts';
import { embedsRepo, type ShownChannel } from './embeds.repo.ts';
import { originsOf } from './embeds.service.ts';

const DAY_US = 86_400e6;
/** Pixels that the lines are made for. */
const WIDTH = 320;
/** Whoever asks again sooner gets the same answer: an embed may stand on many walls. */
const KEPT_US = 5e6;
/** Openings of one network address an hour: fifty screens, each of which asks every half minute. */
const OPENINGS = 6_000;
/** Of one embed, from all addresses together: five hundred screens. */
const OPENINGS_OF_EMBED = 60_000;
/** Answers that are kept, whatever embeds there are. */
const MOST_KEPT = 200;

type Bounds = { low: number | null; high: number | null };

/** Answers of the last seconds, by their embeds; one of before a change is none. One for each process. */
export type KeptAnswers = Map<string, { at: number; rev: number; answer: contract.OpenedEmbed }>;

/**
 * Newest values for whoever has the link, who is told nothing else of the organisation; each opening is counted.
 * @throws AppError not_found (no such link), share_ended, too_many_attempts
 */
export async function openEmbed(
  ctx: PublicCtx,
  { token, again }: BodyOf<typeof contract.openEmbed>,
  kept: KeptAnswers,
  openings: HourCounter,
): Promise<contract.OpenedEmbed> {
  openings.count(`address ${networkOf(ctx.address)}`, OPENINGS);
  const hash = tokenHash(token);
  const place = await ctx.db.read(null, (db) => db.selectFrom('embed_index').selectAll().where('token_hash', '=', hash).executeTakeFirst());
  if (!place) throw new AppError('not_found');
  const { organization_id, embed_id } = place;
  openings.count(`embed ${embed_id}`, OPENINGS_OF_EMBED);
  const now = ctx.clock.now();
  const found = await ctx.db.read(organization_id, async (db) => {
    const repo = embedsRepo({ db, organization_id });
    const embed = await repo.find(embed_id);
    return { embed, organization: await repo.organization(), workspace: embed && (await repo.workspace(embed.workspace_id)) };
  });
  const { embed, organization, workspace } = found;
  if (!embed || !workspace || !organization || organization.archived_at !== null) throw new AppError('not_found');
  if (embed.revoked_at !== null || embed.expires_at <= now || workspace.archived_at !== null) throw new AppError('share_ended');
  if (again !== true) await ctx.db.write(organization_id, (db) => embedsRepo({ db, organization_id }).count(embed_id, now));
  const known = kept.get(embed_id);
  if (known && known.rev === embed.rev && now >= known.at && now - known.at < KEPT_US) return known.answer;
  // Nobody in particular asks: what he may read is the one workspace.
  const inside: Ctx = {
    ...ctx,
    actor: { kind: 'system' },
    organization,
    rights: { organization: new Set(), workspaces: new Map([[embed.workspace_id, new Set(['dlog:read'])]]) },
    allOrgs: false,
  };
  const answer = {
    name: embed.name,
    organization: organization.name,
    view: embed.view,
    origins: originsOf(embed),
    time_zone: workspace.time_zone,
    at: formatInstant(now),
    channels: await channelsOf(inside, embed_id, embed.view === 'chart', now),
  };
  kept.delete(embed_id);
  kept.set(embed_id, { at: now, rev: embed.rev, answer });
  for (const id of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(id);
  }
  return answer;
}

async function channelsOf(ctx: Ctx, id: string, withLines: boolean, now: number): Promise<contract.EmbeddedChannel[]> {
  const { rows, types } = await ctx.db.read(ctx.organization.id, async (db) => {
    const rows = (await embedsRepo({ db, organization_id: ctx.organization.id }).shown(id)).filter((row) =>
      ctx.rights.workspaces.has(row.workspace_id),
    );
    return { rows, types: await typesOf(ctx, db, rows) };
  });
  if (rows.length === 0) return [];
  const { items } = await suggestLimits(ctx, { channels: rows.map((row) => row.id).join() });
  const made: contract.EmbeddedChannel[] = [];
  for (const row of rows) {
    const { name, kind, unit, display_unit, conversion, decimals, state_words, last, failing_ts } = toChannel(row, types);
    const rule = items.find(({ channel_id, source }) => channel_id === row.id && source === 'rule')?.limits;
    const bounds: Bounds = { low: rule?.low ?? null, high: rule?.high ?? null };
    const shown = (value: number | null) => (value === null ? null : shownNumber(value, conversion));
    const [low, high] = [shown(bounds.low), shown(bounds.high)];
    const isNumber = kind === 'gauge' || kind === 'counter';
    made.push({
      ...{ name, kind, decimals, state_words },
      datalogger_name: row.datalogger_name,
      unit: display_unit ?? unit,
      state: stateOf(row, bounds, failing_ts !== null, now),
      value: last === null ? null : shownValue(last.value, conversion),
      ts: last?.ts ?? null,
      // A scale that turns the other way turns its limits too.
      low: low !== null && high !== null ? Math.min(low, high) : low,
      high: low !== null && high !== null ? Math.max(low, high) : high,
      ...(withLines && isNumber ? await dayOf(ctx, row, conversion, now) : { lines: null, lowest: null, highest: null }),
    });
  }
  return made;
}

/** An old value proves nothing of now: what is missing comes before what is measured. */
export function stateOf(
  { last_ts, last_num, interval_s, offline_after }: Pick<ShownChannel, 'last_ts' | 'last_num' | 'interval_s' | 'offline_after'>,
  { low, high }: Bounds,
  isFailing: boolean,
  now: number,
): contract.EmbedState {
  if (isFailing) return 'failing';
  if (last_ts === null) return 'none';
  const limits = silenceLimits(interval_s, offline_after);
  const age = (now - last_ts) / 1_000;
  if (age > limits.late) return 'offline';
  if (age > limits.online) return 'late';
  if (last_num === null || (low === null && high === null)) return 'fresh';
  if (high !== null && last_num > high) return 'above';
  return low !== null && last_num < low ? 'below' : 'within';
}

async function dayOf(ctx: Ctx, row: ShownChannel, conversion: { scale: number; offset: number } | null, now: number) {
  const from = now - DAY_US;
  const series = await getSeries(ctx, row.id, { from: formatInstant(from), to: formatInstant(now), width: WIDTH });
  const gaps = findGaps(series, { from, to: now, now, expectedIntervalS: row.interval_s, firstTs: row.first_ts });
  const lines = linesOf(series, gaps, (value) => shownNumber(value, conversion));
  // Buckets are drawn by their means; what was the least and the most is that of their readings.
  const ends = [...series.min, ...series.max].filter((value) => value !== null).map((value) => shownNumber(value, conversion));
  return ends.length === 0 ? { lines, lowest: null, highest: null } : { lines, lowest: Math.min(...ends), highest: Math.max(...ends) };
}
