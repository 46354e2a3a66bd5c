import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { LONGEST_WORK_DAYS, type MachineWork, machineWork } from '../../contract/measurements.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { type Beside, createBeside } from './beside.ts';

/** What people did, by machines. */
export const createWorkLanes = (deps: StoreDeps): Beside<MachineWork> =>
  createBeside(deps, {
    ask: (call, id, query) => call(machineWork, { params: { organization_id: deps.organization, id }, query }),
    renews: (event) => event.name === 'changed' && event.data.entity === 'measurements',
    longestDays: LONGEST_WORK_DAYS,
  });

/** Alarms of one channel that one picture can hold. */
const MOST_ALARMS = '200';
/** Of a longer time they would be thinner than a pixel. */
const LONGEST_ALARM_DAYS = 400;

/** Alarms that were, by channels; those that were taken back are none. */
export const createAlarmBands = (deps: StoreDeps): Beside<readonly Alarm[]> =>
  createBeside(deps, {
    async ask(call, channel_id, query) {
      const { items } = await call(listAlarms, {
        params: { organization_id: deps.organization },
        query: { channel_id, ...query, limit: MOST_ALARMS },
      });
      return items.filter(({ state }) => state !== 'withdrawn' && state !== 'pending');
    },
    renews: (event) => event.name === 'changed' && event.data.entity === 'alarms',
    longestDays: LONGEST_ALARM_DAYS,
  });
