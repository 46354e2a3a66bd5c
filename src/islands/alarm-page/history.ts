import type { AlarmNotice } from '../../lib/client/alarms/alarm.store.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';

/** One thing that happened to an alarm, or that was told of it. */
export type HistoryLine =
  | { what: 'began' | 'active' | 'late' | 'acknowledged' | 'back' | 'over' | 'closed' | 'withdrawn'; at: string }
  | { what: 'notice'; at: string; notice: AlarmNotice };

const later = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b);

/** What happened to an alarm, oldest first; of the same moment in the order in which one follows from the other. */
export function historyOf(row: Alarm, notices: readonly AlarmNotice[]): readonly HistoryLine[] {
  const { since, active_at, over_at, acknowledged_at, withdrawn_at } = row;
  const lines: HistoryLine[] = [{ what: 'began', at: since }];
  if (active_at !== null) lines.push({ what: 'active', at: active_at });
  if (row.late) lines.push({ what: 'late', at: row.found_at });
  for (const notice of notices) lines.push({ what: 'notice', at: notice.settled_at ?? notice.made_at, notice });
  if (acknowledged_at !== null) lines.push({ what: 'acknowledged', at: acknowledged_at });
  // One that is latched isn't over before somebody acknowledges it.
  if (over_at !== null) lines.push({ what: row.latch ? 'back' : 'over', at: over_at });
  if (over_at !== null && acknowledged_at !== null && withdrawn_at === null)
    lines.push({ what: 'closed', at: later(over_at, acknowledged_at) });
  if (withdrawn_at !== null) lines.push({ what: 'withdrawn', at: withdrawn_at });
  return lines.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
