import { atom, type ReadableAtom } from 'nanostores';
import {
  EFFECTS_CHANNELS,
  REPARSE_EXAMPLES,
  type Reparse,
  type ReparseEffects,
  type ReparseTrial,
  reparseEffects,
  tryReparse,
} from '../../contract/received-data.ts';
import { cancelTask, getTask, isUnderWay, reparseReceivedData, type Task, undoTask } from '../../contract/tasks.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { Cancelled, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** Reading messages again, or taking back what they gave: tried first, then done as a task that can be undone. */

/** Which messages. */
export type ReparseOf = Pick<Reparse, 'id' | 'datalogger_id' | 'ids' | 'from' | 'to' | 'status' | 'door' | 'topic' | 'warned'>;
/** What is to become of them: read by this decoder (null = by what reads them today), or taken back. */
export interface ReparseWay {
  decoder: string | null;
  withdraw: boolean;
}

/** What was tried so far, over all answers. */
export type Tried = Omit<ReparseTrial, 'next_cursor'>;

export type ReparseState =
  | { step: 'trying'; tried: Tried | null }
  /** `whole` is false when somebody stopped it before its end. */
  | { step: 'tried'; tried: Tried; whole: boolean; effects: EffectsState }
  | { step: 'working'; task: Task }
  | { step: 'ended'; task: Task }
  | { step: 'error'; code: ApiErrorCode };

/** What follows from what would change: it is known before it is done. */
export type EffectsState =
  /** Nothing that is there would change. */
  { status: 'none' } | { status: 'asking' } | { status: 'ready'; effects: ReparseEffects } | { status: 'error'; code: ApiErrorCode };

export interface ReparseStore {
  $state: ReadableAtom<ReparseState>;
  $way: ReadableAtom<ReparseWay>;
  start(): () => void;
  /** Tries it this way. */
  choose(way: ReparseWay): void;
  /** Looks at no more messages, or ends the task. */
  stop(): void;
  /** Asks again what follows. */
  askEffects(): Promise<void>;
  apply(): Promise<void>;
  undo(): Promise<void>;
}

/** While a task is under way and nobody tells of it. */
const LOOK_MS = 2_000;

function joined(before: Tried | null, { next_cursor: _, ...page }: ReparseTrial): Tried {
  if (!before) return page;
  const sum = (a: Tried['changes'], b: Tried['changes']) => ({
    new: a.new + b.new,
    changed: a.changed + b.changed,
    gone: a.gone + b.gone,
    unchanged: a.unchanged + b.unchanged,
  });
  const channels = new Map(before.channels.map((channel) => [channel.key, channel]));
  for (const channel of page.channels) {
    const known = channels.get(channel.key);
    channels.set(channel.key, known ? { ...known, ...sum(known, channel), touched: around(known.touched, channel.touched) } : channel);
  }
  return {
    messages: before.messages + page.messages,
    total: before.total,
    left_out: before.left_out + page.left_out,
    unparsed: before.unparsed + page.unparsed,
    damaged: before.damaged + page.damaged,
    until: page.until ?? before.until,
    changes: sum(before.changes, page.changes),
    channels: [...channels.values()],
    examples: [...before.examples, ...page.examples].slice(0, REPARSE_EXAMPLES),
  };
}

type Touched = Tried['channels'][number]['touched'];
const moment = (text: string): number => Date.parse(text);
/** Both times, the earlier beginning and the later end. */
function around(a: Touched, b: Touched): Touched {
  if (!a || !b) return a ?? b;
  return { from: moment(a.from) <= moment(b.from) ? a.from : b.from, to: moment(a.to) >= moment(b.to) ? a.to : b.to };
}

export function createReparse(deps: StoreDeps, of: ReparseOf): ReparseStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const $state = atom<ReparseState>({ step: 'trying', tried: null });
  const $way = atom<ReparseWay>({ decoder: null, withdraw: false });
  /** Counts trials: one that was overtaken says nothing any more. */
  let trial = 0;
  let timer: unknown = null;

  const wanted = (): Reparse => {
    const { decoder, withdraw } = $way.get();
    return { ...of, ...(withdraw ? { withdraw: '1' as const } : decoder === null ? {} : { decoder }) };
  };
  const failed = (error: unknown) => {
    if (!(error instanceof Cancelled)) $state.set({ step: 'error', code: failureCode(error) });
  };

  /** The trial is over: whoever sees it is told what else would change. */
  async function found(tried: Tried, whole: boolean): Promise<void> {
    const own = trial;
    const show = (effects: EffectsState) => $state.set({ step: 'tried', tried, whole, effects });
    const channels = tried.channels
      .flatMap(({ channel_id, touched }) => (channel_id !== null && touched ? [{ channel_id, ...touched }] : []))
      .slice(0, EFFECTS_CHANNELS);
    if (channels.length === 0) return show({ status: 'none' });
    show({ status: 'asking' });
    try {
      const effects = await view.call(reparseEffects, { params, body: { channels, reparse: wanted() } });
      if (own === trial) show({ status: 'ready', effects });
    } catch (error) {
      if (own === trial) show({ status: 'error', code: failureCode(error) });
    }
  }

  async function attempt(): Promise<void> {
    trial += 1;
    const own = trial;
    let tried: Tried | null = null;
    $state.set({ step: 'trying', tried });
    try {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: ReparseTrial = await view.call(tryReparse, { params, query: { ...wanted(), ...(cursor ? { cursor } : {}) } });
        if (own !== trial) return;
        tried = joined(tried, page);
        cursor = page.next_cursor;
        if (cursor === null) await found(tried, true);
        else $state.set({ step: 'trying', tried });
      }
    } catch (error) {
      if (own === trial) failed(error);
    }
  }

  function follow(task: Task): void {
    deps.timers.clearTimeout(timer);
    const under = isUnderWay(task.state);
    $state.set({ step: under ? 'working' : 'ended', task });
    if (under) timer = deps.timers.setTimeout(() => void look(task.id), LOOK_MS);
  }
  async function look(id: string): Promise<void> {
    try {
      follow(await view.call(getTask, { params: { ...params, id } }));
    } catch (error) {
      failed(error);
    }
  }
  async function send(work: () => Promise<Task>): Promise<void> {
    trial += 1;
    try {
      follow(await work());
    } catch (error) {
      failed(error);
    }
  }
  const current = () => {
    const state = $state.get();
    return state.step === 'working' || state.step === 'ended' ? state.task : null;
  };

  return {
    $state,
    $way,
    start() {
      const end = view.start((event) => {
        const task = current();
        if (event.name === 'changed' && event.data.entity === 'tasks' && task?.id === event.data.id) void look(task.id);
      });
      void attempt();
      return () => {
        trial += 1;
        deps.timers.clearTimeout(timer);
        end();
      };
    },
    choose(way) {
      $way.set(way);
      void attempt();
    },
    stop() {
      const state = $state.get();
      if (state.step === 'trying' && state.tried) {
        trial += 1;
        void found(state.tried, false);
      } else if (state.step === 'working') void send(() => view.call(cancelTask, { params: { ...params, id: state.task.id } }));
    },
    async askEffects() {
      const state = $state.get();
      if (state.step === 'tried') await found(state.tried, state.whole);
    },
    apply: () => send(() => view.call(reparseReceivedData, { params, body: wanted() })),
    async undo() {
      const task = current();
      if (task) await send(() => view.call(undoTask, { params: { ...params, id: task.id } }));
    },
  };
}
