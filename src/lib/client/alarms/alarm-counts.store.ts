import { countAlarms } from '../../contract/alarms.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type AlarmCounts = ResponseOf<typeof countAlarms>;

/** Of which alarms are counted: all of the workspace, or those of one logger. */
interface CountedAlarms {
  workspace?: string | null;
  datalogger?: string;
}

const countsRequest = ({ workspace, datalogger }: CountedAlarms) => ({
  ...(workspace == null ? {} : { workspace_id: workspace }),
  ...(datalogger === undefined ? {} : { datalogger_id: datalogger }),
});

/** How many alarms there are that somebody has to do with. */
export function createAlarmCounts(deps: StoreDeps, of: CountedAlarms): BlockStore<AlarmCounts> {
  return createBlock<AlarmCounts>(
    deps,
    null,
    (call) => call(countAlarms, { params: { organization_id: deps.organization }, query: countsRequest(of) }),
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'alarms') reload();
      },
    },
  );
}
