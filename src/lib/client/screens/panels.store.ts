import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { listPanels } from '../../contract/screens.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

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
  const query = workspace === null ? {} : { workspace_id: workspace };
  const { load, start } = createLoader(deps, $state, {
    read: (call) => call(listPanels, { params: { organization_id: deps.organization }, query }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
    failed: (code) => $state.set({ status: 'error', code }),
  });
  // Whoever only captures hears nothing of screens; a stream that came back may have missed anything.
  return { $state, load, start: () => start((event) => event.name === 'reset' && void load()) };
}
