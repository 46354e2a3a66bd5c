import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { listMarks, type Mark } from '../../contract/marks.ts';
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
      // Limits of a rule of changes are no values of the channel.
      return items.flatMap((one) =>
        one.state === 'withdrawn' || one.state === 'pending' ? [] : one.kind === 'rate' ? { ...one, low: null, high: null } : one,
      );
    },
    renews: (event) => event.name === 'changed' && event.data.entity === 'alarms',
    longestDays: LONGEST_ALARM_DAYS,
  });

/** Of a longer time they would be thinner than a pixel. */
const LONGEST_MARKS_DAYS = 4_000;

/** Marks that hold, of all channels of a chart in one answer: asked for with their ids, commas between. */
export const createMarkBands = (deps: StoreDeps): Beside<readonly Mark[]> =>
  createBeside(deps, {
    async ask(call, channels, query) {
      const { items } = await call(listMarks, { params: { organization_id: deps.organization }, query: { channels, ...query } });
      return items;
    },
    renews: (event) => event.name === 'changed' && event.data.entity === 'marks',
    longestDays: LONGEST_MARKS_DAYS,
  });
