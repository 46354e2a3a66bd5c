import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels, updateChannel } from '../contract/channels.ts';
import type { BodyInput } from '../contract/endpoint.ts';
import type { LiveEvent } from '../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { Cancelled, currentRow, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

export type ChannelsState = { status: 'loading' } | { status: 'ready'; rows: readonly Channel[] } | { status: 'error'; code: ApiErrorCode };

export type ChannelPatch = Omit<BodyInput<typeof updateChannel>, 'rev'>;
export type ChannelSaveResult =
  | { status: 'saved'; row: Channel }
  | { status: 'conflict'; current: Channel }
  | { status: 'error'; error: unknown };

export interface ChannelsStore {
  $state: ReadableAtom<ChannelsState>;
  start(): () => void;
  load(): Promise<void>;
  save(row: Channel, patch: ChannelPatch): Promise<ChannelSaveResult>;
}

/** Channels of one logger in their order, with last values that follow the live stream. */
export function createChannels(deps: StoreDeps, datalogger: string): ChannelsStore {
  const $state = atom<ChannelsState>({ status: 'loading' });
  const view = viewOf(deps);
  let generation = 0;

  const rows = (): readonly Channel[] => {
    const state = $state.get();
    return state.status === 'ready' ? state.rows : [];
  };
  const put = (row: Channel) => $state.set({ status: 'ready', rows: rows().map((one) => (one.id === row.id ? row : one)) });

  async function load(): Promise<void> {
    const mine = ++generation;
    try {
      const { items } = await view.call(listChannels, {
        params: { organization_id: deps.organization },
        query: { datalogger_id: datalogger },
      });
      if (mine === generation) $state.set({ status: 'ready', rows: items });
    } catch (error) {
      if (!(error instanceof Cancelled) && mine === generation && $state.get().status !== 'ready')
        $state.set({ status: 'error', code: failureCode(error) });
    }
  }

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
      const values = new Map(event.data.channels.map((channel) => [channel.id, channel]));
      $state.set({
        status: 'ready',
        rows: rows().map((row) => {
          const value = values.get(row.id);
          if (!value || (row.last && Date.parse(value.ts) < Date.parse(row.last.ts))) return row;
          return { ...row, first_ts: row.first_ts ?? value.ts, last: { ts: value.ts, value: value.value } };
        }),
      });
    }
  }

  return {
    $state,
    start: () => view.start(hear, { isShown: () => $state.get().status === 'ready', load }),
    load,
    async save(row, patch) {
      put({ ...row, ...(Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Channel>) });
      try {
        const saved = await deps.call(updateChannel, {
          params: { organization_id: deps.organization, id: row.id },
          body: { ...patch, rev: row.rev },
        });
        put(saved);
        return { status: 'saved', row: saved };
      } catch (error) {
        const current = currentRow<Channel>(error);
        put(current ?? row);
        return current ? { status: 'conflict', current } : { status: 'error', error };
      }
    },
  };
}
