import { computed } from 'nanostores';
import { type Alarm, listAlarmLimits, listAlarms, MOST_ASKED_CHANNELS } from '../../contract/alarms.ts';
import { listMarks, type Mark } from '../../contract/marks.ts';
import { LONGEST_WORK_DAYS, type MachineWork, machineWork } from '../../contract/measurements.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { type Beside, createBeside } from './beside.ts';
import { inParts } from './in-parts.ts';

/** What people did, by machines. */
export const createWorkLanes = (deps: StoreDeps): Beside<MachineWork> =>
  createBeside(deps, {
    ask: (call, id, query) => call(machineWork, { params: { organization_id: deps.organization, id }, query }),
    renews: (event) => event.name === 'changed' && event.data.entity === 'measurements',
    longestDays: LONGEST_WORK_DAYS,
  });

/** Alarms of many channels in one answer; of one channel that one picture can hold. */
const MOST_TOGETHER = '500';
const MOST_ALARMS = '200';
/** Of a longer time they would be thinner than a pixel. */
const LONGEST_ALARM_DAYS = 400;

/** Alarms that were, by channels; those that were taken back are none. */
export function createAlarmBands(deps: StoreDeps): Beside<readonly Alarm[]> {
  const params = { organization_id: deps.organization };
  const all = createBeside<Readonly<Record<string, readonly Alarm[]>>>(deps, {
    async ask(call, channels, query) {
      const ids = channels.split(',');
      const together = await call(listAlarms, { params, query: { channels, ...query, limit: MOST_TOGETHER } });
      const of = async (id: string) => {
        if (together.next_cursor === null) return together.items.filter(({ channel_id }) => channel_id === id);
        // The many of one channel leave out none of another.
        return (await call(listAlarms, { params, query: { channel_id: id, ...query, limit: MOST_ALARMS } })).items;
      };
      return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, (await of(id)).flatMap(drawn)] as const)));
    },
    renews: (event) => event.name === 'changed' && event.data.entity === 'alarms',
    longestDays: LONGEST_ALARM_DAYS,
  });
  return {
    ...all,
    $found: computed(all.$found, (found) => Object.assign({}, ...Object.values(found))),
    show: (channels, window) =>
      all.show(
        inParts(channels, MOST_ASKED_CHANNELS).map((part) => part.join()),
        window,
      ),
  };
}

/** Limits of a rule of changes are no values of the channel. */
function drawn(one: Alarm): Alarm[] {
  if (one.state === 'withdrawn' || one.state === 'pending') return [];
  return [one.kind === 'rate' ? { ...one, low: null, high: null } : one];
}

/** By channels of a logger: limits of the rules that watch them, in the unit of their stored values. */
export const createRuleLimits = (
  deps: StoreDeps,
  datalogger_id: string,
): BlockStore<Readonly<Record<string, { limits: readonly number[]; spans: [] }>>> =>
  createBlock(
    deps,
    null,
    async (call) => {
      const { items } = await call(listAlarmLimits, { params: { organization_id: deps.organization }, query: { datalogger_id } });
      return Object.fromEntries(items.map(({ channel_id, limits }) => [channel_id, { limits, spans: [] }]));
    },
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'alarm-rules') reload();
      },
    },
  );

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
