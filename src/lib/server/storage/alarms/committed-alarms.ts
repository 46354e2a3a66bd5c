import type { Db } from '../../kernel/database.ts';
import { AHEAD, type ReceivedMessage } from '../../kernel/reading-store.ts';
import { counted, type NewValue, type Series, type StoredChannel } from '../readings/reading-store-plan.ts';
import { alarmRowsRepo, type StoredAlarm } from './alarm-rows.repo.ts';
import { followAlarms, leavesAlarm, type ReadingsChange } from './follow-alarms.ts';
import { leavesQuiet, type Rule, RuleMemory } from './rules.ts';

/** What a group commit has to go through for alarms. */
export interface Watched {
  series: Series;
  rev: number;
  /** As `channels.alarm_open`. */
  open: number;
  from: number;
  to: number;
  /** The newest reading before, but for those ahead of their receipt. */
  newest: number | null;
  /** Everything came after what was there. */
  isAppended: boolean;
}

/**
 * Alarms of the group commit. Readings that breach nothing, after which nothing came and with no alarm open, ask nothing of the database; where
 * alarms are open and stay as they are, it is asked once for all of them.
 */
export class CommittedAlarms {
  readonly #rules = new RuleMemory();
  readonly #uuid: () => string;

  constructor(uuid: () => string) {
    this.#uuid = uuid;
  }

  /** Adds what the series did to a channel that is watched, where alarms may follow from it. */
  look(watched: Watched[], organizationId: string, series: Series, before: StoredChannel): void {
    const one = watchedOf(series, before);
    if (!one) return;
    const rules = this.#rules.known(organizationId, series.channelNo, one.rev);
    if (!rules || !isQuiet(one, rules)) watched.push(one);
  }

  /** In the transaction that stores the readings. */
  async follow(db: Db, { organizationId, organizationNo }: ReceivedMessage, watched: readonly Watched[]): Promise<void> {
    const rulesOf = new Map<Watched, readonly Rule[]>();
    for (const one of watched) rulesOf.set(one, await this.#rules.of(db, organizationId, one.series.channelNo, one.rev));
    const ongoing = watched.filter(({ open, isAppended }) => open === 1 && isAppended);
    const open =
      ongoing.length === 0
        ? []
        : await alarmRowsRepo({ db, organization_id: organizationId }).openOf(ongoing.map(({ series }) => series.channelNo));
    const byRule = new Map(open.map((alarm) => [`${alarm.channel_no} ${alarm.rule_id}`, alarm]));
    for (const one of watched) {
      const rules = rulesOf.get(one)!;
      if (isQuiet(one, rules) || (ongoing.includes(one) && leavesAlarms(one, rules, byRule))) continue;
      const { series } = one;
      const told = await followAlarms(db, { organizationId, organizationNo }, [changeOf(one)], {
        now: series.slices.at(-1)!.message.receivedAt,
        uuid: this.#uuid,
        cause: 'readings',
        rules: () => rules,
      });
      series.slices[0]!.alarms.push(...told);
    }
  }
}

/** New readings as they count. */
const insertsOf = (series: Series): readonly NewValue[] =>
  series.overlay === null ? series.inserts : series.inserts.map((reading) => counted(series, reading));

const changeOf = ({ series, from, to, isAppended }: Watched): ReadingsChange => ({
  channelNo: series.channelNo,
  from,
  to,
  appended: isAppended ? insertsOf(series) : null,
});

function isQuiet({ series, open, isAppended, newest }: Watched, rules: readonly Rule[]): boolean {
  if (rules.length === 0) return true;
  if (!isAppended || open !== 0) return false;
  const readings = insertsOf(series);
  return rules.every((rule) => leavesQuiet(rule, readings, newest));
}

function leavesAlarms({ series, newest }: Watched, rules: readonly Rule[], open: ReadonlyMap<string, StoredAlarm>): boolean {
  const readings = insertsOf(series);
  return rules.every((rule) => {
    const alarm = open.get(`${series.channelNo} ${rule.id}`);
    if (!alarm && leavesQuiet(rule, readings, newest)) return true;
    return leavesAlarm(rule, readings, alarm);
  });
}

/** Null = nothing came, went or changed that an alarm could follow from. */
function watchedOf(series: Series, { last_ts, left_out_ts, excluded_ts, alarm_rev, alarm_open }: StoredChannel): Watched | null {
  const { updates } = series;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const take = (ts: number) => {
    if (ts < from) from = ts;
    if (ts > to) to = ts;
  };
  for (const { ts, quality } of series.inserts) if ((quality & AHEAD) === 0) take(ts);
  for (const { ts } of updates) take(ts);
  if (to === Number.NEGATIVE_INFINITY) return null;
  const before = Math.max(
    last_ts ?? Number.NEGATIVE_INFINITY,
    left_out_ts ?? Number.NEGATIVE_INFINITY,
    excluded_ts ?? Number.NEGATIVE_INFINITY,
  );
  return {
    ...{ series, from, to, rev: alarm_rev!, open: alarm_open },
    newest: before === Number.NEGATIVE_INFINITY ? null : before,
    isAppended: updates.length === 0 && from > before,
  };
}
