import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels, updateChannel } from '../../contract/channels.ts';
import { type Datalogger, listDataloggers, updateDatalogger } from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { mergeValues } from '../dataloggers/datalogger-row.ts';
import { bringsAhead, withValue } from '../dataloggers/newest.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { readAll } from '../kernel/read-all.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type MachineLoggersState =
  | { status: 'loading' }
  /** `channels` measure the machine: those of its loggers, without those that were put on another one, and with those put on this one. */
  | { status: 'ready'; loggers: readonly Datalogger[]; channels: readonly Channel[] }
  | { status: 'error'; code: ApiErrorCode };

/** Loggers of a workspace that stand on no machine, or on another one. */
export type OthersState =
  | { status: 'loading' }
  | { status: 'ready'; rows: readonly Datalogger[] }
  | { status: 'error'; code: ApiErrorCode };

export interface MachineLoggersStore {
  $state: ReadableAtom<MachineLoggersState>;
  start(): () => void;
  load(): Promise<void>;
  /** Loggers of the machine's workspace that could be put on it. */
  $others: ReadableAtom<OthersState>;
  loadOthers(workspace: string): Promise<void>;
  /** Puts a logger on a machine, or (null) takes it off; gives the logger as it is then. @throws ApiError */
  put(logger: Pick<Datalogger, 'id' | 'rev'>, machine: string | null): Promise<Datalogger>;
  /** Lets a channel measure a machine of its own, or (null) that of its logger. @throws ApiError */
  putChannel(channel: Pick<Channel, 'id' | 'rev'>, machine: string | null): Promise<Channel>;
}

const CHANGES_MS = 300;

/** What measures a machine, with values that follow the live stream. */
export function createMachineLoggers(deps: StoreDeps, machine: string): MachineLoggersStore {
  const $state = atom<MachineLoggersState>({ status: 'loading' });
  const $others = atom<OthersState>({ status: 'loading' });
  const params = { organization_id: deps.organization };

  const loader = createLoader(deps, $state, {
    read: (call) =>
      Promise.all([
        call(listDataloggers, { params, query: { machine_id: machine, limit: '500' } }),
        call(listChannels, { params, query: { machine_id: machine } }),
      ]),
    take: ([loggers, channels]) => $state.set({ status: 'ready', loggers: loggers.items, channels: channels.items }),
  });
  const { load } = loader;
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  function hear(event: LiveEvent): void {
    const state = $state.get();
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      const { entity, id } = event.data;
      const held = state.status === 'ready' && [...state.loggers, ...state.channels].some((row) => row.id === id);
      // Which machine a channel is put on isn't said: any that changes may have come here.
      if (entity === 'channels' || (entity === 'machines' && id === machine) || (entity === 'dataloggers' && held)) following.call();
    } else if (event.name === 'values' && state.status === 'ready') {
      const { data } = event;
      if (
        !state.loggers.some((row) => row.id === data.datalogger_id) &&
        !state.channels.some((row) => row.datalogger_id === data.datalogger_id)
      )
        return;
      $state.set({
        ...state,
        loggers: state.loggers.map((row) => (row.id === data.datalogger_id ? mergeValues(row, data) : row)),
        channels: state.channels.map((row) => (row.datalogger_id === data.datalogger_id ? withValue(row, data) : row)),
      });
      // Which of its channels they are of only the server tells.
      const own = state.channels.filter((row) => row.datalogger_id === data.datalogger_id);
      if (bringsAhead(data) && own.every(({ ahead_ts }) => ahead_ts === null)) following.call();
    }
  }

  return {
    $state,
    $others,
    start: () => loader.start(hear, following),
    load,
    async loadOthers(workspace) {
      $others.set({ status: 'loading' });
      try {
        const rows = await readAll((page) => deps.call(listDataloggers, { params, query: { workspace_id: workspace, ...page } }));
        $others.set({ status: 'ready', rows: rows.filter((row) => row.machine_id !== machine) });
      } catch (error) {
        $others.set({ status: 'error', code: failureCode(error) });
      }
    },
    async put(logger, to) {
      const saved = await deps.call(updateDatalogger, { params: { ...params, id: logger.id }, body: { rev: logger.rev, machine_id: to } });
      await load();
      return saved;
    },
    async putChannel(channel, to) {
      const saved = await deps.call(updateChannel, { params: { ...params, id: channel.id }, body: { rev: channel.rev, machine_id: to } });
      await load();
      return saved;
    },
  };
}
