import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, createChannel, listChannels, removeChannel, updateChannel } from '../../contract/channels.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createServerRows, type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';
import { bringsAhead, withValue } from './newest.ts';

export type ChannelsState = { status: 'loading' } | { status: 'ready'; rows: readonly Channel[] } | { status: 'error'; code: ApiErrorCode };

export type ChannelPatch = Omit<BodyInput<typeof updateChannel>, 'rev'>;

export type NewChannel = Omit<BodyInput<typeof createChannel>, 'datalogger_id'>;

export interface ChannelsStore {
  /** Those in use. */
  $state: ReadableAtom<ChannelsState>;
  $archived: ReadableAtom<readonly Channel[]>;
  start(): () => void;
  load(): Promise<void>;
  save(row: Channel, patch: ChannelPatch): Promise<RowSaved<Channel>>;
  /** As `save`. @throws what the server said */
  change(row: Channel, patch: ChannelPatch): Promise<Channel>;
  create(input: NewChannel): Promise<Channel>;
  /** Gives the channel another place among those in use; the order is shown at once. @throws what the server said */
  place(row: Channel, position: number): Promise<void>;
  /** Deletes a channel without readings. @throws what the server said */
  remove(row: Channel): Promise<Channel>;
  /** Makes a deleted one again as it was. @throws what the server said */
  bringBack(row: Channel): Promise<Channel>;
}

const CHANGES_MS = 200;

/** Channels of one logger in their order, with last values that follow the live stream. */
export function createChannels(deps: StoreDeps, datalogger: string): ChannelsStore {
  const $state = atom<ChannelsState>({ status: 'loading' });
  const $archived = atom<readonly Channel[]>([]);
  const params = { organization_id: deps.organization };
  /** Ids in an order that is on its way to the server. */
  let arranged: readonly string[] | null = null;

  const rows = (): readonly Channel[] => {
    const state = $state.get();
    return state.status === 'ready' ? state.rows : [];
  };
  const serverRows = createServerRows<Channel>({
    publish(all) {
      const order = arranged;
      const used = all.filter(({ archived_at }) => archived_at === null);
      $archived.set(all.filter(({ archived_at }) => archived_at !== null));
      $state.set({ status: 'ready', rows: order ? used.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : used });
    },
  });
  const show = () => serverRows.map((row) => row);

  const loader = createLoader(deps, $state, {
    read: (call) =>
      call(listChannels, { params: { organization_id: deps.organization }, query: { datalogger_id: datalogger, archived: '1' } }),
    take: ({ items }) => serverRows.set(items),
  });
  const { load } = loader;
  // Many channels may be changed one after the other.
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      if (event.data.entity === 'channels' && event.data.datalogger_id === datalogger) following.call();
    } else if (event.name === 'values' && event.data.datalogger_id === datalogger) {
      const known = new Set([...rows(), ...$archived.get()].map((row) => row.id));
      if (event.data.channels.some((channel) => !known.has(channel.id))) {
        void load();
        return;
      }
      serverRows.map((row) => withValue(row, event.data));
      // Which of its channels they are of only the server tells.
      if (bringsAhead(event.data) && rows().every(({ ahead_ts }) => ahead_ts === null)) void load();
    }
  }

  const change = (row: Channel, patch: ChannelPatch): Promise<Channel> => {
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Channel>;
    return serverRows.until(
      row,
      (now) => ({
        ...now,
        ...given,
        ...(patch.unit === undefined
          ? {}
          : { own_unit: patch.unit, unit: patch.unit ?? now.unit, display_unit: patch.unit ?? now.display_unit, conversion: null }),
        ...(patch.decimals === undefined ? {} : { own_decimals: patch.decimals, decimals: patch.decimals ?? now.decimals }),
      }),
      () => deps.call(updateChannel, { params: { ...params, id: row.id }, body: { ...patch, rev: row.rev } }),
    );
  };

  return {
    $state,
    $archived,
    start: () => loader.start(hear, following),
    load,
    save: (row, patch) => rowSaved(change(row, patch)),
    change,
    async create(input) {
      const row = await deps.call(createChannel, { params, body: { ...input, datalogger_id: datalogger } });
      serverRows.put(row);
      return row;
    },
    async place(row, position) {
      const order = rows().map(({ id }) => id);
      order.splice(position, 0, ...order.splice(order.indexOf(row.id), 1));
      arranged = order;
      show();
      try {
        await change(row, { position });
        await load();
      } finally {
        arranged = null;
        show();
      }
    },
    async remove(row) {
      const gone = await deps.call(removeChannel, { params: { ...params, id: row.id } });
      serverRows.drop(row.id);
      return gone;
    },
    async bringBack({ id, key, name, kind, own_unit, own_decimals, sensor_type_id, machine_id, state_words }) {
      const row = await deps.call(createChannel, {
        params,
        body: { id, datalogger_id: datalogger, key, name, kind, unit: own_unit, decimals: own_decimals, sensor_type_id },
      });
      serverRows.put(row);
      return machine_id === null && state_words === null ? row : change(row, { machine_id, state_words });
    },
  };
}
