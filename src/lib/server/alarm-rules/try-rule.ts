import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AlarmRule, type tryAlarmRule as endpoint, MOST_TRIED } from '../../contract/alarm-rules.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { Changes } from '../../domain/alarms/changes.ts';
import { conditionOf } from '../../domain/alarms/condition.ts';
import type { AlarmSample } from '../../domain/alarms/fold.ts';
import { limitsInUnit } from '../../domain/alarms/in-unit.ts';
import { type AlarmSpan, alarmsOf, type RuleVersion } from '../../domain/alarms/rule.ts';
import { putSilence, silencesOf } from '../../domain/alarms/silences.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { readableChannel, typesOf } from '../channels/channels.service.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { invalid, momentAsked } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import type { Row } from '../kernel/schema.ts';
import { type AlarmReading, familyOf, isSample, isSound, limitsOf, sampleOf, timesOf } from '../storage/alarms/rules.ts';
import { correctedReader, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { getAlarmRule } from './alarm-rules.service.ts';
import { type Limits, limitColumns } from './limits.ts';

/** Alarms that one answer lists. */
const MOST_LISTED = 500;
/** Parts of the chart. */
const PARTS = 400;

type Type = Pick<Row<'sensor_types'>, 'quantity' | 'display_unit'> | null;

/**
 * What limits would have made of the newest readings that are there, and the rule as it is.
 * @throws AppError not_found, validation_failed (limits that no value can keep), over_read_budget, read_too_long
 */
export async function tryAlarmRule(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<ResponseOf<typeof endpoint>> {
  const { channel_id, from, rule_id, matrix, sensor_type_id = null, ...limits } = body;
  const channel = await readableChannel(ctx, channel_id);
  const type = sensor_type_id === null ? null : await typeOf(ctx, sensor_type_id);
  const draft = versionOf(limits, channel, type);
  const before = rule_id === undefined ? null : await ruleBefore(ctx, rule_id);
  const start = momentAsked({ from }, 'from')!;
  const readings = await longRead(ctx, async (db) =>
    correctedReader(readingReader({ db, organization_no: ctx.organization.no }), await overlayOf(db, ctx.organization.id, channel)).range(
      channel.no,
      { from: start, order: 'desc', limit: MOST_TRIED + 1 },
    ),
  );
  const isShortened = readings.length > MOST_TRIED;
  const tried = readings.slice(0, MOST_TRIED).reverse();
  const now = ctx.clock.now();
  const raised = (kind: Limits['kind'], version: RuleVersion) =>
    spansOf(tried, { kind, version, start, now }).filter(({ activeAt }) => activeAt !== null);
  const alarms = raised(limits.kind, draft);
  const was = before && raised(before.kind, versionOf(before, channel, type));
  return {
    alarms: alarms.slice(-MOST_LISTED).map(told),
    count: alarms.length,
    before: before && was && { version: before.version, alarms: was.slice(-MOST_LISTED).map(told), count: was.length },
    counts: matrix
      ? await countsOf(
          matrix,
          (more) => versionOf({ ...limits, ...more }, channel, type),
          (version) => raised(limits.kind, version).length,
        )
      : [],
    series: seriesOf(tried, start, now),
    readings: tried.length,
    shortened_to: isShortened ? formatInstant(tried[0]!.ts) : null,
  };
}

async function typeOf(ctx: Ctx, sensor_type_id: string): Promise<Type> {
  const types = await ctx.db.read(ctx.organization.id, (db) => typesOf(ctx, db, [{ sensor_type_id }]));
  const type = types.get(sensor_type_id);
  if (!type) throw invalid('sensor_type_id');
  return type;
}

async function ruleBefore(ctx: Ctx, id: string): Promise<AlarmRule> {
  const rule = await getAlarmRule(ctx, id);
  if (!can(ctx, 'dlog:read', rule.workspace_id ?? undefined)) throw new AppError('not_found');
  return rule;
}

function versionOf(limits: Limits, channel: Pick<Row<'channels'>, 'kind' | 'unit'>, type: Type): RuleVersion {
  const columns = limitColumns(limits, channel.kind);
  const own = type ? limitsInUnit(columns, channel.unit, type.quantity, type.display_unit) : columns;
  if (!own) throw invalid('sensor_type_id');
  const condition = conditionOf(limitsOf({ ...own, states: limits.states }));
  return { version: 1, validFrom: Number.NEGATIVE_INFINITY, condition, ...timesOf(columns) };
}

function spansOf(
  readings: readonly AlarmReading[],
  { kind, version, start, now }: { kind: Limits['kind']; version: RuleVersion; start: number; now: number },
): AlarmSpan[] {
  const family = familyOf(kind);
  if (family === 'silence') {
    const counted = { ...version, validFrom: readings[0]?.ts ?? start };
    const sound = readings.filter(isSound);
    const spans: AlarmSpan[] = [];
    for (const [at, { ts }] of sound.entries())
      for (const span of silencesOf([counted], { from: ts, to: sound[at + 1]?.ts ?? null, now })) putSilence([counted], spans, span);
    return spans;
  }
  const changes = version.window ? new Changes(version.window) : null;
  const samples: AlarmSample[] = [];
  for (const reading of readings) {
    const sample = sampleOf(family, reading);
    if (!sample) continue;
    // Whoever asks for a change of an older sample asks before the next one comes.
    const change = changes?.next(sample).change?.(version.window!);
    samples.push(changes ? { ...sample, change: () => change ?? null } : sample);
  }
  return alarmsOf([version], samples);
}

const told = ({ since, activeAt, overAt, peak }: AlarmSpan) => ({
  since: formatInstant(since),
  active_at: formatInstant(activeAt!),
  over_at: formatInstant(overAt),
  peak,
});

/** Each is a fold over all readings: others get a turn between them. */
async function countsOf(
  { hysteresis, on_delay_s }: { hysteresis: readonly number[]; on_delay_s: readonly number[] },
  versionFor: (more: Pick<Limits, 'hysteresis' | 'on_delay_s'>) => RuleVersion,
  count: (version: RuleVersion) => number,
): Promise<(number | null)[][]> {
  const rows: (number | null)[][] = [];
  for (const delay of on_delay_s) {
    const row: (number | null)[] = [];
    for (const one of hysteresis) {
      await nextTurn();
      row.push(countOf({ hysteresis: one, on_delay_s: delay }));
    }
    rows.push(row);
  }
  return rows;

  function countOf(more: Pick<Limits, 'hysteresis' | 'on_delay_s'>): number | null {
    try {
      return count(versionFor(more));
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}

function seriesOf(readings: readonly AlarmReading[], start: number, now: number) {
  const first = Math.max(start, readings[0]?.ts ?? start);
  const width = Math.max(1, Math.ceil((now - first) / PARTS));
  const parts = new Map<number, { ts: number; min: number; max: number; last: number }>();
  for (const reading of readings) {
    if (!isSample(reading)) continue;
    const { ts, num } = reading;
    const at = Math.floor((ts - first) / width);
    const part = parts.get(at);
    if (!part) parts.set(at, { ts, min: num!, max: num!, last: num! });
    else Object.assign(part, { min: Math.min(part.min, num!), max: Math.max(part.max, num!), last: num! });
  }
  return [...parts.values()].map((part) => ({ ...part, ts: formatInstant(part.ts) }));
}
