import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Of a machine those that somebody has to do with; of channels those that lasted into a time. */
export type AlarmsAsked = { machine: string } | { channels: readonly string[]; from: string; to: string | null };

/** What a page names; the list has the others. */
const MOST = '20';
const LOOK_MS = 60_000;

export function createAlarmsOf(deps: StoreDeps, of: AlarmsAsked): BlockStore<readonly Alarm[]> {
  const params = { organization_id: deps.organization };
  const queries =
    'machine' in of
      ? [{ machine_id: of.machine, state: 'waiting' as const }]
      : of.channels.map((channel_id) => ({ channel_id, from: of.from, ...(of.to === null ? {} : { to: of.to }) }));
  return createBlock<readonly Alarm[]>(
    deps,
    null,
    async (call) => {
      const answers = await Promise.all(queries.map((query) => call(listAlarms, { params, query: { ...query, limit: MOST } })));
      const rows = answers.flatMap(({ items }) => items);
      if ('machine' in of) return rows;
      return rows.filter(({ state }) => state !== 'withdrawn').sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
    },
    {
      everyMs: LOOK_MS,
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'alarms') reload();
      },
    },
  );
}
