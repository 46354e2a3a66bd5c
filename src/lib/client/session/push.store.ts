import { atom, computed, type ReadableAtom } from 'nanostores';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { deletePush, listPush, type PushLasts, putPush, testPush } from '../../contract/push.ts';
import type { Loaded } from '../kernel/block-store.ts';
import { createLoader } from '../kernel/loader.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/**
 * How this browser stands by its own word. unsupported: it has no notifications; insecure: it has them only over https; install: only an
 * installed app has them (iOS); blocked: the person forbade them; subscribed: it takes messages, whether or not the server knows of it.
 */
export type DeviceState = 'unsupported' | 'insecure' | 'install' | 'blocked' | 'off' | 'subscribed';
/** blocked and dismissed: the person's answer; refused: the browser doesn't get to its push service. */
export type SubscribeAnswer = Omit<BodyInput<typeof putPush>, 'lasts'> | 'blocked' | 'dismissed' | 'refused';

/** What the store asks of the browser. */
export interface PushDevice {
  look(): Promise<DeviceState>;
  /** Asks the person where he wasn't asked yet: only after a press. */
  subscribe(key: string): Promise<SubscribeAnswer>;
  unsubscribe(): Promise<void>;
}

type Push = ResponseOf<typeof listPush>;
/** unknown: not looked at yet; on: alarms come to this browser. */
export type Here = 'unknown' | Exclude<DeviceState, 'subscribed'> | 'on';

export interface PushStore {
  $state: ReadableAtom<Loaded<Push>>;
  $here: ReadableAtom<Here>;
  start(): () => void;
  load(): Promise<void>;
  /** @returns what came of it @throws ApiError */
  turnOn(lasts: PushLasts): Promise<'on' | Extract<SubscribeAnswer, string>>;
  /** @throws ApiError */
  turnOff(): Promise<void>;
  /** @throws ApiError */
  test(id: string): Promise<ResponseOf<typeof testPush>>;
  $revoking: SecondThoughts['$waiting'];
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

/** Subscriptions belong to a person and not to an organisation, so no stream tells of them. */
const SILENT: StoreDeps['live'] = { on: () => () => undefined, missed: () => [] };

/** In which browsers the person is told of alarms. */
export function createPush({ call, timers, leaving }: Pick<StoreDeps, 'call' | 'timers' | 'leaving'>, device: PushDevice): PushStore {
  const $state = atom<Loaded<Push>>({ status: 'loading' });
  const $device = atom<DeviceState | 'unknown'>('unknown');
  const thoughts = createSecondThoughts({ timers, leaving });
  const $here = computed([$state, $device], (state, own): Here => {
    if (own !== 'subscribed') return own;
    if (state.status !== 'ready') return 'unknown';
    // What the browser kept of another session, or of another server's key, brings nothing.
    return state.data.items.some(({ current }) => current) ? 'on' : 'off';
  });
  const loader = createLoader({ call, live: SILENT }, $state, {
    read: (ask) => ask(listPush),
    take: (data) => $state.set({ status: 'ready', data }),
    retryShown: true,
  });
  const look = async () => $device.set(await device.look());
  const load = async () => {
    await Promise.all([loader.load(), look()]);
  };
  const data = (): Push | null => {
    const state = $state.get();
    return state.status === 'ready' ? state.data : null;
  };
  const current = () => data()?.items.find((one) => one.current);
  return {
    $state,
    $here,
    start() {
      void look();
      return loader.start(() => undefined);
    },
    load,
    async turnOn(lasts) {
      const { key } = await call(listPush);
      const made = await device.subscribe(key);
      if (typeof made === 'string') {
        await look();
        return made;
      }
      try {
        await call(putPush, { body: { ...made, lasts } });
      } catch (error) {
        await device.unsubscribe();
        throw error;
      }
      await load();
      return 'on';
    },
    async turnOff() {
      const row = current();
      if (row) await call(deletePush, { params: { push_id: row.id } });
      await device.unsubscribe();
      await load();
    },
    async test(id) {
      const answer = await call(testPush, { params: { push_id: id } });
      await load();
      return answer;
    },
    $revoking: thoughts.$waiting,
    revoke(id, { over, failed }) {
      const send = () => call(deletePush, { params: { push_id: id }, keepalive: true }).then(() => load(), failed);
      thoughts.put(id, send, over);
    },
    keep: thoughts.keep,
  };
}
