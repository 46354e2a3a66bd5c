import type { Db } from '../../kernel/database.ts';
import { changedReader, type ReadingsChanged } from '../readings/changed-reader.ts';
import { overlayOf } from '../readings/overlay.ts';
import { readingReader } from '../readings/reading-reader.ts';
import { type AlarmRows, alarmRowsRepo, type Spans, type StoredAlarm } from './alarm-rows.repo.ts';
import { Following, type Place } from './follow-alarms.ts';
import { loadRules } from './rules.ts';

/** What changed readings would make of alarms: the same fold as when they change, over the readings as they would be; nothing is written. */

/** What people see of an alarm. Microseconds. */
export type AlarmSeen = Pick<StoredAlarm, 'since' | 'over_at' | 'peak'>;

/** What would become of an alarm that is active or was; what only waits for its delay was told to nobody. */
export interface ForetoldAlarm {
  /** Null = it would be made. */
  id: string | null;
  rule_id: string;
  channel_id: string;
  /** As it is; null = it would begin. */
  before: AlarmSeen | null;
  /** As it would be; null = it would be withdrawn. */
  after: AlarmSeen | null;
}

/** @returns null where there is more than is folded at once */
export async function foretellAlarms(
  db: Db,
  place: Place,
  changes: ReadonlyMap<number, ReadingsChanged>,
  now: number,
): Promise<ForetoldAlarm[] | null> {
  const told: ForetoldAlarm[] = [];
  const stored = alarmRowsRepo({ db, organization_id: place.organizationId });
  for (const [channelNo, changed] of changes) {
    const rules = await loadRules(db, place.organizationId, channelNo);
    const channel = rules.length === 0 ? undefined : await stored.channel(channelNo);
    if (!channel) continue;
    const overlay = await overlayOf(db, place.organizationId, channel);
    const raw = changedReader(readingReader({ db, organization_no: place.organizationNo }), changed);
    const reader: typeof raw = overlay
      ? { range: async (no, options) => (await raw.range(no, options)).map((reading) => overlay.correct(reading)) }
      : raw;
    const { rows, fates } = unwritten(stored);
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const ts of changed.keys()) [from, to] = [Math.min(from, ts), Math.max(to, ts)];
    const means = { now, uuid: () => '', cause: 'reread' } as const;
    await new Following({ channel, means, repo: rows, reader }).follow(rules, { channelNo, from, to, appended: null });
    if (fates.waits) return null;
    told.push(...fates.alarms);
  }
  return told;
}

/** Rows as they are stored, that only remember what is written into them. */
function unwritten(stored: AlarmRows): { rows: AlarmRows; fates: { alarms: ForetoldAlarm[]; waits: boolean } } {
  const fates = { alarms: [] as ForetoldAlarm[], waits: false };
  const tell = (of: Pick<ForetoldAlarm, 'id' | 'rule_id' | 'channel_id'>, was: Spans | null, is: Spans | null) => {
    const [before, after] = [seen(was), seen(is)];
    if (isSame(before, after)) return;
    fates.alarms.push({ id: of.id, rule_id: of.rule_id, channel_id: of.channel_id, before, after });
  };
  const present = (alarm: StoredAlarm) => (alarm.withdrawn_at === null ? alarm : null);
  const nothing = async () => undefined;
  const rows: AlarmRows = {
    ...stored,
    insert: async (alarm) => tell({ ...alarm, id: null }, null, alarm),
    change: async (alarm, spans) => tell(alarm, present(alarm), spans),
    withdraw: async (alarm) => tell(alarm, present(alarm), null),
    remove: nothing,
    async putBacklog() {
      fates.waits = true;
    },
    dropBacklog: nothing,
    openness: async () => 0,
    setOpen: nothing,
  };
  return { rows, fates };
}

const seen = (alarm: Spans | null): AlarmSeen | null =>
  alarm === null || alarm.active_at === null ? null : { since: alarm.since, over_at: alarm.over_at, peak: alarm.peak };

const isSame = (a: AlarmSeen | null, b: AlarmSeen | null): boolean =>
  a === b || (a !== null && b !== null && a.since === b.since && a.over_at === b.over_at && a.peak === b.peak);
