import type { AlarmRuleKind } from '../../../contract/alarm-rules.ts';
import { type AlarmLimits, conditionOf } from '../../../domain/alarms/condition.ts';
import type { AlarmSample } from '../../../domain/alarms/fold.ts';
import { limitsInUnit } from '../../../domain/alarms/in-unit.ts';
import { type RuleVersion, versionAt } from '../../../domain/alarms/rule.ts';
import { type AlarmSchedule, scheduled } from '../../../domain/alarms/schedule.ts';
import type { Db } from '../../kernel/database.ts';
import { AHEAD, EXCLUDED, NEVER_LAST, SENSOR_ERROR } from '../../kernel/reading-store.ts';
import type { Row } from '../../kernel/schema.ts';
import { tenantDb } from '../../kernel/tenant-db.ts';

/**
 * What a rule looks at: values, changes of values within a time, what sensors say of themselves, or the time between readings. It stays with the
 * rule through all of its versions.
 */
export type RuleFamily = 'value' | 'state' | 'change' | 'error' | 'silence';

const FAMILIES: Partial<Record<AlarmRuleKind, RuleFamily>> = {
  state: 'state',
  rate: 'change',
  sensor_error: 'error',
  no_data: 'silence',
};
export const familyOf = (kind: AlarmRuleKind): RuleFamily => FAMILIES[kind] ?? 'value';

/** A rule that is in force, ready to be folded over the readings of one channel. */
export interface Rule {
  id: string;
  family: RuleFamily;
  /** In their order; the first one says from when on readings count. */
  versions: readonly RuleVersion[];
  /** Microseconds: the longest of its versions; 0 = none. */
  window: number;
  coolDown: number;
  /** Versions whose alarms are active until they are acknowledged. */
  latched: ReadonlySet<number>;
}

/** A reading as far as rules look at it. */
export interface AlarmReading {
  ts: number;
  num: number | null;
  quality: number;
}

export type LimitColumns = Pick<Row<'alarm_rule_versions'>, 'kind' | 'low' | 'high' | 'hysteresis'> & { states: readonly number[] };

/** @throws RangeError as `conditionOf` does, and where a limit is missing */
export function limitsOf({ kind, low, high, hysteresis, states }: LimitColumns): AlarmLimits {
  const given = (limit: number | null): number => {
    if (limit === null) throw new RangeError('limits');
    return limit;
  };
  if (kind === 'state') return { kind, states };
  if (kind === 'sensor_error' || kind === 'no_data') return { kind };
  if (kind === 'rate') return { kind, low, high, hysteresis };
  if (kind === 'above') return { kind, high: given(high), hysteresis };
  if (kind === 'below') return { kind, low: given(low), hysteresis };
  return { kind, low: given(low), high: given(high), hysteresis };
}

export type TimeColumns = Pick<Row<'alarm_rule_versions'>, 'on_delay_s' | 'off_delay_s' | 'schedule' | 'window_s' | 'cool_down_s'>;

/** When a version counts, and what it compares. */
export function timesOf({ on_delay_s, off_delay_s, schedule, window_s, cool_down_s }: TimeColumns) {
  const delays = { onDelay: on_delay_s * 1e6, offDelay: off_delay_s * 1e6 };
  return {
    delays: schedule === null ? delays : { ...delays, counts: scheduled(JSON.parse(schedule) as AlarmSchedule) },
    window: window_s * 1e6,
    coolDown: cool_down_s * 1e6,
  };
}

/** What counts as a sample of an alarm of values: a number that could be the channel's newest value. */
export const isSample = (reading: { num: number | null; quality: number }): boolean =>
  reading.num !== null && (reading.quality & NEVER_LAST) === 0;

/** What a rule of values, changes or errors makes of a reading; null = it is no sample for it. */
export function sampleOf(family: RuleFamily, { ts, num, quality }: AlarmReading): AlarmSample | null {
  if (family === 'error') return (quality & (AHEAD | EXCLUDED)) === 0 ? { ts, value: (quality & SENSOR_ERROR) === 0 ? 0 : 1 } : null;
  return isSample({ num, quality }) ? { ts, value: num! } : null;
}

/** Does a reading end a silence? Whatever came, unless its moment had not come. */
export const isSound = ({ quality }: AlarmReading): boolean => (quality & AHEAD) === 0;

