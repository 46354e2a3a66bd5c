import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { listPanels } from '../../contract/screens.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { Cancelled, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export type PanelRow = ResponseOf<typeof listPanels>['items'][number];
export type PanelsState = { status: 'loading' } | { status: 'ready'; rows: readonly PanelRow[] } | { status: 'error'; code: ApiErrorCode };

export interface PanelsStore {
  $state: ReadableAtom<PanelsState>;
  load(): Promise<void>;
  start(): () => void;
}

/** Published screens of a workspace, or of all of them, to be captured with. */
export function createPanels(deps: StoreDeps, workspace: string | null, initial: readonly PanelRow[] | null): PanelsStore {
  const $state = atom<PanelsState>(initial ? { status: 'ready', rows: initial } : { status: 'loading' });
  const view = viewOf(deps);

  async function load(): Promise<void> {
    try {
      const query = workspace === null ? {} : { workspace_id: workspace };
      const { items } = await view.call(listPanels, { params: { organization_id: deps.organization }, query });
      $state.set({ status: 'ready', rows: items });
    } catch (error) {
      if (!(error instanceof Cancelled)) $state.set({ status: 'error', code: failureCode(error) });
    }
  }
  return {
    $state,
    load,
    start: () =>
      view.start(
        // Whoever only captures hears nothing of screens; a stream that came back may have missed anything.
        (event) => event.name === 'reset' && void load(),
        { isShown: () => $state.get().status === 'ready', load },
      ),
  };
}
