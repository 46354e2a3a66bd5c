import { atom, type ReadableAtom } from 'nanostores';
import { type ChannelChoice, listChannelChoices, MOST_CHARTED } from '../../contract/channels.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { withValue } from '../dataloggers/newest.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type ChartedState =
  | { status: 'loading' }
  /** In the order in which they were chosen. */
  | { status: 'ready'; choices: readonly ChannelChoice[] }
  | { status: 'error'; code: ApiErrorCode };

/** What a chart is opened with: channels, or loggers or a machine of which it takes the first ones. */
export interface Charted {
  channels: readonly string[];
  dataloggers: readonly string[];
  machine: string | null;
}

export interface ChartedStore {
  $state: ReadableAtom<ChartedState>;
  start(): () => void;
  load(): Promise<void>;
  add(choice: ChannelChoice): void;
  remove(id: string): void;
  /** Shows these channels instead. */
  show(charted: Charted): void;
}

const CHANGES_MS = 300;

/** So many of them that each logger is seen: the first channel of each, then the second of each, and so on. */
export function fromEach(choices: readonly ChannelChoice[], most: number): ChannelChoice[] {
  const places = new Map<string, number>();
  return choices
    .map((choice) => {
      const logger = choice.datalogger?.id ?? '';
      const place = places.get(logger) ?? 0;
      places.set(logger, place + 1);
      return { choice, place };
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ choice }) => choice);
}

/** Channels of any loggers that stand in one chart, with last values that follow the live stream. */
export function createCharted(deps: StoreDeps, first: Charted): ChartedStore {
  const $state = atom<ChartedState>({ status: 'loading' });
  const params = { organization_id: deps.organization };
  let charted = first;

  const ready = (): readonly ChannelChoice[] => {
    const state = $state.get();
    return state.status === 'ready' ? state.choices : [];
  };
  const loader = createLoader(deps, $state, {
    async read(call) {
      const { channels, dataloggers, machine } = charted;
      if (channels.length > 0) {
        const { items } = await call(listChannelChoices, { params, query: { ids: channels.join() } });
        const byId = new Map(items.map((item) => [item.channel.id, item]));
        return channels.flatMap((id) => byId.get(id) ?? []);
      }
      if (dataloggers.length === 0 && machine === null) return [];
      const query = {
        ...(dataloggers.length > 0 ? { datalogger_ids: dataloggers.join() } : {}),
        ...(machine ? { machine_id: machine } : {}),
      };
      const { items } = await call(listChannelChoices, { params, query });
      return fromEach(items, MOST_CHARTED);
    },
    take: (choices) => put(choices),
    retryShown: true,
  });
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void loader.load());

  /** What was opened by a logger or a machine is from then on the channels that it led to. */
  function put(choices: readonly ChannelChoice[]): void {
    charted = { channels: choices.map(({ channel }) => channel.id), dataloggers: [], machine: null };
    $state.set({ status: 'ready', choices });
  }
  function hear(event: LiveEvent): void {
    const choices = ready();
    if (event.name === 'reset') void loader.load();
    else if (event.name === 'changed') {
      const { entity, id } = event.data;
      const isShown = choices.some(({ channel, datalogger, machine }) => [channel.id, datalogger?.id, machine?.id].includes(id));
      if (isShown && (entity === 'channels' || entity === 'dataloggers' || entity === 'machines')) following.call();
    } else if (event.name === 'values' && choices.some(({ datalogger }) => datalogger?.id === event.data.datalogger_id)) {
      const { data } = event;
      const next = choices.map((choice) =>
        choice.datalogger?.id === data.datalogger_id ? { ...choice, channel: withValue(choice.channel, data) } : choice,
      );
      $state.set({ status: 'ready', choices: next });
    }
  }

  return {
    $state,
    load: loader.load,
    start: () => loader.start(hear, following),
    add(choice) {
      const choices = ready();
      if (choices.length >= MOST_CHARTED || choices.some(({ channel }) => channel.id === choice.channel.id)) return;
      loader.overtake();
      put([...choices, choice]);
    },
    remove(id) {
      loader.overtake();
      put(ready().filter(({ channel }) => channel.id !== id));
    },
    show(next) {
      charted = next;
      void loader.load();
    },
  };
}
