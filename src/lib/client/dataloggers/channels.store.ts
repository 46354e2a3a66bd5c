import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels, updateChannel } from '../../contract/channels.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createServerRows, type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { bringsAhead, withValue } from './newest.ts';

export type ChannelsState = { status: 'loading' } | { status: 'ready'; rows: readonly Channel[] } | { status: 'error'; code: ApiErrorCode };

export type ChannelPatch = Omit<BodyInput<typeof updateChannel>, 'rev'>;

export interface ChannelsStore {
  $state: ReadableAtom<ChannelsState>;
  start(): () => void;
  load(): Promise<void>;
  save(row: Channel, patch: ChannelPatch): Promise<RowSaved<Channel>>;
}

/** Channels of one logger in their order, with last values that follow the live stream. */
export function createChannels(deps: StoreDeps, datalogger: string): ChannelsStore {
  const $state = atom<ChannelsState>({ status: 'loading' });

  const rows = (): readonly Channel[] => {
    const state = $state.get();
    return state.status === 'ready' ? state.rows : [];
  };
  const serverRows = createServerRows<Channel>({ publish: (next) => $state.set({ status: 'ready', rows: next }) });

  const loader = createLoader(deps, $state, {
    read: (call) => call(listChannels, { params: { organization_id: deps.organization }, query: { datalogger_id: datalogger } }),
    take: ({ items }) => serverRows.set(items),
  });
  const { load } = loader;

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      if (event.data.entity === 'channels' && event.data.datalogger_id === datalogger) void load();
    } else if (event.name === 'values' && event.data.datalogger_id === datalogger) {
      const known = new Set(rows().map((row) => row.id));
      if (event.data.channels.some((channel) => !known.has(channel.id))) {
        void load();
        return;
      }
      serverRows.map((row) => withValue(row, event.data));
      // Which of its channels they are of only the server tells.
      if (bringsAhead(event.data) && rows().every(({ ahead_ts }) => ahead_ts === null)) void load();
    }
  }

  return {
    $state,
    start: () => loader.start(hear),
    load,
    save(row, patch) {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Channel>;
      const params = { organization_id: deps.organization, id: row.id };
      return rowSaved(
        serverRows.until(
          row,
          (now) => ({
            ...now,
            ...given,
            ...(patch.unit === undefined ? {} : { own_unit: patch.unit, unit: patch.unit ?? now.unit }),
            ...(patch.decimals === undefined ? {} : { own_decimals: patch.decimals, decimals: patch.decimals ?? now.decimals }),
          }),
          () => deps.call(updateChannel, { params, body: { ...patch, rev: row.rev } }),
        ),
      );
    },
  };
}
