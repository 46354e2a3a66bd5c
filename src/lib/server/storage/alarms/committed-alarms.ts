import type { Db } from '../../kernel/database.ts';
import type { ReceivedMessage } from '../../kernel/reading-store.ts';
import { counted, type NewValue, type Series, type StoredChannel } from '../readings/reading-store-plan.ts';
import { alarmRowsRepo, type StoredAlarm } from './alarm-rows.repo.ts';
import { followAlarms, leavesAlarm, type ReadingsChange } from './follow-alarms.ts';
import { isSample, leavesQuiet, type Rule, RuleMemory } from './rules.ts';

/** What a group commit has to go through for alarms. */
export interface Watched {
  series: Series;
  rev: number;
  /** As `channels.alarm_open`. */
  open: number;
  from: number;
  to: number;
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
    const ids = ongoing.flatMap((one) => rulesOf.get(one)!.map(({ id }) => id));
    const open = ids.length === 0 ? [] : await alarmRowsRepo({ db, organization_id: organizationId }).openOf(ids);
    const byRule = new Map(open.map((alarm) => [alarm.rule_id, alarm]));
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
const samplesOf = (series: Series) =>
  insertsOf(series)
    .filter(isSample)
    .map(({ ts, num }) => ({ ts, value: num! }));

const changeOf = ({ series, from, to, isAppended }: Watched): ReadingsChange => ({
  channelNo: series.channelNo,
  from,
  to,
  appended: isAppended ? samplesOf(series) : null,
});

const isQuiet = ({ series, open, isAppended }: Watched, rules: readonly Rule[]): boolean =>
  rules.length === 0 || (isAppended && open === 0 && leavesQuiet(rules, insertsOf(series)));

function leavesAlarms({ series }: Watched, rules: readonly Rule[], open: ReadonlyMap<string, StoredAlarm>): boolean {
  const samples = samplesOf(series);
  return rules.every((rule) => leavesAlarm(rule, samples, open.get(rule.id)));
}

/** Null = no sample came, went or changed. */
function watchedOf(series: Series, { last_ts, alarm_rev, alarm_open }: StoredChannel): Watched | null {
  const { updates } = series;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const take = (ts: number) => {
    if (ts < from) from = ts;
    if (ts > to) to = ts;
  };
  for (const reading of insertsOf(series)) if (isSample(reading)) take(reading.ts);
  for (const { ts } of updates) take(ts);
  if (to === Number.NEGATIVE_INFINITY) return null;
  return { series, rev: alarm_rev!, open: alarm_open, from, to, isAppended: updates.length === 0 && (last_ts === null || from > last_ts) };
}
