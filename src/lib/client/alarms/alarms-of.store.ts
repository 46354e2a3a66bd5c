import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Channels whose alarms lasted into a time. */
export interface TimeOfChannels {
  channels: readonly string[];
  from: string;
  to: string | null;
}

/** What a page names of each channel; the list has the others. */
const MOST = '20';
const LOOK_MS = 60_000;

export function createAlarmsOf(deps: StoreDeps, { channels, from, to }: TimeOfChannels): BlockStore<{ rows: readonly Alarm[] }> {
  const params = { organization_id: deps.organization };
  const time = { from, ...(to === null ? {} : { to }) };
  return createBlock(
    deps,
    null,
    async (call) => {
      const answers = await Promise.all(
        channels.map((channel_id) => call(listAlarms, { params, query: { channel_id, ...time, limit: MOST } })),
      );
      const rows = answers.flatMap(({ items }) => items).filter(({ state }) => state !== 'withdrawn');
      return { rows: rows.sort((a, b) => Date.parse(a.since) - Date.parse(b.since)) };
    },
    {
      everyMs: LOOK_MS,
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'alarms') reload();
      },
    },
  );
}
