import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Job } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { followSilence } from '../storage/alarms/follow-alarms.ts';
import { alarmsRepo } from './alarms.repo.ts';

const EVERY_MS = 60_000;
/** A look that comes later than this was kept from coming: the process, or its machine, was asleep. */
const ASLEEP_US = 3 * EVERY_MS * 1_000;
/** After the server was away a channel gets at most this long for its first reading, microseconds. */
const LONGEST_GRACE_US = 3_600e6;
/** Channels that one look goes through in an organisation; the rest is the next one's. */
const MOST = 500;

type Organization = { id: string; no: number };

/**
 * Looks each minute for channels that are silent by one of their rules: a silence has no reading that would raise its alarm. What comes later, also
 * late, settles it. Harmless in several processes: the channel is held while it is looked at, and the alarm has the silence for its key.
 */
export function silenceJob(): Job {
  let lastLook: number | null = null;
  let awakeSince = 0;
  return {
    name: 'alarms.silence',
    everyMs: EVERY_MS,
    async run(deps) {
      const now = deps.clock.now();
      if (lastLook === null || now - lastLook > ASLEEP_US) awakeSince = now;
      lastLook = now;
      const organizations = await deps.db.read({ directory: true }, (db) =>
        db.selectFrom('organizations').select(['id', 'no']).where('archived_at', 'is', null).execute(),
      );
      for (const organization of organizations) {
        if (deps.stopping?.()) return;
        await lookAt(deps, organization, awakeSince).catch((error: unknown) =>
          deps.log.error({ err: error, organization: organization.id }, 'silent channels could not be looked at'),
        );
        await nextTurn();
      }
    },
  };
}

async function lookAt(deps: Deps, { id, no }: Organization, awakeSince: number): Promise<void> {
  const now = deps.clock.now();
  const silent = await deps.db.read(id, (db) => suspects(db, id, now));
  for (const { rule_id, channel_id, on_delay_s } of silent) {
    if (now - awakeSince < Math.min(on_delay_s * 1e6, LONGEST_GRACE_US)) continue;
    const told = await deps.db.write(id, async (db) => {
      await alarmsRepo({ db, organization_id: id }).hold(channel_id);
      return followSilence(db, { organizationId: id, organizationNo: no }, { rule_id, channel_id }, { now, uuid: deps.ids.uuid });
    });
    for (const alarm of told) deps.bus.publish(id, { name: 'changed', data: { entity: 'alarms', ...alarm } });
  }
}

/** Channels without a reading for longer than a rule allows, of which no alarm tells yet. */
function suspects(db: Db, organization_id: string, now: number) {
  return tenantDb({ db, organization_id })
    .selectFrom('alarm_watches as w')
    .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
    .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
    .innerJoin('channels as c', 'c.id', 'w.channel_id')
    .leftJoin('alarms as a', (join) =>
      join
        .onRef('a.rule_id', '=', 'w.rule_id')
        .onRef('a.channel_id', '=', 'w.channel_id')
        .on('a.over_at', 'is', null)
        .on('a.withdrawn_at', 'is', null),
    )
    .select(['w.rule_id', 'w.channel_id', 'v.on_delay_s'])
    .where('v.kind', '=', 'no_data')
    .where('r.archived_at', 'is', null)
    .where('a.id', 'is', null)
    .where((eb) => {
      const limit = eb(eb.cast<number>(eb.val(now), 'bigint'), '-', eb(eb.cast<number>('v.on_delay_s', 'bigint'), '*', eb.lit(1_000_000)));
      return eb.and([
        eb('w.since', '<', limit),
        ...(['c.last_ts', 'c.left_out_ts', 'c.excluded_ts'] as const).map((column) =>
          eb.or([eb(column, 'is', null), eb(column, '<', limit)]),
        ),
      ]);
    })
    .orderBy('w.channel_id')
    .orderBy('w.rule_id')
    .limit(MOST)
    .execute();
}
