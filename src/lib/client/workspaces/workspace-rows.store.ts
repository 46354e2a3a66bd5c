import { atom, type ReadableAtom } from 'nanostores';
import type { Entity } from '../../contract/entities.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps, type View } from '../kernel/store-deps.ts';

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

/** What a workspace shows of a list; less of one that has a screen of its own, so that what stands below is near. */
export const ROWS_SHOWN = 100;
export const FIRST_ROWS = 20;
const CHANGES_MS = 500;

/** The first rows of an entity in one workspace, read again when one of them changes. */
export function createWorkspaceRows<R>(
  deps: StoreDeps,
  workspace: string,
  entity: Entity,
  read: (call: View['call'], query: { workspace_id: string; limit: string }) => Promise<{ items: R[]; next_cursor: string | null }>,
  shown = ROWS_SHOWN,
): WorkspaceRowsStore<R> {
  const $state = atom<WorkspaceRowsState<R>>({ status: 'loading' });

  const loader = createLoader(deps, $state, {
    read: (call) => read(call, { workspace_id: workspace, limit: String(shown) }),
    take: ({ items, next_cursor }) => $state.set({ status: 'ready', rows: items, more: next_cursor !== null }),
  });
  const { load } = loader;
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === entity) {
      const where = event.data.workspace_id;
      if (where === null || where === workspace) following.call();
    }
  }

  return {
    $state,
    start: () => loader.start(hear, following),
    load,
  };
}
