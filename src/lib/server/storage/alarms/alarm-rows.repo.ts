import type { WithdrawnCause } from '../../../contract/alarms.ts';
import type { Row } from '../../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../../kernel/tenant-db.ts';

export type StoredAlarm = Omit<Row<'alarms'>, 'organization_id'>;
export type WatchedChannel = Pick<
  Row<'channels'>,
  'id' | 'no' | 'workspace_id' | 'datalogger_id' | 'alarm_open' | 'pruned_to' | 'mark_rev'
>;
export type Backlog = Omit<Row<'alarm_backlogs'>, 'organization_id'>;
/** A rule and one of the channels that it watches. */
export type Watch = Pick<StoredAlarm, 'rule_id' | 'channel_id'>;
/** What a fold says of an alarm. */
export type Spans = Pick<StoredAlarm, 'version' | 'since' | 'active_at' | 'back_at' | 'over_at' | 'peak' | 'peak_at'>;

/** An alarm whose reading came so long after it was measured is late, microseconds. */
const LATE_US = 3_600e6;
/** Parameters that one statement takes on either engine, with room. */
const PART = 400;
/** Alarms of one rank in the list. */
const RANK = 1e14;

const CHANNEL = ['id', 'no', 'workspace_id', 'datalogger_id', 'alarm_open', 'pruned_to', 'mark_rev'] as const;

/**
 * Where an alarm stands in the list, the smaller the higher: active ones, pending ones, those that are over and wait for an acknowledgement, the
 * rest; each newest first. One that is latched is active until it is acknowledged.
 */
export function placeOf({
  since,
  active_at,
  over_at,
  withdrawn_at,
  acknowledged_at,
  latch,
}: Pick<StoredAlarm, 'since' | 'active_at' | 'over_at' | 'withdrawn_at' | 'acknowledged_at' | 'latch'>): number {
  const isClosed = withdrawn_at !== null || (over_at !== null && acknowledged_at !== null);
  const rank = isClosed ? 3 : over_at !== null ? (latch === 1 ? 0 : 2) : active_at === null ? 1 : 0;
  return (rank + 1) * RANK - Math.floor(since / 1_000);
}

/** Below this place an alarm is active; then come pending ones, and those that wait for an acknowledgement. */
export const PLACES = { active: RANK, pending: 2 * RANK, waiting: 3 * RANK } as const;

const lateness = (active_at: number | null, now: number) => (active_at !== null && now - active_at > LATE_US ? 1 : 0);

