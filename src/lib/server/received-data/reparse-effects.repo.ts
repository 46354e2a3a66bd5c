import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Parameters that one statement takes on either engine, with room. */
const PART = 400;
/** Rows that are looked through, at most. */
export const MOST_LOOKED = 10_000;

/** What hangs on readings of channels: rules with their alarms, and recordings. */
export function reparseEffectsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  /** Asks for channels part by part, until there are more rows than are looked through. */
  const inParts = async <R>(ids: readonly string[], ask: (some: readonly string[], limit: number) => Promise<R[]>): Promise<R[]> => {
    const rows: R[] = [];
    for (let at = 0; at < ids.length && rows.length <= MOST_LOOKED; at += PART)
      rows.push(...(await ask(ids.slice(at, at + PART), MOST_LOOKED + 1 - rows.length)));
    return rows;
  };
  return {
    channels: (ids: readonly string[]) =>
      inParts(ids, (some) =>
        db
          .selectFrom('channels')
          .select(['id', 'workspace_id', 'name', 'unit', 'decimals', 'sensor_type_id'])
          .where('id', 'in', some)
          .execute(),
      ),
    /** Rules with what they look at now. */
    rules: (ids: readonly string[]) =>
      inParts(ids, (some) =>
        db
          .selectFrom('alarm_rules as r')
          .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
          .select(['r.id', 'r.name', 'v.kind'])
          .where('r.id', 'in', some)
          .execute(),
      ),
    /** Rules in force that watch the channels, from when on, and how far beyond a reading they look, in seconds. */
    watches: (ids: readonly string[]) =>
      inParts(ids, (some, limit) =>
        db
          .selectFrom('alarm_watches as w')
          .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
          .innerJoin('alarm_rule_versions as v', 'v.rule_id', 'r.id')
          .select(({ fn }) => [
            'w.channel_id',
            'w.since',
            'r.id',
            'r.name',
            fn.min('v.valid_from').as('valid_from'),
            fn.max('v.window_s').as('window_s'),
            fn.max('v.cool_down_s').as('cool_down_s'),
          ])
          .where('w.channel_id', 'in', some)
          .where('r.archived_at', 'is', null)
          .groupBy(['w.channel_id', 'w.since', 'r.id', 'r.name'])
          .limit(limit)
          .execute(),
      ),
    /** Alarms of the channels that began by `to` and weren't over before `from`, microseconds. */
    alarms: (ids: readonly string[], { from, to }: { from: number; to: number }) =>
      inParts(ids, (some, limit) =>
        db
          .selectFrom('alarms')
          .select(['rule_id', 'channel_id', 'since', 'over_at'])
          .where('channel_id', 'in', some)
          .where('withdrawn_at', 'is', null)
          .where('since', '<=', to)
          .where((eb) => eb.or([eb('over_at', 'is', null), eb('over_at', '>=', from)]))
          .limit(limit)
          .execute(),
      ),
    /** Recordings that go over the channels between two moments. */
    recordings: (ids: readonly string[], { from, to }: { from: number; to: number }) =>
      inParts(ids, (some, limit) =>
        db
          .selectFrom('recording_channels as rc')
          .innerJoin('recordings as r', 'r.id', 'rc.recording_id')
          .select(['rc.channel_id', 'r.id', 'r.name', 'r.workspace_id', 'r.from_ts', 'r.to_ts', 'r.revision'])
          .where('rc.channel_id', 'in', some)
          .where('r.from_ts', '<=', to)
          .where((eb) => eb.or([eb('r.to_ts', 'is', null), eb('r.to_ts', '>', from)]))
          .orderBy('r.from_ts', 'desc')
          .orderBy('r.id')
          .limit(limit)
          .execute(),
      ),
  };
}