/** Rules in force that watch the channel. */
export async function loadRules(db: Db, organization_id: string, channelNo: number): Promise<Rule[]> {
  const rows = await tenantDb({ db, organization_id })
    .selectFrom('alarm_watches as w')
    .innerJoin('channels as c', 'c.id', 'w.channel_id')
    .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
    .innerJoin('alarm_rule_versions as v', 'v.rule_id', 'r.id')
    .leftJoin('sensor_types as t', 't.id', 'r.sensor_type_id')
    .selectAll('v')
    .select(['w.since', 'c.unit', 't.quantity', 't.display_unit'])
    .where('c.no', '=', channelNo)
    .where('r.archived_at', 'is', null)
    .orderBy('v.rule_id')
    .orderBy('v.version')
    .execute();
  return [...Map.groupBy(rows, ({ rule_id }) => rule_id)].map(([id, versions]) => ({
    id,
    family: familyOf(versions[0]!.kind),
    versions: versions.map(compiled),
    window: Math.max(...versions.map(({ window_s }) => window_s)) * 1e6,
    coolDown: Math.max(...versions.map(({ cool_down_s }) => cool_down_s)) * 1e6,
    latched: new Set(versions.filter(({ latch }) => latch === 1).map(({ version }) => version)),
  }));
}

type WatchedVersion = Row<'alarm_rule_versions'> & { since: number; unit: string | null } & Partial<
    Pick<{ [K in 'quantity' | 'display_unit']: Row<'sensor_types'>[K] | null }, 'quantity' | 'display_unit'>
  >;

/** Nobody knows what the values of the channel mean. */
const NEVER = conditionOf({ kind: 'no_data' });

function compiled(row: WatchedVersion): RuleVersion {
  const { quantity, display_unit } = row;
  const limits = quantity ? limitsInUnit(row, row.unit, quantity, display_unit ?? '') : row;
  return {
    version: row.version,
    // A channel that came to the rule later counts from then on.
    validFrom: Math.max(row.valid_from, row.since),
    condition: limits === null ? NEVER : conditionOf(limitsOf({ ...limits, states: JSON.parse(limits.states) as number[] })),
    ...timesOf(row),
  };
}

const REMEMBERED = 50_000;

/** Rules of channels by the revision that the channel's row has, which is read with every commit: nobody has to tell of a change. */
export class RuleMemory {
  readonly #channels = new Map<string, { rev: number; rules: readonly Rule[] }>();

  async of(db: Db, organizationId: string, channelNo: number, rev: number): Promise<readonly Rule[]> {
    const known = this.known(organizationId, channelNo, rev);
    if (known) return known;
    const rules = await loadRules(db, organizationId, channelNo);
    if (this.#channels.size >= REMEMBERED) this.#channels.clear();
    this.#channels.set(`${organizationId} ${channelNo}`, { rev, rules });
    return rules;
  }

  known(organizationId: string, channelNo: number, rev: number): readonly Rule[] | undefined {
    const known = this.#channels.get(`${organizationId} ${channelNo}`);
    return known?.rev === rev ? known.rules : undefined;
  }
}

/**
 * Do these readings, that come after everything else, leave a rule without an open alarm as it is?
 * @param newest of the readings before them; null = there are none
 */
export function leavesQuiet(rule: Rule, readings: readonly AlarmReading[], newest: number | null): boolean {
  const { versions, family } = rule;
  if (family === 'silence') return !hasSilence(rule, readings, newest);
  // A change takes readings of before.
  if (family === 'change') return false;
  let version: RuleVersion | undefined;
  let until = Number.NEGATIVE_INFINITY;
  for (const reading of readings) {
    const { ts } = reading;
    const sample = sampleOf(family, reading);
    if (!sample) continue;
    if (ts >= until) {
      version = versionAt(versions, ts);
      until = versions.find(({ validFrom }) => validFrom > ts)?.validFrom ?? Number.POSITIVE_INFINITY;
    }
    if (version?.condition.breaches(sample.value)) return false;
  }
  return true;
}

function hasSilence({ versions }: Rule, readings: readonly AlarmReading[], newest: number | null): boolean {
  const shortest = Math.min(...versions.map(({ delays }) => delays.onDelay));
  let before = Math.max(newest ?? Number.NEGATIVE_INFINITY, versions[0]!.validFrom);
  for (const reading of readings) {
    if (!isSound(reading)) continue;
    if (reading.ts - before >= shortest) return true;
    before = Math.max(before, reading.ts);
  }
  return false;
}