export function alarmRowsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const rows = () => db.selectFrom('alarms').selectAll();
  return {
    channel(no: number): Promise<WatchedChannel | undefined> {
      return db.selectFrom('channels').select(CHANNEL).where('no', '=', no).executeTakeFirst();
    },
    channelById(id: string): Promise<WatchedChannel | undefined> {
      return db.selectFrom('channels').select(CHANNEL).where('id', '=', id).executeTakeFirst();
    },
    /** Those of the channel that aren't over. */
    open(channelId: string): Promise<StoredAlarm[]> {
      return rows().where('channel_id', '=', channelId).where('over_at', 'is', null).where('withdrawn_at', 'is', null).execute();
    },
    /** Those of the channels, by their numbers, that aren't over. */
    async openOf(channelNos: readonly number[]): Promise<(StoredAlarm & { channel_no: number })[]> {
      const found: (StoredAlarm & { channel_no: number })[] = [];
      for (let at = 0; at < channelNos.length; at += PART)
        found.push(
          ...(await db
            .selectFrom('alarms as a')
            .innerJoin('channels as c', 'c.id', 'a.channel_id')
            .selectAll('a')
            .select('c.no as channel_no')
            .where('c.no', 'in', channelNos.slice(at, at + PART))
            .where('a.over_at', 'is', null)
            .where('a.withdrawn_at', 'is', null)
            .execute()),
        );
      return found;
    },
    /** Those whose breach began there, withdrawn ones too. */
    between({ rule_id, channel_id }: Watch, from: number, to: number): Promise<StoredAlarm[]> {
      return rows()
        .where('channel_id', '=', channel_id)
        .where('rule_id', '=', rule_id)
        .where('since', '>=', from)
        .where('since', '<=', to)
        .execute();
    },
    /** The one in which a change at that moment lies, or one after which a breach goes on with it. */
    containing({ rule_id, channel_id }: Watch, ts: number, coolDown: number): Promise<StoredAlarm | undefined> {
      return rows()
        .where('channel_id', '=', channel_id)
        .where('rule_id', '=', rule_id)
        .where('withdrawn_at', 'is', null)
        .where('since', '<', ts)
        .where((eb) => eb.or([eb('over_at', 'is', null), eb('over_at', '>=', ts - coolDown)]))
        .orderBy('since', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
    /** As its version's alarms are told and closed. */
    async insert(row: Spans & Pick<StoredAlarm, 'id' | 'rule_id' | 'channel_id' | 'found_at' | 'latch'>, now: number): Promise<void> {
      const place = placeOf({ ...row, withdrawn_at: null, acknowledged_at: null });
      await db
        .insertInto('alarms')
        .values({ ...row, late: lateness(row.active_at, now), place })
        .execute();
    },
    /** Also one that was withdrawn: it is there again. */
    async change(before: StoredAlarm, spans: Spans, now: number): Promise<void> {
      const isNews = before.active_at === null && spans.active_at !== null;
      await db
        .updateTable('alarms')
        .set({
          ...spans,
          ...(isNews ? { found_at: now, late: lateness(spans.active_at, now) } : {}),
          withdrawn_at: null,
          withdrawn_cause: null,
          place: placeOf({ ...before, ...spans, withdrawn_at: null }),
        })
        .where('id', '=', before.id)
        .execute();
    },
    async withdraw(before: StoredAlarm, now: number, cause: WithdrawnCause): Promise<void> {
      await db
        .updateTable('alarms')
        .set({ withdrawn_at: now, withdrawn_cause: cause, place: placeOf({ ...before, withdrawn_at: now }) })
        .where('id', '=', before.id)
        .execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('alarms').where('id', '=', id).execute();
    },
    backlogsOf(channelId: string): Promise<Backlog[]> {
      return db.selectFrom('alarm_backlogs').selectAll().where('channel_id', '=', channelId).execute();
    },
    /** Any that waits in the organisation. */
    nextBacklog(): Promise<Backlog | undefined> {
      return db.selectFrom('alarm_backlogs').selectAll().orderBy('rule_id').orderBy('channel_id').limit(1).executeTakeFirst();
    },
    async putBacklog({ rule_id, channel_id, from_ts, to_ts, state, cause }: Backlog): Promise<void> {
      await db
        .insertInto('alarm_backlogs')
        .values({ rule_id, channel_id, from_ts, to_ts, state, cause })
        .onConflict((conflict) => conflict.columns(['organization_id', 'rule_id', 'channel_id']).doUpdateSet({ from_ts, to_ts, state }))
        .execute();
    },
    async dropBacklog({ rule_id, channel_id }: Watch): Promise<void> {
      await db.deleteFrom('alarm_backlogs').where('rule_id', '=', rule_id).where('channel_id', '=', channel_id).execute();
    },
    /** As `channels.alarm_open`. */
    async openness(channelId: string): Promise<number> {
      if ((await this.backlogsOf(channelId)).length > 0) return 2;
      return (await this.open(channelId)).length > 0 ? 1 : 0;
    },
    async setOpen(channelId: string, alarm_open: number): Promise<void> {
      await db.updateTable('channels').set({ alarm_open }).where('id', '=', channelId).execute();
    },
  };
}
export type AlarmRows = ReturnType<typeof alarmRowsRepo>;
