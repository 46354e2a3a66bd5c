import { atom, computed, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import { cancelTask, isUnderWay, listTasks, type Task, undoTask } from '../../contract/tasks.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type TasksState = { status: 'loading' } | { status: 'ready'; rows: readonly Task[] } | { status: 'error'; code: ApiErrorCode };

export interface TasksStore {
  $state: ReadableAtom<TasksState>;
  /** How many wait or run. */
  $underWay: ReadableAtom<number>;
  start(): () => void;
  load(): Promise<void>;
  /** @throws ApiError */
  cancel(row: Task): Promise<Task>;
  /** @throws ApiError */
  undo(row: Task): Promise<Task>;
}

const CHANGES_MS = 300;

/** Work that goes on without the page: one's own, or that of all places that one manages. Kept fresh by the live stream. */
export function createTasks(deps: StoreDeps, { everybody }: { everybody: boolean }): TasksStore {
  const params = { organization_id: deps.organization };
  const $state = atom<TasksState>({ status: 'loading' });
  const loader = createLoader(deps, $state, {
    read: (call) => call(listTasks, { params, query: everybody ? { everybody: '1' } : {} }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
    retryShown: true,
  });
  const reload = debounce(deps.timers, deps.now, CHANGES_MS, () => void loader.load());
  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void loader.load();
    else if (event.name === 'changed' && event.data.entity === 'tasks') reload.call();
  }
  const put = (row: Task): Task => {
    const state = $state.get();
    if (state.status !== 'ready') return row;
    loader.overtake();
    $state.set({ ...state, rows: state.rows.map((one) => (one.id === row.id ? row : one)) });
    return row;
  };
  const change = async (endpoint: typeof cancelTask | typeof undoTask, { id }: Task): Promise<Task> =>
    put(await deps.call(endpoint, { params: { ...params, id } }));
  return {
    $state,
    $underWay: computed($state, (state) => (state.status === 'ready' ? state.rows.filter((row) => isUnderWay(row.state)).length : 0)),
    start: () => loader.start(hear, reload),
    load: loader.load,
    cancel: (row) => change(cancelTask, row),
    undo: (row) => change(undoTask, row),
  };
}
