import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels, type MergePreview, previewChannelMerge } from '../../contract/channels.ts';
import { getTask, isUnderWay, mergeChannel, type Task, undoTask } from '../../contract/tasks.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { Cancelled, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** Giving the readings of a channel to another one: first what that moves, then as a task that can be undone. */
export type MergeChannelState =
  | { step: 'choosing'; channels: readonly Channel[] | null }
  | { step: 'looking'; into: Channel }
  | { step: 'looked'; into: Channel; preview: MergePreview }
  | { step: 'working' | 'ended'; into: Channel; task: Task }
  | { step: 'error'; code: ApiErrorCode };

export interface MergeChannelStore {
  $state: ReadableAtom<MergeChannelState>;
  start(): () => void;
  choose(into: Channel): void;
  /** Back to the choice. */
  back(): void;
  apply(): Promise<void>;
  undo(): Promise<void>;
}

/** While a task is under way and nobody tells of it. */
const LOOK_MS = 2_000;

export function createMergeChannel(deps: StoreDeps, from: Channel): MergeChannelStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const $state = atom<MergeChannelState>({ step: 'choosing', channels: null });
  let known: readonly Channel[] | null = null;
  let timer: unknown = null;

  const failed = (error: unknown) => {
    if (!(error instanceof Cancelled)) $state.set({ step: 'error', code: failureCode(error) });
  };
  async function list(): Promise<void> {
    try {
      const { items } = await view.call(listChannels, { params, query: {} });
      known = items.filter(({ id }) => id !== from.id);
      if ($state.get().step === 'choosing') $state.set({ step: 'choosing', channels: known });
    } catch (error) {
      failed(error);
    }
  }
  async function look(into: Channel): Promise<void> {
    $state.set({ step: 'looking', into });
    try {
      const preview = await view.call(previewChannelMerge, { params: { ...params, id: from.id }, query: { into: into.id } });
      const state = $state.get();
      if (state.step === 'looking' && state.into === into) $state.set({ step: 'looked', into, preview });
    } catch (error) {
      failed(error);
    }
  }
  function follow(into: Channel, task: Task): void {
    deps.timers.clearTimeout(timer);
    const under = isUnderWay(task.state);
    $state.set({ step: under ? 'working' : 'ended', into, task });
    if (under) timer = deps.timers.setTimeout(() => void ask(into, task.id), LOOK_MS);
  }
  const ask = (into: Channel, id: string) => send(into, () => view.call(getTask, { params: { ...params, id } }));
  async function send(into: Channel, work: () => Promise<Task>): Promise<void> {
    try {
      follow(into, await work());
    } catch (error) {
      failed(error);
    }
  }

  return {
    $state,
    start() {
      const end = view.start((event) => {
        const state = $state.get();
        if (state.step !== 'working' || event.name !== 'changed' || event.data.entity !== 'tasks') return;
        if (event.data.id === state.task.id) void ask(state.into, state.task.id);
      });
      if (known === null) void list();
      return () => {
        deps.timers.clearTimeout(timer);
        end();
      };
    },
    choose: (into) => void look(into),
    back() {
      $state.set({ step: 'choosing', channels: known });
      if (known === null) void list();
    },
    async apply() {
      const state = $state.get();
      if (state.step !== 'looked' || state.preview.obstacle !== null) return;
      const { into } = state;
      await send(into, () => deps.call(mergeChannel, { params: { ...params, id: from.id }, body: { rev: from.rev, into: into.id } }));
    },
    async undo() {
      const state = $state.get();
      if (state.step === 'ended') await send(state.into, () => deps.call(undoTask, { params: { ...params, id: state.task.id } }));
    },
  };
}
