import { atom, type ReadableAtom } from 'nanostores';
import { listWorkspaces } from '../../contract/workspaces.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export interface WorkspaceName {
  id: string;
  name: string;
}

const PAGE = '500';

/** Workspaces of the organisation by name: for whoever sees organisations to which he doesn't belong, so that his profile names none. */
export function createWorkspaceNames(deps: StoreDeps, known: readonly WorkspaceName[]) {
  const $names = atom<readonly WorkspaceName[]>(known);
  const view = viewOf(deps);
  async function load(): Promise<void> {
    // Names are a help only: without them the rest of the screen still works.
    const answer = await view
      .call(listWorkspaces, { params: { organization_id: deps.organization }, query: { limit: PAGE } })
      .catch(() => null);
    if (answer) $names.set(answer.items.map(({ id, name }) => ({ id, name })));
  }
  return {
    $names: $names as ReadableAtom<readonly WorkspaceName[]>,
    start: () =>
      view.start((event) => event.name === 'changed' && event.data.entity === 'workspaces' && void load(), { isShown: () => false, load }),
  };
}
