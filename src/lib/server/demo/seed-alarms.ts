import type { AlarmSeverity } from '../../contract/alarm-rules.ts';
import { alarmRulesRepo } from '../alarm-rules/alarm-rules.repo.ts';
import { alarmsRepo } from '../alarms/alarms.repo.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { stamps } from '../kernel/rows.ts';
import { placeOf } from '../storage/alarms/alarm-rows.repo.ts';
import { followWatches } from '../storage/alarms/watches.ts';
import type { DemoWords } from './words.ts';

interface DemoRule {
  code: string;
  key: string;
  name: string;
  severity: AlarmSeverity;
  high: number;
  hysteresis: number;
  onDelayS: number;
}

/** What the plant watches: limits that its model goes beyond a few times a week. */
export const DEMO_RULES: readonly DemoRule[] = [
  { code: 'LOG-0007', key: 'air', name: 'Vysoká teplota', severity: 'critical', high: 5.8, hysteresis: 0.5, onDelayS: 300 },
  { code: 'LOG-0003', key: 'chamber', name: 'Přehřátá pec', severity: 'warning', high: 235.5, hysteresis: 1, onDelayS: 300 },
  { code: 'LOG-0009', key: 'humidity', name: 'Vlhko ve skladu', severity: 'info', high: 58, hysteresis: 1, onDelayS: 600 },
];

/** What it watches of all sensors of a type: batteries, and that hygrometers go on sending. */
const TYPE_RULES = [
  { type: 'battery', name: 'Slabá baterie', severity: 'info', kind: 'below', low: 20, hysteresis: 5, on_delay_s: 0 },
  { type: 'relative_humidity', name: 'Bez dat', severity: 'warning', kind: 'no_data', low: null, hysteresis: 0, on_delay_s: 3_600 },
] as const;

const PLAIN = { window_s: 0, latch: 0, cool_down_s: 0, schedule: null };

const DAY_US = 86_400e6;
/** Rules count from then on, so that there is something to be seen. */
const WATCHED_US = 14 * DAY_US;
/** Older alarms were seen to. */
const SEEN_US = DAY_US;
const LOOKED_AFTER_US = 7 * 60e6;

export async function seedRules(
  db: Db,
  ids: Deps['ids'],
  { organization_id, userId, now, word }: { organization_id: string; userId: string; now: number; word: DemoWords },
  channelOf: (code: string, key: string) => string | undefined,
): Promise<void> {
  const repo = alarmRulesRepo({ db, organization_id });
  for (const { code, key, name, severity, high, hysteresis, onDelayS } of DEMO_RULES) {
    const channel_id = channelOf(code, key);
    if (channel_id === undefined) continue;
    const id = ids.uuid();
    await repo.insert({ ...stamps(now, userId), id, channel_id, name: word(name), severity, recipients: '[]', version: 1 });
    const limits = { kind: 'above' as const, low: null, high, states: '[]', hysteresis, on_delay_s: onDelayS, off_delay_s: 0, ...PLAIN };
    await repo.insertVersion({ rule_id: id, version: 1, valid_from: now - WATCHED_US, created_by: userId, ...limits });
    await followWatches(db, { rule: id }, { organizationId: organization_id, now: now - WATCHED_US });
  }
}

/** @param types of sensors, by their keys */
export async function seedTypeRules(
  db: Db,
  ids: Deps['ids'],
  { organization_id, userId, now, word }: { organization_id: string; userId: string; now: number; word: DemoWords },
  types: ReadonlyMap<string, string>,
): Promise<void> {
  const repo = alarmRulesRepo({ db, organization_id });
  for (const { type, name, severity, kind, low, hysteresis, on_delay_s } of TYPE_RULES) {
    const sensor_type_id = types.get(type);
    if (sensor_type_id === undefined) continue;
    const id = ids.uuid();
    await repo.insert({
      ...stamps(now, userId),
      id,
      channel_id: null,
      sensor_type_id,
      name: word(name),
      severity,
      recipients: '[]',
      version: 1,
    });
    const limits = { kind, low, high: null, states: '[]', hysteresis, on_delay_s, off_delay_s: 0, ...PLAIN };
    await repo.insertVersion({ rule_id: id, version: 1, valid_from: now, created_by: userId, ...limits });
    await followWatches(db, { rule: id }, { organizationId: organization_id, now });
  }
}

/** Somebody acknowledged the alarms of the history, but for those of the last day. */
export async function acknowledgeHistory(
  deps: Pick<Deps, 'db' | 'clock'>,
  { organization_id, userId }: { organization_id: string; userId: string },
): Promise<void> {
  const before = deps.clock.now() - SEEN_US;
  await deps.db.write(organization_id, async (db) => {
    const repo = alarmsRepo({ db, organization_id });
    const rows = await repo.list({ workspaces: 'all', state: 'unacknowledged', to: before }, { cursor: null, limit: 500 });
    for (const row of rows) {
      const acknowledged_at = row.over_at! + LOOKED_AFTER_US;
      await repo.acknowledge(row.id, {
        acknowledged_at,
        acknowledged_by: userId,
        note: null,
        place: placeOf({ ...row, acknowledged_at }),
      });
    }
  });
}
