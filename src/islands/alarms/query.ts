import type { AlarmsQuery } from '../../lib/client/alarms/alarms.store.ts';
import { ALARM_SEVERITIES, type AlarmSeverity } from '../../lib/contract/alarm-rules.ts';
import { ALARM_FILTERS, type AlarmFilter } from '../../lib/contract/alarms.ts';
import { isUuid } from '../../lib/routes.ts';
import { momentIn } from '../range/time-asked.ts';

/** The list as its address says it. */

/** Filters that the menu offers; what waits for somebody stands above the rest anyway. */
export const OFFERED = ALARM_FILTERS.filter((filter) => filter !== 'waiting');

const idIn = (text: string | undefined) => (text !== undefined && isUuid(text) ? text : null);

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): AlarmsQuery {
  return {
    workspace,
    state: ALARM_FILTERS.includes(query.state as AlarmFilter) ? (query.state as AlarmFilter) : null,
    severity: ALARM_SEVERITIES.includes(query.severity as AlarmSeverity) ? (query.severity as AlarmSeverity) : null,
    datalogger: idIn(query.datalogger),
    machine: idIn(query.machine),
    rule: idIn(query.rule),
    from: momentIn(query.from),
    to: momentIn(query.to),
    q: '',
    sort: 'place',
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export const writeQuery = ({ state, severity, datalogger, machine, rule, from, to }: AlarmsQuery): Record<string, string | null> => ({
  state,
  severity,
  datalogger,
  machine,
  rule,
  from,
  to,
});

export const isNarrowed = ({ state, severity, datalogger, machine, rule, from, to }: AlarmsQuery): boolean =>
  [state, severity, datalogger, machine, rule, from, to].some((value) => value !== null);
