import { type AlarmLimits, conditionOf } from '../../../domain/alarms/condition.ts';
import { type RuleVersion, versionAt } from '../../../domain/alarms/rule.ts';
import type { Db } from '../../kernel/database.ts';
import { NEVER_LAST } from '../../kernel/reading-store.ts';
import type { Row } from '../../kernel/schema.ts';
import { tenantDb } from '../../kernel/tenant-db.ts';

/** A rule that is in force, ready to be folded. */
export interface Rule {
  id: string;
  /** In their order; the first one says from when on readings count. */
  versions: readonly RuleVersion[];
}

export type LimitColumns = Pick<Row<'alarm_rule_versions'>, 'kind' | 'low' | 'high' | 'hysteresis'> & { states: readonly number[] };

/** @throws RangeError as `conditionOf` does, and where a limit is missing */
export function limitsOf({ kind, low, high, hysteresis, states }: LimitColumns): AlarmLimits {
  const given = (limit: number | null): number => {
    if (limit === null) throw new RangeError('limits');
    return limit;
  };
  if (kind === 'state') return { kind, states };
  if (kind === 'above') return { kind, high: given(high), hysteresis };
  if (kind === 'below') return { kind, low: given(low), hysteresis };
  return { kind, low: given(low), high: given(high), hysteresis };
}

export const delaysOf = ({ on_delay_s, off_delay_s }: Pick<Row<'alarm_rule_versions'>, 'on_delay_s' | 'off_delay_s'>) => ({
  onDelay: on_delay_s * 1e6,
  offDelay: off_delay_s * 1e6,
});

/** What counts as a sample of an alarm: a number that could be the channel's newest value. */
export const isSample = (reading: { num: number | null; quality: number }): boolean =>
  reading.num !== null && (reading.quality & NEVER_LAST) === 0;

/** Rules in force that watch the channel. */
export async function loadRules(db: Db, organization_id: string, channelNo: number): Promise<Rule[]> {
  const rows = await tenantDb({ db, organization_id })
    .selectFrom('alarm_rules as r')
    .innerJoin('channels as c', 'c.id', 'r.channel_id')
    .innerJoin('alarm_rule_versions as v', 'v.rule_id', 'r.id')
    .selectAll('v')
    .where('c.no', '=', channelNo)
    .where('r.archived_at', 'is', null)
    .orderBy('v.rule_id')
    .orderBy('v.version')
    .execute();
  return [...Map.groupBy(rows, ({ rule_id }) => rule_id)].map(([id, versions]) => ({ id, versions: versions.map(compiled) }));
}

const compiled = (row: Row<'alarm_rule_versions'>): RuleVersion => ({
  version: row.version,
  validFrom: row.valid_from,
  condition: conditionOf(limitsOf({ ...row, states: JSON.parse(row.states) as number[] })),
  delays: delaysOf(row),
});

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

/** Do these readings, that come after everything else, leave a channel without an open alarm as it is? */
export function leavesQuiet(rules: readonly Rule[], readings: readonly { ts: number; num: number | null; quality: number }[]): boolean {
  return rules.every(({ versions }) => {
    let version: RuleVersion | undefined;
    let until = Number.NEGATIVE_INFINITY;
    for (const reading of readings) {
      const { ts } = reading;
      if (!isSample(reading)) continue;
      if (ts >= until) {
        version = versionAt(versions, ts);
        until = versions.find(({ validFrom }) => validFrom > ts)?.validFrom ?? Number.POSITIVE_INFINITY;
      }
      if (version?.condition.breaches(reading.num!)) return false;
    }
    return true;
  });
}
