import type { AlarmSample } from '../../../domain/alarms/fold.ts';
import type { Db } from '../../kernel/database.ts';
import type { ReceivedMessage } from '../../kernel/reading-store.ts';
import type { Series, StoredChannel } from '../readings/reading-store-plan.ts';
import { followAlarms, type ReadingsChange } from './follow-alarms.ts';
import { isSample, leavesQuiet, RuleMemory } from './rules.ts';

/** What a group commit has to go through for alarms. */
export interface Watched extends ReadingsChange {
  series: Series;
  rev: number;
  isOpen: boolean;
}

/** Alarms of the group commit: readings that breach nothing, after which nothing came and with no alarm open, ask nothing of the database. */
export class CommittedAlarms {
  readonly #rules = new RuleMemory();
  readonly #uuid: () => string;

  constructor(uuid: () => string) {
    this.#uuid = uuid;
  }

  /** Adds what the series did to a channel that is watched, where alarms may follow from it. */
  look(watched: Watched[], organizationId: string, series: Series, before: StoredChannel): void {
    const change = changeOf(series, before);
    if (!change) return;
    const rev = before.alarm_rev!;
    const isOpen = before.alarm_open === 1;
    const rules = this.#rules.known(organizationId, series.channelNo, rev);
    if (rules && (rules.length === 0 || (change.appended && !isOpen && leavesQuiet(rules, change.appended)))) return;
    watched.push({ ...change, series, rev, isOpen });
  }

  /** In the transaction that stores the readings. */
  async follow(db: Db, { organizationId, organizationNo }: ReceivedMessage, watched: readonly Watched[]): Promise<void> {
    for (const { series, rev, isOpen, ...change } of watched) {
      const rules = await this.#rules.of(db, organizationId, change.channelNo, rev);
      if (rules.length === 0 || (change.appended && !isOpen && leavesQuiet(rules, change.appended))) continue;
      const told = await followAlarms(db, { organizationId, organizationNo }, [change], {
        now: series.slices.at(-1)!.message.receivedAt,
        uuid: this.#uuid,
        cause: 'readings',
        rules: () => rules,
      });
      series.slices[0]!.alarms.push(...told);
    }
  }
}

/** Null = no sample came, went or changed. */
function changeOf({ channelNo, inserts, updates }: Series, { last_ts }: StoredChannel): ReadingsChange | null {
  const samples: AlarmSample[] = [];
  for (const reading of inserts) if (isSample(reading)) samples.push({ ts: reading.ts, value: reading.num! });
  if (samples.length === 0 && updates.length === 0) return null;
  let from = samples[0]?.ts ?? Number.POSITIVE_INFINITY;
  let to = samples.at(-1)?.ts ?? Number.NEGATIVE_INFINITY;
  for (const { ts } of updates) {
    if (ts < from) from = ts;
    if (ts > to) to = ts;
  }
  const isAppended = updates.length === 0 && (last_ts === null || from > last_ts);
  return { channelNo, from, to, appended: isAppended ? samples : null };
}
