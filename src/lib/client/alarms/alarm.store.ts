import { listAlarmNotices } from '../../contract/alarm-notices.ts';
import { type Alarm, acknowledgeAlarm, getAlarm } from '../../contract/alarms.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type AlarmNotice = ResponseOf<typeof listAlarmNotices>['items'][number];

export interface AlarmStore extends BlockStore<Alarm> {
  /** @throws ApiError */
  acknowledge(row: Alarm, note: string): Promise<Alarm>;
}

/** Ends of delays, newest values and mails make no event of their own, milliseconds. */
const LOOK_MS = 60_000;

const isOfAlarms = (event: LiveEvent) => event.name === 'changed' && event.data.entity === 'alarms';

/** One alarm. */
export function createAlarm(deps: StoreDeps, id: string, initial: Alarm | null): AlarmStore {
  const params = { organization_id: deps.organization, id };
  const { set, ...block } = createBlock<Alarm>(deps, initial, (call) => call(getAlarm, { params }), {
    everyMs: LOOK_MS,
    hear(event, _, { reload }) {
      if (isOfAlarms(event)) reload();
    },
  });
  return {
    ...block,
    async acknowledge(_row, note) {
      const saved = await deps.call(acknowledgeAlarm, { params, body: note.trim() === '' ? {} : { note } });
      set(saved);
      return saved;
    },
  };
}

/** Messages that told of it. */
export function createAlarmNotices(deps: StoreDeps, id: string): BlockStore<readonly AlarmNotice[]> {
  const params = { organization_id: deps.organization, id };
  return createBlock<readonly AlarmNotice[]>(deps, null, async (call) => (await call(listAlarmNotices, { params })).items, {
    everyMs: LOOK_MS,
    hear(event, _, { reload }) {
      if (isOfAlarms(event)) reload();
    },
  });
}
