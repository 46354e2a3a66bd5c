import { atom, type ReadableAtom } from 'nanostores';
import type { Entity } from '../../contract/entities.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { Cancelled, debounce, failureCode, type StoreDeps, type View, viewOf } from '../kernel/store-deps.ts';

export type WorkspaceRowsState<R> =
  | { status: 'loading' }
  /** `more`: there are others that are not shown here. */
  | { status: 'ready'; rows: readonly R[]; more: boolean }
  | { status: 'error'; code: ApiErrorCode };

export interface WorkspaceRowsStore<R> {
  $state: ReadableAtom<WorkspaceRowsState<R>>;
  start(): () => void;
  load(): Promise<void>;
}

/** What a workspace shows of a list that has a screen of its own. */
export const ROWS_SHOWN = 100;
const CHANGES_MS = 500;

/** The first rows of an entity in one workspace, read again when one of them changes. */
export function createWorkspaceRows<R>(
  deps: StoreDeps,
  workspace: string,
  entity: Entity,
  read: (call: View['call'], query: { workspace_id: string; limit: string }) => Promise<{ items: R[]; next_cursor: string | null }>,
): WorkspaceRowsStore<R> {
  const view = viewOf(deps);
  const $state = atom<WorkspaceRowsState<R>>({ status: 'loading' });
  let generation = 0;

  async function load(): Promise<void> {
    const mine = ++generation;
    try {
      const { items, next_cursor } = await read(view.call, { workspace_id: workspace, limit: String(ROWS_SHOWN) });
      if (mine === generation) $state.set({ status: 'ready', rows: items, more: next_cursor !== null });
    } catch (error) {
      if (!(error instanceof Cancelled) && mine === generation && $state.get().status !== 'ready')
        $state.set({ status: 'error', code: failureCode(error) });
    }
  }
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  return {
    $state,
    start() {
      const end = view.start(
        (event) => {
          if (event.name === 'reset') void load();
          else if (event.name === 'changed' && event.data.entity === entity) {
            const where = event.data.workspace_id;
            if (where === null || where === workspace) following.call();
          }
        },
        { isShown: () => $state.get().status === 'ready', load },
      );
      return () => {
        following.cancel();
        end();
      };
    },
    load,
  };
}
